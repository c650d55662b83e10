// Pictures brighter than white, as files have them.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import QuartzEncoding
import QuartzModel

/// The range of light of pictures.
enum LightRange: String, CaseIterable, ExpressibleByArgument {
  case standard, extended
}

/// The curve of the numbers in a file.
enum LightTransfer: String, CaseIterable, ExpressibleByArgument {
  case pq, hlg, linear, srgb

  /// The number that files have for it: ITU-T H.273, table 3.
  var code: Int {
    switch self {
    case .pq: 16
    case .hlg: 18
    case .linear: 8
    case .srgb: 13
    }
  }

  /// The curve of films; nil for those that no film has.
  var film: FilmTransfer? {
    switch self {
    case .pq: .pq
    case .hlg: .hlg
    case .linear, .srgb: nil
    }
  }
}

/// The primaries of the numbers in a file.
enum LightGamut: String, CaseIterable, ExpressibleByArgument {
  case srgb
  case p3
  case rec2020 = "2020"

  /// The number that files have for them: ITU-T H.273, table 2.
  var code: Int {
    switch self {
    case .srgb: 1
    case .p3: 12
    case .rec2020: 9
    }
  }
}

/// Pictures of extended range, and the space that their files are in.
struct LightPicture: Sendable {
  var range: OutputRange
  var colors: CodedColors

  /// The picture of a frame as its file has it.
  func image(of frame: CGImage) throws(RenderFailure) -> CGImage {
    // A server may draw outputs of standard range only.
    guard frame.bitsPerComponent > 8 else { return frame }
    guard let image = frame.coded(colors) else {
      throw .encoding(path: "", reason: "the picture has no such colours")
    }
    return image
  }
}
