"""The documentation site (`make docs`): what is made from code and documents while it is built."""
