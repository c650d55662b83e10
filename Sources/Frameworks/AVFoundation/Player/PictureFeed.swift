// The pictures of one item on their way into layers.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import Dispatch
import QuartzCore
import QuartzModel
import QuartzVideo
import Synchronization

/// Decodes pictures of a film into one slot, which all layers of a player show.
///
/// Films brighter than white have a slot for each range of outputs that shows them: each picture is
/// decoded once and made for those that asked for one in the last seconds.
///
/// Where pictures are requested one by one, `show` waits for the picture. In real time `tick` never
/// waits: a thread of the feed decodes the next pictures and presents each with its time, so that
/// the film goes on while the program's thread does something else.
final class PictureFeed: Sendable {
  /// The times of pictures that are presented ahead.
  struct Schedule: Equatable {
    /// The film's time by the machine's clock.
    var clock: PlayerClock
    /// Seconds by which a picture shows earlier: half of a frame, so that the frame shows the
    /// picture that it overlaps most.
    var lead: Double
    /// Where the film ends in its direction.
    var end: CMTime

    /// Whether it gives pictures the same times, but for the length of frames.
    func isSame(as other: Schedule?) -> Bool { clock == other?.clock && end == other?.end }
  }

  /// The numbers of pictures, for tests.
  struct Counters: Equatable {
    /// Presented with their times.
    var ahead = 0
    /// Presented when they were due already.
    var late = 0
    /// Never presented, because they were decoded too late.
    var passedOver = 0
  }

  private struct State {
    var loaded: Result<any FilmPictures, AVError>?
    var isLoading = false
    /// The picture that the slot shows.
    var shown: Int?
    /// The picture to show next; nil once it is shown.
    var wanted: Int?
    var isWorking = false
    /// The ranges of outputs that show the film.
    var ranges: Set<PictureRange> = []
    /// The last request of each range, by the machine's clock.
    var lastAsked: [PictureRange: Double] = [:]
    /// The next picture.
    var prepared: (number: Int, pixels: RangedPixels)?
    /// Where the next picture is: 1 for a film that plays forwards.
    var step = 1
    /// The times of the next pictures; nil for a paused film.
    var schedule: Schedule?
    /// The pictures that were presented with a time, and the times.
    var queued: [(number: Int, host: Double)] = []
    var counters = Counters()
    /// The last request of a picture, by the machine's clock.
    var lastTick = 0.0
    /// Whether the thread resumes after a pause.
    var hasAlarm = false
    /// The reason why a picture was not decoded.
    var failure: AVError?
  }

  /// How many pictures wait for their time.
  static let mostAhead = 3
  /// Seconds without a request after which decoding stops.
  private static let longestSilence = 2.0

  /// The pictures for outputs of standard range, and all of films of that range.
  let slot = CAContentSlot(bufferCount: 8)
  private let brightSlot = CAContentSlot(bufferCount: 8)
  private let open: @Sendable () throws(AVError) -> any FilmPictures
  private let queue = DispatchQueue(label: "quartz.pictures")
  private let state = Mutex(State())

  /// Whether pictures are turned as the film says.
  private let isTurned: Bool

  /// - Parameter open: Opens the film, and waits.
  init(
    isTurned: Bool = true,
    _ open: @escaping @Sendable () throws(AVError) -> any FilmPictures
  ) {
    (self.open, self.isTurned) = (open, isTurned)
  }

  /// The decoder, or why there is none; nil before it is loaded.
  var loaded: Result<any FilmPictures, AVError>? { state.withLock { $0.loaded } }
  /// The number of the picture that shows; nil before the first.
  var shown: Int? { state.withLock { $0.shown } }
  /// The numbers of pictures.
  var counters: Counters { state.withLock { $0.counters } }
  /// The pictures that were presented with a time and were not seen to show yet.
  var queued: [Int] { state.withLock { $0.queued.map(\.number) } }
  /// Why the last picture was not decoded; nil if it was.
  var failure: AVError? { state.withLock { $0.failure } }

  /// The slot with the pictures for a range of outputs.
  func slot(_ range: PictureRange) -> CAContentSlot { range == .standard ? slot : brightSlot }

