// One name for the views of several platforms.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore

#if os(iOS) || os(tvOS) || os(visionOS)
import UIKit

public typealias PlotBaseView = UIView
public typealias PlotColor = UIColor

func plotScale() -> CGFloat { UIScreen.main.scale }
#elseif os(macOS)
import AppKit

public typealias PlotBaseView = NSView
public typealias PlotColor = NSColor

func plotScale() -> CGFloat { NSScreen.main?.backingScaleFactor ?? 1 }
#endif
