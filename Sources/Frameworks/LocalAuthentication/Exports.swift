// Local Authentication brings Foundation along, as Apple's does.
// Licensed under the MIT license; see LICENSE.

@_exported public import Foundation
