// Exports whose frames are the planes of a film, but for where layers lie.
// Licensed under the MIT license; see LICENSE.

@testable import AVFoundation
import FilmSamples
import Foundation
import QuartzEncoding
import Testing

/// A film of 64 x 48, in the colours of HDTV, whose every pixel changes.
private struct ColorFilm {
  static let (width, height, count) = (64, 48, 12)
  static let bytes = width * height * 3 / 2
  let folder: Folder
  let asset: AVURLAsset

  /// - Parameter place: Where colours lie, by x264's number.
  init(place: Int = 0) throws {
    folder = try Folder()
    let path = folder.file("film.mp4")
    let source = "testsrc2=size=\(Self.width)x\(Self.height):rate=25:duration=0.48"
    try ffmpeg([
      "-f", "lavfi", "-i", source, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-colorspace",
      "bt709", "-color_range", "tv", "-x264-params", "chromaloc=\(place)", "-threads", "1", path,
    ])
    asset = AVURLAsset(url: URL(fileURLWithPath: path))
  }

  /// The planes of all pictures.
  func planes() throws -> [UInt8] {
    let path = folder.file("film.yuv")
    try ffmpeg(["-i", folder.file("film.mp4"), "-f", "rawvideo", path])
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func time(_ place: Int) -> CMTime { CMTime(value: CMTimeValue(place), timescale: 25) }

  /// A composition with layers over the film.
  ///
  /// - Parameter arrange: Gets the parent and the layer of the film.
  func composition(_ arrange: (CALayer, CALayer) -> Void) -> AVMutableVideoComposition {
    let (parent, video) = (CALayer(), CALayer())
    parent.frame = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
    parent.isGeometryFlipped = true
    video.frame = parent.bounds
    parent.addSublayer(video)
    arrange(parent, video)
    let composition = AVMutableVideoComposition()
    composition.values = AVVideoComposition(propertiesOf: asset).values
    composition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video,
      in: parent
    )
    return composition
  }

  /// Takes the bytes of frames from the pipe to an encoder.
  func bytes(_ give: (FilmEncoder) throws -> Void) throws -> [UInt8] {
    let path = folder.file("frames.yuv")
    let form = ["-f", "rawvideo", "-pixel_format", "yuv420p"]
    let encoder = try FilmEncoder(
      FilmEncoder.quiet + form + ["-video_size", "\(Self.width)x\(Self.height)", "-i", "pipe:0"]
        + ["-f", "rawvideo", path]
    )
    try give(encoder)
    try encoder.finish()
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The frames of an export, and how they were made.
  func frames(
    _ composition: AVMutableVideoComposition
  ) throws -> (bytes: [UInt8], counters: ExportArtist.Counters, place: ChromaPlace) {
    let frames = try ExportFrames(composition.values, asset.tracks)
    let artist = try ExportArtist(frames, size: composition.renderSize, start: .zero)
    let bytes = try bytes { encoder in
      for place in 0..<Self.count { try artist.frame(at: time(place)).write(to: encoder) }
    }
    return (bytes, artist.counters, artist.place)
  }

  /// The frames of whole pictures, which are drawn and converted.
  func pictures(
    _ composition: AVMutableVideoComposition,
    _ place: ChromaPlace
  ) throws -> [UInt8] {
    let frames = try ExportFrames(composition.values, asset.tracks)
    let canvas = FilmCanvas(width: Self.width, height: Self.height)
    return try bytes { encoder in
      for number in 0..<Self.count {
        try frames.draw(at: time(number)) { pixels in
          guard let base = pixels.baseAddress else { return }
          canvas.base.copyMemory(from: base, byteCount: pixels.count)
        }
        let frame = FilmFrame(.yuv420, width: Self.width, height: Self.height, place: place)
        frame.update(from: canvas)
        try frame.write(to: encoder)
      }
    }
  }
}

private func layer(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = CGColor(red: 1, green: 0.8, blue: 0, alpha: 1)
  return layer
}

@Suite struct ExportPlaneTests {
  /// Whether a byte of planes depends on a pixel of a rectangle.
  private func reaches(_ place: Int, _ x: Range<Int>, _ y: Range<Int>, isLeft: Bool) -> Bool {
    let count = ColorFilm.width * ColorFilm.height
    guard place >= count else {
      return x.contains(place % ColorFilm.width) && y.contains(place / ColorFilm.width)
    }
    let half = ColorFilm.width / 2
    let sample = (place - count) % (count / 4)
    let (column, row) = (sample % half * 2, sample / half * 2)
    return x.overlaps(column - (isLeft ? 1 : 0)..<column + 2) && y.overlaps(row..<row + 2)
  }

