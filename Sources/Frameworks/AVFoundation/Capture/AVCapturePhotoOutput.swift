// Single pictures of a camera.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreMedia
public import CoreVideo
public import Foundation
import ImageIO
import QuartzSharing
import QuartzVideo
import Synchronization

/// The form of a picture that is asked for.
open class AVCapturePhotoSettings: NSObject {
  /// The number of the request, from 1.
  public let uniqueID: Int64
  /// The form: `AVVideoCodecKey` or `kCVPixelBufferPixelFormatTypeKey`; nil for JPEG.
  public let format: [String: Any]?
  private static let last = Atomic<Int64>(0)

  /// A picture as JPEG.
  public override convenience init() {
    self.init(format: nil)
  }

  /// A picture of a form.
  ///
  /// - Parameter format: `AVVideoCodecKey` with `AVVideoCodecType.jpeg`, or
  ///   `kCVPixelBufferPixelFormatTypeKey` with BGRA or RGBA; other forms end in an error.
  public init(format: [String: Any]?) {
    self.format = format
    uniqueID = Self.last.add(1, ordering: .relaxed).newValue
  }

  /// Whether there are pictures of this form.
  var isKnown: Bool {
    guard let codec = format?[AVVideoCodecKey] else {
      return PictureBuffers(format?[kCVPixelBufferPixelFormatTypeKey]).isOfBytes
    }
    let name = (codec as? AVVideoCodecType)?.rawValue ?? codec as? String
    return name == AVVideoCodecType.jpeg.rawValue
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// The outcome of a request.
open class AVCaptureResolvedPhotoSettings: NSObject {
  /// The number of the request.
  public let uniqueID: Int64
  /// The size of the picture in pixels; 0 x 0 if there is none.
  public let photoDimensions: CMVideoDimensions
  /// How many pictures there are: 1, or 0 if there is none.
  open var expectedPhotoCount: Int { photoDimensions.width > 0 ? 1 : 0 }

  init(_ uniqueID: Int64, _ format: VideoFormat?) {
    self.uniqueID = uniqueID
    photoDimensions = CMVideoDimensions(
      width: Int32(clamping: format?.width ?? 0),
      height: Int32(clamping: format?.height ?? 0)
    )
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// A picture that was asked for.
open class AVCapturePhoto: NSObject {
  /// The outcome of the request.
  public let resolvedSettings: AVCaptureResolvedPhotoSettings
  /// The time of the picture, as `CACurrentMediaTime()` has it.
  public let timestamp: CMTime
  private let picture: VideoPicture?
  private let buffers: PictureBuffers?

  init(
    _ settings: AVCaptureResolvedPhotoSettings,
    _ picture: CameraPicture?,
    _ buffers: PictureBuffers?
  ) {
    (resolvedSettings, self.picture, self.buffers) = (settings, picture?.picture, buffers)
    timestamp = picture.map { CMTime(camera: $0.moment) } ?? .invalid
  }

  /// The number of the picture among those of its request, from 1.
  open var photoCount: Int { 1 }
  /// Whether the pixels are the camera's own: they are converted.
  open var isRawPhoto: Bool { false }

  /// The pixels, premultiplied and sRGB-encoded; nil for JPEG, and without a picture.
  open var pixelBuffer: CVPixelBuffer? {
    guard let picture, let buffers else { return nil }
    return buffers.buffer(of: picture)
  }

  /// The picture as an image; nil without a picture.
  open func cgImageRepresentation() -> CGImage? {
    picture.flatMap { FilmImage($0, isTurned: false).image }
  }

  /// The bytes of a file: JPEG; nil without a picture, and without memory.
  open func fileDataRepresentation() -> Data? {
    guard let image = cgImageRepresentation() else { return nil }
    let data = NSMutableData()
    guard let file = CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil) else {
      return nil
    }
    CGImageDestinationAddImage(file, image, nil)
    return CGImageDestinationFinalize(file) ? Data(referencing: data) : nil
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// Hears of a picture that was asked for, on a queue of the output's.
///
/// For each request all of its functions that matter are called once, in their order here.
public protocol AVCapturePhotoCaptureDelegate: AnyObject {
  /// The next picture of the camera is the one.
  func photoOutput(
    _ output: AVCapturePhotoOutput,
    willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  )
  /// The picture is taken.
  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  )
  /// The picture is there.
  ///
  /// - `error`: Nil if it is.
  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishProcessingPhoto photo: AVCapturePhoto,
    error: (any Error)?
  )
  /// Nothing else comes for the request.
  ///
  /// - `error`: Nil if there was a picture.
  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  )
}

extension AVCapturePhotoCaptureDelegate {
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput,
    willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}

  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput,
    didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}

  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishProcessingPhoto photo: AVCapturePhoto,
    error: (any Error)?
  ) {}

  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) {}
}

