"""`python -m tools.schemas` writes the JSON schemas that ship, in src/bestguess/data/schema_files.

The models of what the server answers are those of its API (bestguess.web.schemas). *printed* has models of what only
commands print, which add to these where both say the same; *filed* those of files. *documents* says which document has
which model, and *writing* makes schemas of them. tests/test_schemas.py compares the files with what is written now.
"""
