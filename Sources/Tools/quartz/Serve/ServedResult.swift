// The two things that requests ask for, and their formats.
// Licensed under the MIT license; see LICENSE.

import QuartzEncoding

/// A picture or a film.
enum ServedResult: String, CaseIterable, Sendable {
  case picture, film

  /// The path of its requests.
  var path: String { "/v1/\(rawValue)" }

  /// The formats by their words in queries, the usual one first, with their media types.
  var formats: [(word: String, mediaType: String)] {
    switch self {
    case .picture: PictureFormat.allCases.map { ($0.rawValue, $0.mediaType) }
    case .film: FilmFormat.allCases.map { ($0.rawValue, $0.mediaType) } + [("png", "image/apng")]
    }
  }

  /// The media types of its answers, each once.
  var mediaTypes: [String] { Set(formats.map(\.mediaType)).sorted() }

  /// The parameters that its requests may have.
  var parameters: [ServeParameter] {
    let own = self == .picture ? ServeParameter.ofPictures : ServeParameter.ofFilms
    return [.format(formats.map(\.word))] + own + ServeParameter.ofBoth
  }
}

extension PictureFormat {
  fileprivate var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpg, .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .tiff, .tif: "image/tiff"
    case .jp2: "image/jp2"
    }
  }
}

extension FilmFormat {
  fileprivate var mediaType: String {
    switch self {
    case .mp4: "video/mp4"
    case .mov: "video/quicktime"
    case .m4v: "video/x-m4v"
    case .mkv: "video/matroska"
    case .webm: "video/webm"
    case .gif: "image/gif"
    }
  }
}
