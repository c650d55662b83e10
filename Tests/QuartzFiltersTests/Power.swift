// Powers for the tests' formulas.
// Licensed under the MIT license; see LICENSE.

import Glibc

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
