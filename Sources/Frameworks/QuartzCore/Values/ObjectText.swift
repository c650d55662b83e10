// Objects as text.
// Licensed under the MIT license; see LICENSE.

package import Foundation

/// The description that objects have by themselves on Apple's platforms.
///
/// Objective-C classes of Apple's have no module in their names. `NSObject.description` writes the
/// name that the runtime has: `CABasicAnimation`, and `Clock.Spin` for a class of a Swift program.
/// That of swift-corelibs-foundation leaves out the module of every class. So each open class of
/// ours that is derived from NSObject alone overrides `description` with `objectText`.
package enum ObjectText {
  /// The modules whose classes have their plain names there.
  private static let plainModules: Set<Substring> = [
    "QuartzCore", "UIKit", "AppKit", "CoreImage", "AVFoundation", "OpenGLES", "GLKit",
  ]

  /// Returns the class and the address: `<CALayer: 0x7f00>`, `<Clock.Dial: 0x7f00>`.
  ///
  /// Classes of a program have their module's name before them.
  package static func short(_ object: NSObject) -> String { "<\(nameAndAddress(of: object))>" }

  /// Returns the class and the address without brackets, for texts that go on.
  package static func nameAndAddress(of object: NSObject) -> String {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    return "\(name(of: type(of: object))): 0x\(String(address, radix: 16))"
  }

  /// Returns the name of a class, with that of its module for a class of a program.
  package static func name(of type: AnyClass) -> String {
    let whole = String(reflecting: type)
    let module = whole.prefix { $0 != "." }
    return plainModules.contains(module) ? String(describing: type) : whole
  }
}

extension NSObject {
  /// The class, with its module for a class of a program, and the address.
  package final var objectText: String { ObjectText.short(self) }
}
