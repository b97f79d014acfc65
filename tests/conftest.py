"""How many random worlds are tried: a seeded sample in `make test`, many more in `make verify`."""

import os

from hypothesis import HealthCheck, settings

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("sample", max_examples=40, derandomize=True, deadline=None, suppress_health_check=_QUIET)
settings.register_profile("verify", max_examples=1000, deadline=None, suppress_health_check=_QUIET)
settings.load_profile("verify" if os.environ.get("BESTGUESS_VERIFY") else "sample")
