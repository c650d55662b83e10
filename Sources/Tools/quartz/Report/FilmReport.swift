// The properties of a film as text.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import Foundation
import QuartzVideo

/// The text of `quartz info` about a film.
struct FilmReport {
  private let film: SharedFilm

  init(_ film: SharedFilm) {
    self.film = film
  }

  /// One line for each property.
  var lines: [String] {
    let description = film.description
    var lines: [String] = []
    func add(_ name: String, _ value: String) {
      lines.append(name + String(repeating: " ", count: max(10 - name.count, 1)) + value)
    }
    add("file", description.container)
    let format = description.format
    if let format, let number = description.videoTrack {
      let size = film.shownSize
      add("size", "\(Int(size.width)) x \(Int(size.height)) pixels")
      add("codec", "\(description.tracks[number].codec), \(format.pixelFormat)")
      add("rate", rate(description.tracks[number]))
      add("duration", "\(FilmReport.text(film.seconds)) s, \(film.index.count) pictures")
      add("rotation", FilmReport.rotation(format.transform))
      add("colour", FilmReport.colour(format))
      for (name, value) in FilmReport.light(description.light) { add(name, value) }
      let alpha = description.hasHiddenAlpha ? "alpha layer not decoded" : "no"
      add("alpha", format.hasAlpha ? "yes" : alpha)
    }
    for (number, track) in description.tracks.enumerated()
    where track.kind == .video && number != description.videoTrack {
      add("beside", "\(track.codec), \(track.width) x \(track.height) pixels, not shown")
    }
    let sounds = description.tracks.filter { $0.kind == .audio }
    for sound in sounds { add("sound", FilmReport.sound(sound)) }
    if sounds.isEmpty { add("sound", "none") }
    return lines
  }

  private func rate(_ track: FilmTrack) -> String {
    let times = film.index.times
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    let unit = film.index.timeBase.value
    // Files that count milliseconds round each time.
    let isConstant = (gaps.max() ?? 0) - (gaps.min() ?? 0) <= (unit >= 0.0009 ? 1 : 0)
    let words = isConstant ? "" : ", not constant"
    guard let rate = track.rate, rate.denominator > 1 else {
      return "\(FilmReport.text(film.rate)) a second\(words)"
    }
    let fraction = "\(rate.numerator)/\(rate.denominator)"
    return "\(FilmReport.text(rate.value)) a second (\(fraction))\(words)"
  }

  private static func text(_ number: Double) -> String {
    let text = String(format: "%.3f", number)
    guard text.hasSuffix("000") else { return text }
    return String(text.dropLast(4))
  }

  private static func rotation(_ transform: [Double]) -> String {
    guard transform.count == 6 else { return "none" }
    let (a, b, c, d) = (transform[0], transform[1], transform[2], transform[3])
    let isMirrored = a * d - b * c < 0
    let degrees = Int((atan2(b, a) * 180 / .pi).rounded())
    let turn = (degrees + 360) % 360
    let words = turn == 0 ? "" : "\(turn) degrees clockwise"
    let parts = [words, isMirrored ? "mirrored" : ""].filter { !$0.isEmpty }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  private static func colour(_ format: VideoFormat) -> String {
    guard format.layout == .planar else { return format.layout == .gray ? "grey" : "R, G, B" }
    let matrix =
      switch format.matrix {
      case .rec601: "BT.601"
      case .rec709: "BT.709"
      case .rec2020: "BT.2020"
      case .rgb: "R, G, B"
      }
    let range = format.isFullRange ? "full range" : "limited range"
    return "\(matrix), \(range), \(format.depth) bits" + light(format)
  }

  /// The words for films brighter than white; empty for others.
  private static func light(_ format: VideoFormat) -> String {
    let primaries =
      switch format.primaries {
      case .rec709: "BT.709"
      case .rec2020: "BT.2020"
      case .displayP3: "Display P3"
      }
    let curve: String
    switch format.transfer {
    case .standard: return ""
    case .pq: curve = "PQ"
    case .hlg: curve = "HLG"
    }
    let nits = text(format.mostNits)
    let headroom = String(format: "%.2f", format.mostNits / 203)
    return "; \(curve) of \(primaries), up to \(nits) nits, headroom \(headroom)"
  }

  /// The words of the file about its light, by H.273's names; empty if there are none.
  private static func light(_ light: FilmLight) -> [(String, String)] {
    var lines: [(String, String)] = []
    let names = [
      light.primaries.map { "primaries \($0)" }, light.transfer.map { "transfer \($0)" },
      light.matrix.map { "matrix \($0)" },
    ].compactMap(\.self)
    if !names.isEmpty { lines.append(("coded as", names.joined(separator: ", "))) }
    if let mastering = light.mastering {
      let places = zip(["R", "G", "B", "white"], stride(from: 0, to: 8, by: 2)).map { name, at in
        "\(name) \(exact(mastering.places[at])) \(exact(mastering.places[at + 1]))"
      }
      let nits = "\(exact(mastering.least)) to \(exact(mastering.most)) nits"
      lines.append(("mastered", "\(nits), " + places.joined(separator: ", ")))
    }
    let levels = [
      light.brightest.map { "MaxCLL \($0) nits" }, light.average.map { "MaxFALL \($0) nits" },
    ].compactMap(\.self)
    if !levels.isEmpty { lines.append(("light", levels.joined(separator: ", "))) }
    return lines
  }

  /// A number with as many digits as it needs, at most five behind the point.
  private static func exact(_ number: Double) -> String {
    let rounded = (number * 1e5).rounded() / 1e5
    return rounded == rounded.rounded() ? "\(Int(min(max(rounded, -1e9), 1e9)))" : "\(rounded)"
  }

  private static func sound(_ track: FilmTrack) -> String {
    var words = [track.codec]
    if let channels = track.channels {
      words.append(channels == 1 ? "1 channel" : "\(channels) channels")
    }
    if let rate = track.sampleRate { words.append("\(rate) samples a second") }
    if let language = track.language { words.append(language) }
    return words.joined(separator: ", ")
  }
}
