// As on Apple's platforms, AVKit brings AVFoundation and UIKit along.
// Licensed under the MIT license; see LICENSE.

@_exported public import AVFoundation
@_exported public import UIKit
