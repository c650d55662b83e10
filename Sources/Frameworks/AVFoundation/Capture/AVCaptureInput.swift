// The sources of a capture session.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
public import Foundation

/// A source of pictures or of sound for a session.
open class AVCaptureInput: NSObject {
  /// One kind of what a source gives.
  open class Port: NSObject {
    /// The source; nil once it is gone.
    open private(set) weak var input: AVCaptureInput?
    /// The medium.
    public let mediaType: AVMediaType
    /// Whether the port gives anything; true by default.
    ///
    /// It counts when the session starts.
    open var isEnabled = true

    init(_ input: AVCaptureInput, _ mediaType: AVMediaType) {
      (self.input, self.mediaType) = (input, mediaType)
    }

    /// The description of the pictures, or of the sound; nil once the source is gone.
    open var formatDescription: CMFormatDescription? {
      (input as? AVCaptureDeviceInput)?.device.activeFormat.formatDescription
    }

    /// The class, with its module for a class of the program, and the address.
    open override var description: String { objectText }
  }

  weak var session: AVCaptureSession?
  private var storedPorts: [Port] = []

  init(_ mediaType: AVMediaType) {
    super.init()
    storedPorts = [Port(self, mediaType)]
  }

  /// The media that it gives: pictures, or sound.
  open var ports: [Port] { storedPorts }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// A camera, or a microphone, as the source of a session.
open class AVCaptureDeviceInput: AVCaptureInput {
  /// The device.
  public let device: AVCaptureDevice

  /// The pictures of a camera, or the sound of a microphone.
  ///
  /// - Throws: Nothing: the device is opened when the session starts, which says so if it cannot
  ///   be.
  public init(device: AVCaptureDevice) throws {
    self.device = device
    super.init(device.mediaType)
  }
}
