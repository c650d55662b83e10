// A test of views needs the strategies and the views.
// Licensed under the MIT license; see LICENSE.

@_exported public import QuartzTesting
@_exported public import UIKit
