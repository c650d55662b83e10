// The version of the programs.
// Licensed under the MIT license; see LICENSE.

/// The version of the programs and of the package; scripts/version writes it, from VERSION.
package let programVersion = "0.2.0"
