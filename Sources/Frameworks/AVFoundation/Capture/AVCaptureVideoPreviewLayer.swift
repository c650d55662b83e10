// Layers that show the pictures of a camera.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
public import QuartzCore
import QuartzSharing
import QuartzVideo

/// A layer that shows the pictures of a session's camera.
///
///     let layer = AVCaptureVideoPreviewLayer(session: session)
///     layer.frame = root.bounds
///     root.addSublayer(layer)
///
/// The newest picture shows, as the layer's contents: transforms, corners, masks, filters and
/// animations have their effect on it. Before the first picture the layer is empty; a camera that
/// was stopped, or is gone, leaves its last one. Layers of one session show one picture.
///
/// **Differences**: changes of `videoGravity` animate between `.resizeAspect` and
/// `.resizeAspectFill`; to and from `.resize` the picture jumps.
open class AVCaptureVideoPreviewLayer: CALayer {
  private var strongSession: AVCaptureSession?
  private var storedConnection: AVCaptureConnection?

  /// A layer without a session.
  public override init() {
    super.init()
    contentsGravity = .resizeAspect
  }

  /// A layer that shows the camera of a session.
  public convenience init(session: AVCaptureSession) {
    self.init()
    self.session = session
  }

  /// A layer of a session, which is connected all the same.
  ///
  /// **Differences**: all layers of a session show its one camera.
  public convenience init(sessionWithNoConnection session: AVCaptureSession) {
    self.init(session: session)
  }

  /// A copy of a layer's values, for presentation layers.
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let original = layer as? AVCaptureVideoPreviewLayer else { return }
    videoGravity = original.videoGravity
    strongSession = original.strongSession
  }

  /// A layer of an archive, without a session; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    contentsGravity = .resizeAspect
  }

  deinit {
    // Copies for presentation were never added.
    strongSession?.preview.remove(self)
  }

  /// The session whose camera shows; nil if there is none.
  open var session: AVCaptureSession? {
    get { strongSession }
    set {
      guard newValue !== strongSession else { return }
      strongSession?.preview.remove(self)
      strongSession = newValue
      newValue?.preview.add(self)
      // A slot without a picture shows nothing.
      storeContents(newValue?.preview.slot)
      frameCallback =
        newValue == nil
        ? nil
        : { [weak self] _, _ in self.map { $0.follow($0.presentation()?.bounds ?? $0.bounds) } }
    }
  }

  /// The way from the camera; nil without a session that has one.
  open var connection: AVCaptureConnection? { strongSession?.preview.connection(of: self) }

  /// Whether pictures flow.
  open var isPreviewing: Bool { strongSession?.isRunning ?? false }

  /// How pictures fill the layer; `.resizeAspect` by default.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet {
      guard videoGravity != oldValue else { return }
      changeCut(videoGravity, pictureSize, from: oldValue)
    }
  }

  private var pictureSize: CGSize { strongSession?.preview.slot.size ?? .zero }

  private func follow(_ bounds: CGRect) {
    followCut(videoGravity, pictureSize, in: bounds)
  }

  // MARK: Places

  /// Where the picture shows, beyond the layer for `.resizeAspectFill`; the bounds before the
  /// picture's size is known.
  private var pictureRect: CGRect { videoGravity.rect(of: pictureSize, in: bounds) }

  /// A point of the layer as one of the camera's picture: 0...1 from its top left.
  ///
  /// A layer without an area has (0, 0) for all points.
  open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
    let rect = pictureRect
    guard rect.width > 0, rect.height > 0 else { return .zero }
    let y = (pointInLayer.y - rect.minY) / rect.height
    return CGPoint(
      x: (pointInLayer.x - rect.minX) / rect.width,
      y: contentsAreFlipped() ? y : 1 - y
    )
  }

  /// A point of the camera's picture, 0...1 from its top left, as one of the layer.
  open func layerPointConverted(
    fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint
  ) -> CGPoint {
    let rect = pictureRect
    let point = captureDevicePointOfInterest
    let y = contentsAreFlipped() ? point.y : 1 - point.y
    return CGPoint(x: rect.minX + point.x * rect.width, y: rect.minY + y * rect.height)
  }

  /// A rectangle of the layer as one of the camera's picture.
  open func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
    let rect = rectInLayerCoordinates
    return AVCaptureVideoPreviewLayer.rect(
      captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.minX, y: rect.minY)),
      captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.maxX, y: rect.maxY))
    )
  }

  /// A rectangle of the camera's picture as one of the layer.
  open func layerRectConverted(
    fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect
  ) -> CGRect {
    let rect = rectInMetadataOutputCoordinates
    return AVCaptureVideoPreviewLayer.rect(
      layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.minX, y: rect.minY)),
      layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.maxX, y: rect.maxY))
    )
  }

  private static func rect(_ one: CGPoint, _ other: CGPoint) -> CGRect {
    CGRect(
      x: min(one.x, other.x),
      y: min(one.y, other.y),
      width: abs(one.x - other.x),
      height: abs(one.y - other.y)
    )
  }
}

/// The newest picture of a session, for all of its layers.
final class PreviewSink: CaptureSink {
  private struct State {
    var ports: [AVCaptureInput.Port] = []
    // The ways to layers, by the layers.
    var connections: [ObjectIdentifier: AVCaptureConnection] = [:]
  }

  let slot = CAContentSlot()
  let gate = CaptureGate()
  private let state = Guarded(State())

  func take(_ picture: CameraPicture) {
    guard state.withLock({ !$0.connections.isEmpty }) else { return }
    // Without memory the picture before stays.
    guard let pixels = try? picture.picture.pixelBuffer else { return }
    try? slot.present(pixels)
  }

  func end(_ error: AVError?) {}

  /// Takes another layer.
  func add(_ layer: AVCaptureVideoPreviewLayer) {
    state.withLock { state in
      state.connections[ObjectIdentifier(layer)] =
        AVCaptureConnection(state.ports, layer, gate)
    }
  }

  /// Leaves a layer, which may be on its way to its end.
  func remove(_ layer: AVCaptureVideoPreviewLayer) {
    state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(layer)) }
  }

  /// Connects the layers with other sources.
  func connect(_ ports: [AVCaptureInput.Port]) {
    state.withLock { state in
      state.ports = ports
      for (key, connection) in state.connections {
        state.connections[key] = connection.videoPreviewLayer.map {
          AVCaptureConnection(ports, $0, gate)
        }
      }
    }
  }

  /// The ways from sources to layers; none without a source.
  var connections: [AVCaptureConnection] {
    state.withLock { $0.ports.isEmpty ? [] : Array($0.connections.values) }
  }

  func connection(of layer: AVCaptureVideoPreviewLayer) -> AVCaptureConnection? {
    state.withLock { $0.ports.isEmpty ? nil : $0.connections[ObjectIdentifier(layer)] }
  }
}
