// quartz-video: decodes one film for the app that started it.
// Licensed under the MIT license; see LICENSE.
//
// The standard input is a socket to the app; QuartzVideo/VideoMessage.swift has the messages. The
// film comes as an open file. Y4M and animations are read here. Others are read by ffprobe and
// ffmpeg, as programs of their own with bounds; this process lists the pictures, starts and ends
// decoders, and puts pictures into the app's memory. It ends with the app, or when it is asked to,
// and its programs end with it.

import CQuartzLinux
import Foundation
import Glibc
import QuartzVideo

/// Serves an app until it is gone.
func serve(_ channel: VideoChannel) throws {
  func fail(_ failure: VideoFailure) throws {
    try channel.send(.failure, [UInt8](JSONEncoder().encode(failure)))
  }
  // The app may take as long as it likes.
  let opening = try channel.receive(milliseconds: -1)
  guard opening.kind == .open, opening.descriptor >= 0, let seconds = opening.number else { return }
  let watch = ProgressWatch(channel, allowance: Double(seconds))
  let file = opening.descriptor
  let film: Film
  let own: OwnFilm?
  do {
    own = try OwnFilm.open(file)
    film = try own?.film ?? FilmProbe(film: file, watch: watch).look()
  } catch let failure as VideoFailure {
    return try fail(failure)
  }
  try send(film, channel)
  guard let format = film.description.format, film.index.count > 0 else {
    // Waits for the app's end.
    while true { _ = try channel.receive(milliseconds: -1) }
  }
  let reader: any PictureReading =
    own?.reader ?? FilmReader(film, format, file: file, watch: watch)
  var known = KnownMemory()
  while true {
    let request = try channel.receive(milliseconds: -1)
    guard request.kind == .picture, let number = request.number, number >= 0,
      number < film.index.count
    else { return }
    do {
      let memory = try known.memory(request.descriptor, count: format.byteCount)
      let shown = try reader.read(Int(number), to: memory.base)
      try channel.send(.shown, VideoMessage.bytes(Int64(shown)))
    } catch let failure as VideoFailure {
      try fail(failure)
    } catch let error as VideoError {
      try fail(VideoFailure(.system, "\(error)"))
    }
  }
}

/// Sends the description and the index of a film.
func send(_ film: Film, _ channel: VideoChannel) throws {
  try channel.send(.film, [UInt8](JSONEncoder().encode(film.description)))
  let chunk = 100_000
  for start in stride(from: 0, to: film.index.count, by: chunk) {
    var bytes: [UInt8] = []
    for number in start..<min(start + chunk, film.index.count) {
      bytes += VideoMessage.bytes(film.index.times[number])
      bytes.append(film.index.isKey[number] ? 1 : 0)
    }
    try channel.send(.times, bytes)
  }
  try channel.send(.ready, VideoMessage.bytes(film.index.lastDuration))
}

let bounds = quartz_bounds(memory: VideoLimits.memory, files: VideoLimits.files)
let refusal = quartz_bound_process(bounds)
guard refusal == 0 else {
  // Without bounds no file of unknown origin is read.
  exit(3)
}
signal(SIGPIPE, SIG_IGN)
// A picture beyond the limit of a file's size is an error of that picture.
signal(SIGXFSZ, SIG_IGN)
do {
  try serve(VideoChannel(owning: STDIN_FILENO))
} catch {
  // The app is gone, or sends what no app sends.
}
exit(0)