  /// The range in which a layer shows the film; `.standard` before the film is open.
  func range(in layer: CALayer) -> PictureRange {
    guard case .success(let film) = loaded, film.keepsLight,
      case .extended = layer.contextOfFrames?.dynamicRange
    else { return .standard }
    return .extended
  }

  /// Whether the picture of a range shows that the feed was asked for last.
  func isShown(_ number: Int, _ range: PictureRange) -> Bool {
    state.withLock { $0.shown == number && $0.ranges.contains(range) }
  }

  /// Opens the film, and waits.
  func load() {
    guard loaded == nil else { return }
    let result: Result<any FilmPictures, AVError>
    do throws(AVError) {
      let film = try open()
      guard film.pictureCount > 0 else {
        throw AVError(.failedToLoadMediaData, "a film without pictures")
      }
      result = .success(film)
    } catch {
      result = .failure(error)
    }
    state.withLock { if $0.loaded == nil { $0.loaded = result } }
  }

  /// Opens the film on another thread.
  func loadInBackground(_ body: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      defer { state.isLoading = true }
      return !state.isLoading && state.loaded == nil
    }
    guard isFirst else { return }
    queue.async { [self] in
      load()
      body()
    }
  }

  // MARK: Showing

  /// Shows a picture, and waits for it.
  func show(_ number: Int, _ range: PictureRange = .standard) {
    guard case .success(let decoder) = loaded, !isShown(number, range) else { return }
    do {
      let pixels = try pixels(number, decoder, [range])
      state.withLock { state in
        // The other slot has another picture.
        if state.shown != number { state.ranges = [] }
        state.ranges.insert(range)
      }
      try present(number, pixels)
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  /// Shows a picture now if it is ready, or as soon as it is decoded.
  ///
  /// - Parameters:
  ///   - step: Where the next one is: 1 or -1; 0 if none is wanted.
  ///   - schedule: The times of the next pictures; nil if they are unknown.
  ///   - range: That of the output which asks.
  func tick(
    _ number: Int,
    step: Int,
    _ schedule: Schedule? = nil,
    _ range: PictureRange = .standard
  ) {
    guard case .success(let decoder) = loaded else { return }
    let (pixels, starts) = state.withLock { state -> (RangedPixels?, Bool) in
      state.step = step
      state.lastTick = PictureFeed.now
      follow(schedule, &state)
      note(range, &state)
      if let place = state.queued.firstIndex(where: { $0.number == number }) {
        // It has shown itself.
        state.shown = number
        state.queued.removeSubrange(...place)
      }
      var pixels: RangedPixels?
      if state.shown == number {
        state.wanted = nil
        // A paused film has nothing to do; one that plays decodes ahead.
        guard schedule != nil else { return (nil, false) }
      } else if let prepared = state.prepared, prepared.number == number {
        pixels = prepared.pixels
        state.prepared = nil
        state.wanted = nil
      } else {
        state.wanted = number
      }
      defer { state.isWorking = true }
      return (pixels, !state.isWorking)
    }
    if let pixels { try? present(number, pixels) }
    if starts { queue.async { [weak self] in self?.work(decoder) } }
  }

  /// Takes other times of the next pictures; pictures that wait for the old times are dropped.
  private func follow(_ schedule: Schedule?, _ state: inout State) {
    guard schedule.map({ !$0.isSame(as: state.schedule) }) ?? (state.schedule != nil) else {
      return
    }
    state.schedule = schedule
    if !state.queued.isEmpty { drop(&state) }
  }

  /// Drops the pictures that wait.
  private func drop(_ state: inout State) {
    for range in state.ranges { slot(range).flush() }
    // Nobody knows which of them a frame has come to.
    (state.shown, state.queued) = (nil, [])
  }

  /// Takes note of a range that wants pictures; one that has none yet gets those of now.
  private func note(_ range: PictureRange, _ state: inout State) {
    state.lastAsked[range] = state.lastTick
    let silent = state.ranges.filter {
      state.lastTick - (state.lastAsked[$0] ?? 0) > PictureFeed.longestSilence
    }
    state.ranges.subtract(silent)
    guard !state.ranges.contains(range) else { return }
    drop(&state)
    state.prepared = nil
    state.ranges.insert(range)
  }

  // MARK: Decoding ahead

  /// The seconds of the machine's clock.
  private static var now: Double {
    Double(DispatchTime.now().uptimeNanoseconds) * 1e-9
  }

  /// The next work of the thread.
  private enum Work {
    /// A picture to show at once.
    case wanted(Int)
    /// A picture to have ready, of a film with unknown times.
    case next(Int)
    /// A picture to present with a time.
    case ahead(Int, Schedule, host: Double)
    /// Nothing for a time.
    case pause(Double)
    case nothing
  }

  /// Decodes until the wanted picture is displayed and the next ones are ready.
  private func work(_ decoder: any FilmPictures) {
    while true {
      let work = state.withLock { state -> Work in
        let work = PictureFeed.nextWork(&state, decoder)
        switch work {
        case .pause, .nothing: state.isWorking = false
        case .wanted, .next, .ahead: break
        }
        if case .pause = work {
          if state.hasAlarm { return .nothing }
          state.hasAlarm = true
        }
        return work
      }
      switch work {
      case .wanted(let number): showWanted(number, decoder)
      case .next(let number): prepare(number, decoder)
      case .ahead(let number, let schedule, let host): queue(number, schedule, host, decoder)
      case .pause(let seconds):
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.goOn(decoder) }
        return
      case .nothing: return
      }
    }
  }

  /// Resumes work after a pause, unless it is already running.
  private func goOn(_ decoder: any FilmPictures) {
    let starts = state.withLock { state in
      state.hasAlarm = false
      guard state.schedule != nil, !state.isWorking else { return false }
      state.isWorking = true
      return true
    }
    if starts { work(decoder) }
  }

  private static func nextWork(_ state: inout State, _ decoder: any FilmPictures) -> Work {
    if let wanted = state.wanted { return .wanted(wanted) }
    guard state.step != 0, let last = state.queued.last?.number ?? state.shown else {
      return .nothing
    }
    let range = 0..<decoder.pictureCount
    var next = last + state.step
    guard let schedule = state.schedule else {
      guard state.prepared?.number != next, range.contains(next) else { return .nothing }
      return .next(next)
    }
    let now = PictureFeed.now
    guard now - state.lastTick < longestSilence else { return .nothing }
    // Those that have shown, but for the last one, need not be kept in mind.
    while state.queued.count > 1, state.queued[1].host <= now { state.queued.removeFirst() }
    let waiting = state.queued.filter { $0.host > now }
    if waiting.count >= mostAhead {
      return .pause(min(max(waiting[0].host - now, 0.001), 1))
    }
    // One that shows already, or that another follows at once, is late.
    if let due = decoder.number(at: schedule.clock.time(at: now + schedule.lead)),
      (due - next) * state.step > 0
    {
      state.counters.passedOver += abs(due - next)
      next = due
    }
    guard range.contains(next) else { return .nothing }
    // Backwards a picture begins to show where it ends.
    let edge = state.step > 0 ? next : next + 1
    let time = range.contains(edge) ? decoder.time(ofPicture: edge) : decoder.duration
    let isInside = state.step > 0 ? time < schedule.end : time > schedule.end
    guard isInside, let host = schedule.clock.host(at: time) else { return .nothing }
    return .ahead(next, schedule, host: host - schedule.lead)
  }

  private func showWanted(_ number: Int, _ decoder: any FilmPictures) {
    do {
      let ranges = state.withLock { $0.ranges }
      try present(number, try pixels(number, decoder, ranges))
      state.withLock { state in
        state.counters.late += 1
        // Earlier ones would be no news.
        state.queued.removeAll { ($0.number - number) * state.step <= 0 }
        // A range that came meanwhile has not got it.
        if state.wanted == number, state.ranges.isSubset(of: ranges) { state.wanted = nil }
      }
    } catch {
      state.withLock { state in
        state.failure = error
        // A picture that cannot be decoded is passed over; the one before stays.
        state.shown = number
        if state.wanted == number { state.wanted = nil }
      }
    }
  }

  private func prepare(_ number: Int, _ decoder: any FilmPictures) {
    do {
      let ranges = state.withLock { $0.ranges }
      let pixels = try pixels(number, decoder, ranges)
      state.withLock { if $0.ranges.isSubset(of: ranges) { $0.prepared = (number, pixels) } }
    } catch {
      state.withLock { state in
        state.failure = error
        // Its turn may come; until then nothing is decoded ahead.
        state.step = 0
      }
    }
  }

  private func queue(
    _ number: Int,
    _ schedule: Schedule,
    _ host: Double,
    _ decoder: any FilmPictures
  ) {
    let ranges = state.withLock { $0.ranges }
    let made = Result { () throws(AVError) in try pixels(number, decoder, ranges) }
    state.withLock { state in
      // The film may have jumped meanwhile, or another range may have come.
      guard schedule.isSame(as: state.schedule), state.ranges.isSubset(of: ranges) else { return }
      state.queued.append((number, host))
      switch made {
      case .success(let pixels):
        do {
          try present(pixels, at: host)
          state.counters.ahead += 1
          state.failure = nil
        } catch {
          state.failure = AVError(.outOfMemory, "\(error)")
        }
      case .failure(let error): state.failure = error
      }
    }
  }

  private func present(
    _ pixels: RangedPixels,
    at host: Double? = nil
  ) throws(CAContentSlotError) {
    for (range, pixels) in pixels { try slot(range).present(pixels, at: host) }
  }

  private func present(_ number: Int, _ pixels: RangedPixels) throws(AVError) {
    do {
      try present(pixels)
    } catch {
      throw AVError(.outOfMemory, "\(error)")
    }
    state.withLock { state in
      state.shown = number
      state.failure = nil
    }
  }

  private func pixels(
    _ number: Int,
    _ decoder: any FilmPictures,
    _ ranges: Set<PictureRange>
  ) throws(AVError) -> RangedPixels {
    var result: RangedPixels = [:]
    let decoded: VideoPicture?
    do {
      if ranges.contains(.extended), let drawn = try decoder.drawn(number) {
        result[.extended] = try PictureFeed.pixels(of: drawn)
      }
      decoded = result.count < ranges.count ? try decoder.decode(number) : nil
    } catch let error as AVError {
      throw error
    } catch {
      throw (error as? VideoError).map { AVError($0) } ?? AVError(.unknown, "\(error)")
    }
    for range in ranges where result[range] == nil {
      guard let picture = decoded else {
        result[range] = try PictureFeed.nothing()
        continue
      }
      do {
        result[range] = try pixels(of: picture, range)
      } catch {
        let format = picture.format
        let reason = "a picture of \(format.width) x \(format.height): \(error)"
        throw AVError(.outOfMemory, reason)
      }
    }
    return result
  }

  private func pixels(of picture: VideoPicture, _ range: PictureRange) throws -> PixelBuffer {
    let format = picture.format
    let form = range == .extended ? format.brightForm : .bytes
    if !isTurned || format.affine.isIdentity, format.squareSize.width == Double(format.width) {
      if !form.isHalf, let planes = try picture.pixelBuffer { return planes }
      let made = try slot(range).makePicture(
        width: format.width,
        height: format.height,
        isOpaque: picture.isOpaque,
        form: form
      ) { bytes in
        guard let base = bytes.baseAddress else { return }
        picture.write(form, to: base)
      }
      if let made { return made }
    }
    let image = FilmImage(picture, isTurned: isTurned, form)
    // All buffers of the slot are in use, or the picture is turned: memory of its own.
    return try image.bytes.withUnsafeBytes { bytes in
      try PixelBuffer(
        width: image.width,
        height: image.height,
        rowBytes: image.width * form.texelBytes,
        isOpaque: image.isOpaque,
        copying: bytes,
        form: form
      )
    }
  }

  private static func pixels(of picture: BrightPicture) throws(AVError) -> PixelBuffer {
    do {
      return try picture.pixelBuffer
    } catch {
      throw AVError(.outOfMemory, "a picture of \(picture.width) x \(picture.height): \(error)")
    }
  }

  /// One transparent pixel, which gaps show.
  private static func nothing() throws(AVError) -> PixelBuffer {
    do {
      return try [UInt8](repeating: 0, count: 4).withUnsafeBytes {
        try PixelBuffer(width: 1, height: 1, rowBytes: 4, isOpaque: false, copying: $0)
      }
    } catch {
      throw AVError(.outOfMemory, "\(error)")
    }
  }
}
