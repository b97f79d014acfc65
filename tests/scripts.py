"""The scripts in tools/, as modules."""

import importlib.util
from pathlib import Path
from types import ModuleType

_TOOLS = Path(__file__).parent.parent / "tools"


def load_script(name: str) -> ModuleType:
    """The module of the script *name*.py in tools/."""
    spec = importlib.util.spec_from_file_location(name, _TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
