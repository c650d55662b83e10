// Images and diagnostics for tests.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting
import Synchronization

@testable import QuartzCore

enum Images {
  /// 2 x 2 pixels: red, green; blue, transparent.
  static let checkers = make([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0])

  /// An image of 2 x 2 pixels, premultiplied.
  static func make(_ bytes: [UInt8]) -> CGImage {
    bytes.withUnsafeBytes { source in
      CGImage(
        PixelStorage(width: 2, height: 2) { target in
          target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<16]))
          return false
        }
      )
    }
  }
}

/// The alpha of a pixel of a picture, 0...255.
func alpha(_ image: CGImage, _ x: Int, _ y: Int) -> UInt8 {
  guard let bytes = image.dataProvider?.data else { return 0 }
  return bytes[y * image.bytesPerRow + x * 4 + 3]
}

/// The lines of diagnostics.
enum Lines {
  private static let turn = Mutex(())

  /// The lines that `body` reports on this thread.
  static func during(_ body: () -> Void) -> [String] {
    Diagnostics.lines(during: body)
  }

  /// Runs `body`, which may redirect lines, while no other test does.
  static func exclusively(_ body: ((@escaping @Sendable (String) -> Void) -> Void) -> Void) {
    turn.withLock { _ in
      body { Diagnostics.redirect(to: $0) }
      Diagnostics.redirect(to: nil)
    }
  }
}

extension LayerClass {
  /// A layer of the class.
  func makeLayer() -> CALayer {
    switch self {
    case .layer: CALayer()
    case .transform: CATransformLayer()
    case .shape: CAShapeLayer()
    case .gradient: CAGradientLayer()
    case .replicator: CAReplicatorLayer()
    case .text: CATextLayer()
    case .scroll: CAScrollLayer()
    case .tiled: CATiledLayer()
    case .emitter: CAEmitterLayer()
    case .backdrop: CABackdropLayer()
    case .portal: CAPortalLayer()
    }
  }
}
