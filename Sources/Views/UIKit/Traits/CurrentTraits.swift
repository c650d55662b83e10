// The traits of the calling thread and those of the main screen.
// Licensed under the MIT license; see LICENSE.

package import Foundation
import Synchronization

/// The default traits.
package enum CurrentTraits {
  private static let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { pointer in
      guard let pointer else { return }
      Unmanaged<UITraitCollection>.fromOpaque(pointer).release()
    }
    precondition(code == 0, "no thread-specific key: \(code)")
    return key
  }()

  /// The traits that were set on the calling thread; nil if none were.
  static var thread: UITraitCollection? {
    get {
      pthread_getspecific(threadKey).map {
        Unmanaged<UITraitCollection>.fromOpaque($0).takeUnretainedValue()
      }
    }
    set {
      let old = pthread_getspecific(threadKey)
      pthread_setspecific(threadKey, newValue.map { Unmanaged.passRetained($0).toOpaque() })
      if let old { Unmanaged<UITraitCollection>.fromOpaque(old).release() }
    }
  }

  private static let ofScreen = Mutex(
    UITraitCollection { traits in
      traits.userInterfaceStyle = .light
      traits.userInterfaceIdiom = .phone
      traits.layoutDirection = .leftToRight
      traits.displayScale = 2
      traits.horizontalSizeClass = .compact
      traits.verticalSizeClass = .regular
      traits.forceTouchCapability = .unavailable
      traits.preferredContentSizeCategory = .large
      traits.displayGamut = .SRGB
      traits.accessibilityContrast = .normal
      traits.userInterfaceLevel = .base
      traits.legibilityWeight = .regular
      traits.activeAppearance = .active
    }
  )

  /// The traits of the main screen, for threads without others.
  ///
  /// The screen sets them whenever its own change. At first: a light phone of two pixels a point.
  package static var screen: UITraitCollection {
    get { ofScreen.withLock { $0 } }
    set { ofScreen.withLock { $0 = newValue } }
  }

  /// The scale of the main screen: pixels of a point, positive.
  package static var screenScale: CGFloat {
    let scale = screen.displayScale
    return scale > 0 && scale.isFinite ? scale : 1
  }
}
