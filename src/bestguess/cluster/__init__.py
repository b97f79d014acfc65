"""Run one search, or many small ones, by the workers of an executor: `executors`, `tasks` and `coordinator`.

Imported only when a caller gives an executor or opens a cluster.
"""
