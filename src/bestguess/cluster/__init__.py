"""A search, or many small ones, by the workers of an executor: `executors`, `tasks` and `coordinator`.

Imported where an executor is given, or a cluster opened.
"""
