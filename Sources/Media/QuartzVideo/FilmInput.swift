// Films as files that FFmpeg reads.
// Licensed under the MIT license; see LICENSE.

/// Names of files, and the arguments that make FFmpeg read them and nothing else.
package enum FilmInput {
  private static let extensions: Set<Substring> = [
    "mp4", "m4v", "mov", "webm", "mkv", "avi", "ogv", "ts", "mpg", "mpeg", "flv", "wmv", "nut",
    "ivf", "y4m",
  ]

  /// Whether a file is a film, by its name.
  package static func isFilm(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return false }
    return extensions.contains(Substring(name[name.index(after: point)...].lowercased()))
  }

  /// The arguments for a film with everything in one file, without the network.
  ///
  /// - Parameter options: Of this input, before its name.
  package static func arguments(_ path: String, options: [String] = []) -> [String] {
    [
      "-protocol_whitelist", "file",
      "-format_whitelist", "mov,matroska,avi,ogg,mpegts,mpeg,flv,asf,nut,ivf,yuv4mpegpipe",
    ] + options + ["-i", "file:\(path)"]
  }
}