/// Takes single pictures of a session's camera.
///
/// A request gets the next picture that comes.
///
/// **Differences**: a request without a running session is an error of the request, and not of the
/// program.
open class AVCapturePhotoOutput: AVCaptureOutput {
  private let photos: PhotoSink

  /// An output of a session.
  public init() {
    let photos = PhotoSink()
    self.photos = photos
    super.init(sink: photos, media: [.video])
  }

  /// The codecs of files: JPEG.
  open var availablePhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }
  /// The formats of pixel buffers: BGRA and RGBA.
  open var availablePhotoPixelFormatTypes: [OSType] {
    [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA]
  }

  /// Takes the next picture.
  ///
  /// - `delegate`: Retained until it has heard of the end of the request.
  open func capturePhoto(
    with settings: AVCapturePhotoSettings,
    delegate: any AVCapturePhotoCaptureDelegate
  ) {
    let request = PhotoSink.Request(output: self, settings: settings, delegate: delegate)
    guard settings.isKnown else {
      let error = AVError(.unknown, "a photo of an unknown form; there are JPEG, BGRA and RGBA")
      return photos.answer(request, .failure(error))
    }
    guard session?.isRunning == true else {
      let error = AVError(.sessionNotRunning, "a photo of a session that does not run")
      return photos.answer(request, .failure(error))
    }
    photos.add(request)
  }
}

/// Requests of pictures that wait for the next one.
private final class PhotoSink: CaptureSink {
  struct Request {
    var output: AVCapturePhotoOutput
    var settings: AVCapturePhotoSettings
    var delegate: any AVCapturePhotoCaptureDelegate

    func answer(_ result: Result<CameraPicture, AVError>) {
      let picture = try? result.get()
      var error: AVError?
      if case .failure(let reason) = result { error = reason }
      let resolved = AVCaptureResolvedPhotoSettings(settings.uniqueID, picture?.picture.format)
      delegate.photoOutput(output, willBeginCaptureFor: resolved)
      if let picture {
        delegate.photoOutput(output, didCapturePhotoFor: resolved)
        let format = settings.format?[kCVPixelBufferPixelFormatTypeKey]
        let photo = AVCapturePhoto(resolved, picture, format.map { PictureBuffers($0) })
        delegate.photoOutput(output, didFinishProcessingPhoto: photo, error: nil)
      }
      delegate.photoOutput(output, didFinishCaptureFor: resolved, error: error)
    }
  }

  private let waiting = Guarded<[Request]>([])
  private let queue = DispatchQueue(label: "quartz.photos")

  func add(_ request: Request) {
    waiting.withLock { $0.append(request) }
  }

  func take(_ picture: CameraPicture) { answerAll(.success(picture)) }

  func end(_ error: AVError?) {
    answerAll(.failure(error ?? AVError(.sessionNotRunning, "the session was stopped")))
  }

  private func answerAll(_ result: Result<CameraPicture, AVError>) {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for request in all { answer(request, result) }
  }

  func answer(_ request: Request, _ result: Result<CameraPicture, AVError>) {
    // The queue alone has it from now on.
    let request = Transferred(request)
    queue.async { request.value.answer(result) }
  }
}
