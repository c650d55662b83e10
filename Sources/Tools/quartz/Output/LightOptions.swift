// The command line's options for pictures brighter than white.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import QuartzModel

/// The range of light of pictures.
enum LightRange: String, CaseIterable, ExpressibleByArgument {
  case standard, extended
}

/// The curve of the numbers in a file.
enum LightTransfer: String, CaseIterable, ExpressibleByArgument {
  case pq, hlg, linear, srgb

  /// The number that files have for it: ITU-T H.273, table 3.
  fileprivate var code: Int {
    switch self {
    case .pq: 16
    case .hlg: 18
    case .linear: 8
    case .srgb: 13
    }
  }
}

/// The primaries of the numbers in a file.
enum LightGamut: String, CaseIterable, ExpressibleByArgument {
  case srgb
  case p3
  case rec2020 = "2020"

  /// The number that files have for them: ITU-T H.273, table 2.
  fileprivate var code: Int {
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

struct LightOptions: ParsableArguments, Sendable {
  @Option(
    help: """
      The light of the picture: standard, or extended for a PNG of 16 bits with what is brighter \
      than white.
      """
  )
  var range = LightRange.standard

  @Option(
    help: ArgumentHelp(
      """
      With --range extended, how many times as bright as white the picture may be: 1...64. \
      Default: 4.926108, which is 1000 nits.
      """,
      valueName: "factor"
    )
  )
  var headroom: Double?

  @Option(
    help: "With --range extended, the curve of the file: pq, hlg, linear or srgb. Default: pq."
  )
  var transfer: LightTransfer?

  @Option(
    help: "With --range extended, the primaries of the file: srgb, p3 or 2020. Default: 2020."
  )
  var gamut: LightGamut?

  func validate() throws {
    if range == .standard, headroom != nil || transfer != nil || gamut != nil {
      throw ValidationError("--headroom, --transfer and --gamut are for --range extended")
    }
    if let headroom, !(1...Double(OutputRange.largestHeadroom)).contains(headroom) {
      throw ValidationError("--headroom must be in 1...64")
    }
  }

  /// The pictures; nil for those of standard range.
  var picture: LightPicture? {
    guard range == .extended else { return nil }
    let headroom = headroom.map { Float($0) } ?? kCGDefaultHDRImageContentHeadroom
    return LightPicture(
      range: .extended(headroom: headroom),
      colors: CodedColors(
        primaries: (gamut ?? .rec2020).code,
        transfer: (transfer ?? .pq).code
      )
    )
  }
}
