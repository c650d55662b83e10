// Pictures of films, and of compositions, by number.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreMedia
import QuartzVideo

/// The pictures that players and image generators show, in the order of their times.
protocol FilmPictures: Sendable {
  var pictureCount: Int { get }
  /// When the last picture ends.
  var end: CMTime { get }
  /// The length of the film.
  var duration: CMTime { get }
  /// The size of the pictures as they are shown.
  var shownSize: CGSize { get }
  /// Whether pictures may be brighter than white.
  var keepsLight: Bool { get }

  /// The number of the picture at a time, counting one that begins within a nanosecond; nil before
  /// the first.
  func number(at time: CMTime) -> Int?
  /// The last picture, of one and those before it, that needs no other one for its decoding.
  func key(before number: Int) -> Int
  /// The first picture after one that needs no other one for its decoding; nil if there is none.
  func key(after number: Int) -> Int?
  /// When a picture begins.
  func time(ofPicture number: Int) -> CMTime
  /// Decodes a picture, and waits for it; nil for a gap.
  func decode(_ number: Int) throws(VideoError) -> VideoPicture?
  /// Draws a picture brighter than white, and waits for it; nil for pictures that are decoded,
  /// whose own light becomes half floats.
  func drawn(_ number: Int) throws(VideoError) -> BrightPicture?
}

extension FilmPictures {
  func drawn(_ number: Int) throws(VideoError) -> BrightPicture? { nil }

  var end: CMTime { duration }

  var keepsLight: Bool { false }

  func key(before number: Int) -> Int { number }

  func key(after number: Int) -> Int? { number + 1 < pictureCount ? number + 1 : nil }
}

extension VideoDecoder: FilmPictures {
  var pictureCount: Int { index.count }
  var shownSize: CGSize { description.format?.shownSize ?? .zero }
  var keepsLight: Bool { description.format?.keepsLight ?? false }

  func key(before number: Int) -> Int { index.key(before: number) }

  func key(after number: Int) -> Int? { index.isKey[(number + 1)...].firstIndex(of: true) }

  func decode(_ number: Int) throws(VideoError) -> VideoPicture? { try picture(number) }
}

/// The pictures of a composition's track, of the decoders of its films.
final class CompositionPictures: FilmPictures {
  private struct Entry {
    var time: CMTime
    // Nil for a gap.
    var source: (decoder: VideoDecoder, number: Int)?
  }

  private let entries: [Entry]
  private let transform: CGAffineTransform
  let duration: CMTime
  let shownSize: CGSize
  let keepsLight: Bool

  /// Opens the films of a track.
  ///
  /// - Parameter duration: Of the composition.
  init(_ track: AVAssetTrack, duration: CMTime) throws(AVError) {
    var decoders: [ObjectIdentifier: VideoDecoder] = [:]
    var entries: [Entry] = []
    var start = CMTime.zero
    for piece in track.pieces {
      defer { start += piece.duration }
      guard let source = piece.track?.source else {
        entries.append(Entry(time: start))
        continue
      }
      let decoder: VideoDecoder
      if let known = decoders[ObjectIdentifier(source)] {
        decoder = known
      } else {
        decoder = try source.open()
      }
      decoders[ObjectIdentifier(source)] = decoder
      var number = decoder.number(at: piece.range.start)
      // Before its first picture a film has nothing to show.
      if number == nil { entries.append(Entry(time: start)) }
      if let first = number { entries.append(Entry(time: start, source: (decoder, first))) }
      while true {
        let next = (number ?? -1) + 1
        guard next < decoder.index.count else { break }
        let time = decoder.time(ofPicture: next)
        guard time < piece.range.end, entries.count < VideoLimits.pictures else { break }
        entries.append(Entry(time: start + piece.offset(time), source: (decoder, next)))
        number = next
      }
    }
    guard entries.contains(where: { $0.source != nil }) else {
      throw AVError(.failedToLoadMediaData, "a composition without pictures")
    }
    self.entries = entries
    keepsLight = decoders.values.contains(where: \.keepsLight)
    transform = track.preferredTransform
    self.duration = duration
    let rect = CGRect(origin: .zero, size: track.naturalSize).applying(transform)
    shownSize = CGSize(width: rect.width.rounded(), height: rect.height.rounded())
  }

  var pictureCount: Int { entries.count }

  func number(at time: CMTime) -> Int? {
    if time.isPositiveInfinity { return entries.count - 1 }
    guard time.isNumeric else { return nil }
    let late = time + CMTime(value: 1, timescale: 1_000_000_000)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].time > late { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? low - 1 : nil
  }

  func time(ofPicture number: Int) -> CMTime { entries[number].time }

  func decode(_ number: Int) throws(VideoError) -> VideoPicture? {
    guard let (decoder, place) = entries[number].source else { return nil }
    let picture = try decoder.picture(place)
    var format = picture.format
    let t = transform
    format.transform = [t.a, t.b, t.c, t.d, t.tx, t.ty].map { Double($0) }
    return VideoPicture(number: number, format: format, memory: picture.memory)
  }
}
