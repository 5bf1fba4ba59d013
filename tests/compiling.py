"""The mark of tests that say something of compiled rules alone."""

import pytest

from amyitis.engine.compiled import compiling_allowed

needs_compiler = pytest.mark.skipif(not compiling_allowed(), reason="nothing may be compiled")
