// The properties of a film: its tracks and the form of its pictures.
// Licensed under the MIT license; see LICENSE.

/// A fraction.
package struct Ratio: Codable, Equatable, Hashable, Sendable {
  package var numerator: Int64
  package var denominator: Int64

  package init(_ numerator: Int64, _ denominator: Int64) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// A fraction as `30000/1001` or `4:3`; nil for other texts and for a denominator of 0.
  package init?(_ text: String) {
    let parts = text.split { $0 == "/" || $0 == ":" }
    guard parts.count == 2, let first = Int64(parts[0]), let second = Int64(parts[1]), second > 0
    else { return nil }
    self.init(first, second)
  }

  package var value: Double { Double(numerator) / Double(denominator) }
}

/// One track of a film.
package struct FilmTrack: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case video, audio, text, other
  }

  /// Its place in the file, from 0.
  package var index: Int
  package var kind: Kind
  /// FFmpeg's name of the codec.
  package var codec: String
  /// The four characters by which the file names the codec; empty if it has none.
  package var tag: String
  /// Seconds of one unit of its times.
  package var timeBase: Ratio
  /// The first time in seconds, from the film's zero; nil if unknown.
  package var start: Double?
  /// In seconds; nil if unknown.
  package var duration: Double?
  /// As in ISO 639-2; nil if unknown.
  package var language: String?
  /// In pixels; 0 of tracks without pictures.
  package var width: Int
  package var height: Int
  /// Whether it is one picture for the whole file, as the cover of an album.
  package var isCover: Bool
  /// Whether players play it without being asked.
  package var isDefault: Bool
  /// Pictures a second on average; nil if unknown.
  package var rate: Ratio?
  /// Of sound; nil if unknown.
  package var channels: Int?
  /// Samples of a channel in a second, of sound; nil if unknown.
  package var sampleRate: Int?

  package init(index: Int, kind: Kind, codec: String, timeBase: Ratio) {
    (self.index, self.kind, self.codec, self.timeBase) = (index, kind, codec, timeBase)
    (tag, width, height, isCover, isDefault) = ("", 0, 0, false, false)
  }
}

/// The form of the pictures of a film.
package struct VideoFormat: Codable, Equatable, Sendable {
  package enum Layout: String, Codable, Sendable {
    /// Planes of Y, Cb, Cr, or of G, B, R, and perhaps alpha.
    case planar
    /// A plane of Y and perhaps one of alpha.
    case gray
    /// R, G, B, A bytes; alpha is not multiplied with.
    case rgba
  }

  package enum Matrix: Int, Codable, Sendable {
    case rec601 = 0
    case rec709 = 1
    case rec2020 = 2
    /// None: the planes are G, B and R.
    case rgb = 3
  }

  /// The light that red, green and blue stand for.
  package enum Primaries: Int, Codable, Sendable {
    case rec709 = 1
    case rec2020 = 9
    case displayP3 = 12
  }

  /// How light is encoded.
  package enum Transfer: Int, Codable, Sendable {
    /// Of standard range: shown as sRGB.
    case standard = 1
    /// SMPTE ST 2084.
    case pq = 16
    /// ITU-R BT.2100, HLG.
    case hlg = 18
  }

  package var width: Int
  package var height: Int
  package var layout: Layout
  /// Bits of a sample, 8...16; more than 8 are in two bytes, the lower one first.
  package var depth: Int
  /// Whether Cb and Cr have half the samples of an axis, rounded up.
  package var halvesX: Bool
  package var halvesY: Bool
  /// Whether the samples of a halved axis lie between two pixels.
  package var betweenX: Bool
  package var betweenY: Bool
  package var hasAlpha: Bool
  package var matrix: Matrix
  package var isFullRange: Bool
  package var primaries: Primaries
  package var transfer: Transfer
  /// Nits of the brightest light, 203...10,000; of standard range it does not count.
  package var mostNits: Double
  /// FFmpeg's name of this form.
  package var pixelFormat: String
  /// The width of a pixel over its height.
  package var aspect: Ratio
  /// How the pictures are turned for showing: a, b, c, d, tx, ty of an affine transform.
  package var transform: [Double]

  /// A form of opaque pictures that are not turned.
  package init(width: Int, height: Int, layout: Layout, pixelFormat: String) {
    (self.width, self.height, self.layout, self.pixelFormat) = (width, height, layout, pixelFormat)
    depth = 8
    (halvesX, halvesY, betweenX, betweenY) = (false, false, false, false)
    (hasAlpha, matrix, isFullRange) = (false, .rec601, false)
    (primaries, transfer, mostNits) = (.rec709, .standard, 1000)
    aspect = Ratio(1, 1)
    transform = [1, 0, 0, 1, 0, 0]
  }

  /// A plane of a picture.
  package struct Plane: Equatable, Sendable {
    package var offset: Int
    package var rowBytes: Int
    package var rows: Int
  }

  /// The planes in the order of the file: Y, Cb, Cr, or G, B, R, and alpha; rows and planes touch.
  package var planes: [Plane] {
    var planes: [Plane] = []
    var offset = 0
    func add(_ columns: Int, _ rows: Int, _ bytes: Int) {
      planes.append(Plane(offset: offset, rowBytes: columns * bytes, rows: rows))
      offset += columns * bytes * rows
    }
    let bytes = depth > 8 ? 2 : 1
    switch layout {
    case .rgba: add(width, height, 4)
    case .gray: add(width, height, bytes)
    case .planar:
      add(width, height, bytes)
      let columns = halvesX ? (width + 1) / 2 : width
      let rows = halvesY ? (height + 1) / 2 : height
      add(columns, rows, bytes)
      add(columns, rows, bytes)
    }
    if hasAlpha, layout != .rgba { add(width, height, bytes) }
    return planes
  }

  /// The bytes of all planes.
  package var byteCount: Int { planes.reduce(0) { $0 + $1.rowBytes * $1.rows } }

  /// Whether all numbers are in their ranges; a decoder that was broken into may send any.
  package var isSane: Bool {
    let side = 1...VideoLimits.side
    return side.contains(width) && side.contains(height) && (8...16).contains(depth)
      && byteCount <= VideoLimits.pictureBytes && transform.count == 6
      && transform.allSatisfy(\.isFinite) && aspect.numerator > 0 && aspect.denominator > 0
      && (0.01...100).contains(aspect.value) && (203...10_000).contains(mostNits)
  }

  /// Whether light brighter than white can be in the pictures.
  package var isHDR: Bool { transfer != .standard }

  /// Whether pictures are made into half floats that keep such light: those of bytes of R, G, B, A
  /// are not.
  package var keepsLight: Bool { isHDR && layout != .rgba }

  /// The ratio of the brightest light of the pictures to white, at least 1; 1 of standard range.
  package var headroom: Double { isHDR ? mostNits / 203 : 1 }
}

