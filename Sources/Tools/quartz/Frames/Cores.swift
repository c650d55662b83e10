// The number of cores.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The number of threads that can run at the same time.
let cores = max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