  /// Planes are those of the film where no layer lies, and those of whole pictures where one does.
  @Test(arguments: [0, 1]) func planesAreTheFilmsButWhereLayersLie(place: Int) throws {
    let film = try ColorFilm(place: place)
    let arrange = { (parent: CALayer, _: CALayer) in
      let badge = layer(5, 19, 13, 11)
      badge.opacity = 0.4
      let move = CABasicAnimation(keyPath: "position.x")
      (move.byValue, move.duration) = (12, 0.48)
      move.beginTime = AVCoreAnimationBeginTimeAtZero
      badge.add(move, forKey: "move")
      parent.addSublayer(badge)
    }
    let (frames, counters, chroma) = try film.frames(film.composition(arrange))
    let isLeft = place == 0
    #expect(chroma == (isLeft ? .left : .middle))
    let pictures = try film.pictures(film.composition(arrange), chroma)
    let planes = try film.planes()
    try #require(frames.count == planes.count && pictures.count == planes.count)
    var (wrong, changed, blended) = (0, 0, 0)
    for place in frames.indices {
      let (number, byte) = (place / ColorFilm.bytes, place % ColorFilm.bytes)
      if reaches(byte, 5 + number..<18 + number, 19..<30, isLeft: isLeft) {
        blended += frames[place] == planes[place] ? 0 : 1
        // because: layers are rounded to bytes before they lie over the film, so that a pixel which
        // an edge covers in part may differ by a level.
        wrong += abs(Int(frames[place]) - Int(pictures[place])) > 1 ? 1 : 0
      } else {
        changed += frames[place] == planes[place] ? 0 : 1
      }
    }
    #expect(wrong == 0)
    #expect(changed == 0)
    #expect(blended > 1000)
    // The badge lies in two squares of the second row, and in the last picture in one.
    #expect(counters.planes == ColorFilm.count && counters.pictures == 0 && counters.changes == 0)
    #expect(counters.convertedPixels == 23 * 256)
  }

  /// Nothing but the squares of layers is converted.
  @Test func layersThatStandStillAreCountedBySquares() throws {
    let film = try ColorFilm()
    // Layers below the film do not show.
    let composition = film.composition { parent, _ in
      parent.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      let below = layer(0, 0, 64, 48)
      below.zPosition = -1
      parent.addSublayer(below)
      parent.addSublayer(layer(17, 33, 10, 10))
    }
    let (_, counters, _) = try film.frames(composition)
    let expected = ExportArtist.Counters(planes: 12, convertedPixels: 12 * 256)
    #expect(counters == expected)
    let plain = film.composition { _, _ in }
    let (bytes, none, _) = try film.frames(plain)
    #expect(none == ExportArtist.Counters(planes: 12))
    #expect(bytes == (try film.planes()))
  }

  /// Layers that change the film itself lead to whole pictures, with the same bytes as ever.
  @Test(arguments: [
    "opacity", "move", "scale", "corner", "mask", "filter", "blend", "portal", "group", "size",
  ])
  func filmsThatChangeAreDrawn(kind: String) throws {
    let film = try ColorFilm()
    let composition = film.composition { parent, video in
      let badge = layer(8, 8, 16, 16)
      parent.addSublayer(badge)
      switch kind {
      case "opacity": video.opacity = 0.5
      case "move": video.position.x += 1
      case "scale": video.transform = CATransform3DMakeScale(0.5, 1, 1)
      case "corner": (video.cornerRadius, video.masksToBounds) = (4, true)
      case "mask": video.mask = layer(0, 0, 40, 48)
      case "filter": badge.backgroundFilters = [CAFilter(type: "gaussianBlur")]
      case "blend": badge.compositingFilter = "multiplyBlendMode"
      case "portal":
        let portal = CAPortalLayer()
        portal.frame = CGRect(x: 30, y: 30, width: 20, height: 10)
        portal.sourceLayer = video
        parent.addSublayer(portal)
      case "group": (parent.opacity, parent.allowsGroupOpacity) = (0.9, true)
      default: video.bounds.size.width = 32
      }
    }
    let (frames, counters, place) = try film.frames(composition)
    #expect(frames == (try film.pictures(composition, place)))
    #expect(counters.planes == 0 && counters.pictures == 12 && counters.changes == 1)
  }

  /// Each frame goes its own way, whatever the one before was.
  @Test func filmsThatMoveForATimeAreDrawnForThatTime() throws {
    let film = try ColorFilm()
    let arrange = { (parent: CALayer, video: CALayer) in
      let move = CABasicAnimation(keyPath: "position.x")
      (move.byValue, move.duration, move.beginTime) = (12, 0.2, 0.12)
      move.isRemovedOnCompletion = false
      video.add(move, forKey: "move")
      parent.addSublayer(layer(0, 0, 16, 16))
    }
    let (frames, counters, place) = try film.frames(film.composition(arrange))
    // At 0.12 seconds nothing has moved yet; 0.16, 0.2, 0.24 and 0.28 are moved.
    let expected = ExportArtist.Counters(
      planes: 8,
      pictures: 4,
      // Colours of the square beside the layer's take the layer's last column.
      convertedPixels: 8 * 2 * 256 + 4 * 64 * 48,
      changes: 2
    )
    #expect(counters == expected)
    let pictures = try film.pictures(film.composition(arrange), place)
    let planes = try film.planes()
    for number in 0..<12 {
      let range = number * ColorFilm.bytes..<(number + 1) * ColorFilm.bytes
      let isDrawn = (4...7).contains(number)
      #expect((frames[range] == pictures[range]) == isDrawn, "\(number)")
      // The last row is without layers.
      let last = range.lowerBound + 47 * 64..<range.lowerBound + 48 * 64
      #expect((frames[last] == planes[last]) == !isDrawn, "\(number)")
    }
  }
}
