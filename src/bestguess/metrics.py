"""Metrics: functions of part sizes (with weights, of the parts' weights) by which strategies choose; lower is better.

>>> from bestguess import metrics
>>> metrics.register("second-largest", lambda sizes: sorted(sizes)[-2] if len(sizes) > 1 else sizes[0])
>>> metrics.largest_part([5, 3, 1]), metrics.part_count([5, 3, 1])
(5, 3)
"""

from bestguess.strategies.metrics import Metric, entropy, expected_size, largest_part, part_count
from bestguess.strategies.registry import register_metric as register

__all__ = ["Metric", "entropy", "expected_size", "largest_part", "part_count", "register"]
