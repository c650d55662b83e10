// Matrices and their functions.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting

@Suite struct CATransform3DTests {
}
