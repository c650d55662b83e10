"""The tests' own helpers.

Licensed under the MIT license; see LICENSE.
"""

pytest_plugins = ["pytester"]
