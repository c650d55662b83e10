// Where the pictures of a capture session go.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzVideo
import Synchronization

/// Gets the pictures of a session, on the camera's thread.
protocol CaptureSink: AnyObject, Sendable {
  /// Takes a picture; it may not wait.
  func take(_ picture: CameraPicture)
  /// There are no more pictures until the session starts again.
  ///
  /// - Parameter error: Nil for a session that was stopped.
  func end(_ error: AVError?)
}

/// Lets pictures through, or not.
final class CaptureGate: Sendable {
  private let isOpenValue = Atomic(true)

  var isOpen: Bool {
    get { isOpenValue.load(ordering: .relaxed) }
    set { isOpenValue.store(newValue, ordering: .relaxed) }
  }
}

/// The way from a source of a session to an output, or to a layer.
open class AVCaptureConnection: NSObject {
  /// The media that come from the sources.
  public let inputPorts: [AVCaptureInput.Port]
  /// The output; nil for a layer, and once it is gone.
  open private(set) weak var output: AVCaptureOutput?
  /// The layer; nil for an output, and once it is gone.
  open private(set) weak var videoPreviewLayer: AVCaptureVideoPreviewLayer?
  private let gate: CaptureGate

  init(_ ports: [AVCaptureInput.Port], _ output: AVCaptureOutput) {
    (inputPorts, self.output, gate) = (ports, output, output.gate)
  }

  init(_ ports: [AVCaptureInput.Port], _ layer: AVCaptureVideoPreviewLayer, _ gate: CaptureGate) {
    (inputPorts, videoPreviewLayer, self.gate) = (ports, layer, gate)
  }

  /// Whether pictures go through; true by default.
  open var isEnabled: Bool {
    get { gate.isOpen }
    set { gate.isOpen = newValue }
  }

  /// Whether the session runs and pictures go through.
  open var isActive: Bool {
    isEnabled && (output?.session ?? videoPreviewLayer?.session)?.isRunning ?? false
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// Where the pictures of a session go.
open class AVCaptureOutput: NSObject {
  weak var session: AVCaptureSession?
  let sink: any CaptureSink
  let gate = CaptureGate()
  private var stored: [AVCaptureConnection] = []

  init(sink: any CaptureSink) {
    self.sink = sink
  }

  /// The ways from the session's sources; none without a session that has a source.
  open var connections: [AVCaptureConnection] { stored }

  /// The way for a medium; nil if there is none.
  open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    stored.first { $0.inputPorts.contains { $0.mediaType == mediaType } }
  }

  /// Connects the output with other sources, or none.
  func connect(_ ports: [AVCaptureInput.Port]) {
    stored = ports.isEmpty ? [] : [AVCaptureConnection(ports, self)]
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
