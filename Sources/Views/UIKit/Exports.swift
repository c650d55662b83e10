// `import UIKit` gives the modules that views are made of, as on Apple's platforms.
// Licensed under the MIT license; see LICENSE.

@_exported public import CoreGraphics
@_exported public import CoreImage
@_exported public import CoreText
@_exported public import Foundation
@_exported public import QuartzCore
@_exported public import QuartzFoundation
@_exported public import QuartzViews