/// The words of a file about the light of its pictures, beyond what decoding needs.
package struct FilmLight: Codable, Equatable, Sendable {
  /// The display that the film was made on.
  package struct Mastering: Codable, Equatable, Sendable {
    /// The places of red, green, blue and white: x and y of CIE 1931 each.
    package var places: [Double]
    /// Nits.
    package var least: Double
    /// Nits.
    package var most: Double

    package init(places: [Double], least: Double, most: Double) {
      (self.places, self.least, self.most) = (places, least, most)
    }
  }

  /// FFmpeg's name of the primaries; nil if the file names none.
  package var primaries: String?
  /// FFmpeg's name of how light is encoded; nil if the file does not name it.
  package var transfer: String?
  /// FFmpeg's name of the matrix; nil if the file names none.
  package var matrix: String?
  /// Nil if the file does not say it.
  package var mastering: Mastering?
  /// The nits of the brightest pixel of the film (MaxCLL); nil if the file does not say it.
  package var brightest: Int?
  /// The most nits of a picture on average (MaxFALL); nil if the file does not say it.
  package var average: Int?

  /// Nothing.
  package init() {}
}

/// A film as the decoder describes it.
package struct FilmDescription: Codable, Equatable, Sendable {
  /// FFmpeg's names of the kind of file.
  package var container: String
  package var tracks: [FilmTrack]
  /// The place of the track in `tracks` whose pictures are read; nil if there is none.
  package var videoTrack: Int?
  /// The form of its pictures.
  package var format: VideoFormat?
  /// In seconds, as the file says; nil if it does not.
  package var duration: Double?
  /// The words of the file about the light of its pictures.
  package var light = FilmLight()
  /// Whether the pictures have an alpha layer that is not decoded.
  package var hasHiddenAlpha = false

  package init(container: String, tracks: [FilmTrack]) {
    (self.container, self.tracks) = (container, tracks)
  }
  /// The track of sound that is heard unless somebody asks for another one: the first that players
  /// play by themselves, or else the first; nil for a silent film.
  package var audibleTrack: FilmTrack? {
    let sounds = tracks.filter { $0.kind == .audio }
    return sounds.first(where: \.isDefault) ?? sounds.first
  }
}
