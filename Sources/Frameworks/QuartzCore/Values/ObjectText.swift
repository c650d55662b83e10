// Objects as text.
// Licensed under the MIT license; see LICENSE.

package import Foundation

/// The description that objects have by themselves on Apple's platforms.
package enum ObjectText {
  /// The modules whose classes have their plain names there.
  private static let plainModules: Set<Substring> = [
    "QuartzCore", "UIKit", "AppKit", "CoreImage", "AVFoundation", "OpenGLES", "GLKit",
  ]

  /// Returns the class and the address: `<CALayer: 0x7f00>`, `<Clock.Dial: 0x7f00>`.
  ///
  /// Classes of a program have their module's name before them.
  package static func short(_ object: NSObject) -> String {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    return "<\(name(of: type(of: object))): 0x\(String(address, radix: 16))>"
  }

  /// Returns the name of a class, with that of its module for a class of a program.
  package static func name(of type: AnyClass) -> String {
    let whole = String(reflecting: type)
    let module = whole.prefix { $0 != "." }
    return plainModules.contains(module) ? String(describing: type) : whole
  }
}
