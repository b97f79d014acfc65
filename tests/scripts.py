"""The scripts in tools/ and benchmarks/, as modules."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

_ROOT = Path(__file__).parent.parent


def load_script(name: str, folder: str = "tools") -> ModuleType:
    """The module of the script *name*.py in *folder*."""
    spec = importlib.util.spec_from_file_location(name, _ROOT / folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)  # where its dataclasses look for it
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[name]
    return module
