"""Tests and positions → a `Stage`: further functions behind those of a finished Program, and data that says when each is run."""
