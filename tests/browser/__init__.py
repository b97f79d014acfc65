"""Tests of the page in a browser: a package, so that the browser ends with it."""
