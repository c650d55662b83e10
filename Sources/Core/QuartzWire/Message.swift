// The messages of both directions. PROTOCOL.md gives their bytes.
// Licensed under the MIT license; see LICENSE.
//
// To add a message: a file under Messages/, a number in `Opcode`, a case in one of the two enums
// and its lines in the two switches. Tests of round trips and of hostile bytes need a sample of it.

/// A message: its fields, and their coding.
package protocol Message: Sendable {
  static var opcode: Opcode { get }

  /// Writes the payload.
  func encode(to writer: inout WireWriter) throws(WireError)

  /// Reads the payload; the caller checks that nothing is left.
  init(from reader: inout WireReader) throws(WireError)
}

/// All messages of one direction.
package protocol MessageSet: Sendable {
  /// The message in the case.
  var message: any Message { get }

  /// Reads the payload of the message with this number.
  ///
  /// - Throws: `WireError.unexpectedOpcode` for a message of the other direction.
  init(_ opcode: Opcode, from reader: inout WireReader) throws(WireError)
}

/// The messages of a client.
package enum ClientMessage: MessageSet {
  case hello(Hello)
  case createContext(CreateContext)
  case destroyContext(DestroyContext)
  case commit(CommitMessage)
  case requestFrame(RequestFrame)
  case captureFrame(CaptureFrame)
  case releaseFrames(ReleaseFrames)
  case requestStatistics(RequestStatistics)
  case ping(Ping)
  case awaitFrame(AwaitFrame)
  case presentSlot(PresentSlot)
  case flushSlot(FlushSlot)
  case serveLayers(ServeLayers)
  case offerContext(OfferContext)
  case revokeClient(RevokeClient)
  case requestHosting(RequestHosting)
  case fence(Fence)
  case setOverlays(SetOverlays)
  case requestContextStatistics(RequestContextStatistics)
  case reportCommit(ReportCommit)
  case requestSettings(RequestSettings)
  case requestContexts(RequestContexts)
  case requestChange(RequestChange)
  case endObservation(EndObservation)
  case overrideValue(OverrideValue)
  case captureStatistics(CaptureStatistics)
  case awaitRatedFrame(AwaitRatedFrame)
  case captureNextFrame(CaptureNextFrame)
  case captureNews(CaptureNews)
  case startEmission(StartEmission)
  case requestEvents(RequestEvents)
  case setHeadroom(SetHeadroom)
  case presentFencedSlot(PresentFencedSlot)

  package var message: any Message {
    switch self {
    case .hello(let message): message
    case .createContext(let message): message
    case .destroyContext(let message): message
    case .commit(let message): message
    case .requestFrame(let message): message
    case .captureFrame(let message): message
    case .releaseFrames(let message): message
    case .requestStatistics(let message): message
    case .ping(let message): message
    case .awaitFrame(let message): message
    case .presentSlot(let message): message
    case .flushSlot(let message): message
    case .serveLayers(let message): message
    case .offerContext(let message): message
    case .revokeClient(let message): message
    case .requestHosting(let message): message
    case .fence(let message): message
    case .setOverlays(let message): message
    case .requestContextStatistics(let message): message
    case .reportCommit(let message): message
    case .requestSettings(let message): message
    case .requestContexts(let message): message
    case .requestChange(let message): message
    case .endObservation(let message): message
    case .overrideValue(let message): message
    case .captureStatistics(let message): message
    case .awaitRatedFrame(let message): message
    case .captureNextFrame(let message): message
    case .captureNews(let message): message
    case .startEmission(let message): message
    case .requestEvents(let message): message
    case .setHeadroom(let message): message
    case .presentFencedSlot(let message): message
    }
  }

  package init(_ opcode: Opcode, from reader: inout WireReader) throws(WireError) {
    switch opcode {
    case .hello: self = .hello(try Hello(from: &reader))
    case .createContext: self = .createContext(try CreateContext(from: &reader))
    case .destroyContext: self = .destroyContext(try DestroyContext(from: &reader))
    case .commit: self = .commit(try CommitMessage(from: &reader))
    case .requestFrame: self = .requestFrame(try RequestFrame(from: &reader))
    case .captureFrame: self = .captureFrame(try CaptureFrame(from: &reader))
    case .releaseFrames: self = .releaseFrames(try ReleaseFrames(from: &reader))
    case .requestStatistics: self = .requestStatistics(try RequestStatistics(from: &reader))
    case .ping: self = .ping(try Ping(from: &reader))
    case .awaitFrame: self = .awaitFrame(try AwaitFrame(from: &reader))
    case .presentSlot: self = .presentSlot(try PresentSlot(from: &reader))
    case .flushSlot: self = .flushSlot(try FlushSlot(from: &reader))
    case .serveLayers: self = .serveLayers(try ServeLayers(from: &reader))
    case .offerContext: self = .offerContext(try OfferContext(from: &reader))
    case .revokeClient: self = .revokeClient(try RevokeClient(from: &reader))
    case .requestHosting: self = .requestHosting(try RequestHosting(from: &reader))
    case .fence: self = .fence(try Fence(from: &reader))
    case .setOverlays: self = .setOverlays(try SetOverlays(from: &reader))
    case .requestContextStatistics:
      self = .requestContextStatistics(try RequestContextStatistics(from: &reader))
    case .reportCommit: self = .reportCommit(try ReportCommit(from: &reader))
    case .requestSettings: self = .requestSettings(try RequestSettings(from: &reader))
    case .requestContexts: self = .requestContexts(try RequestContexts(from: &reader))
    case .requestChange: self = .requestChange(try RequestChange(from: &reader))
    case .endObservation: self = .endObservation(try EndObservation(from: &reader))
    case .overrideValue: self = .overrideValue(try OverrideValue(from: &reader))
    case .captureStatistics: self = .captureStatistics(try CaptureStatistics(from: &reader))
    case .awaitRatedFrame: self = .awaitRatedFrame(try AwaitRatedFrame(from: &reader))
    case .captureNextFrame: self = .captureNextFrame(try CaptureNextFrame(from: &reader))
    case .captureNews: self = .captureNews(try CaptureNews(from: &reader))
    case .startEmission: self = .startEmission(try StartEmission(from: &reader))
    case .requestEvents: self = .requestEvents(try RequestEvents(from: &reader))
    case .setHeadroom: self = .setHeadroom(try SetHeadroom(from: &reader))
    case .presentFencedSlot:
      self = .presentFencedSlot(try PresentFencedSlot(from: &reader))
    case .welcome, .contextCreated, .frame, .buffersReleased, .statistics, .pong, .failure,
      .frameBegan, .hosting, .contextStatistics, .clientSettings, .contexts, .change,
      .overridden, .outputEvents:
      throw .unexpectedOpcode(opcode)
    }
  }
}

/// The messages of the server.
package enum ServerMessage: MessageSet {
  case welcome(Welcome)
  case contextCreated(ContextCreated)
  case frame(Frame)
  case buffersReleased(BuffersReleased)
  case statistics(Statistics)
  case pong(Pong)
  case failure(Failure)
  case frameBegan(FrameBegan)
  case hosting(HostingStatistics)
  case contextStatistics(ContextReport)
  case clientSettings(ClientSettings)
  case contexts(ContextList)
  case change(ObservedChange)
  case overridden(Overridden)
  case outputEvents(OutputEvents)

  package var message: any Message {
    switch self {
    case .welcome(let message): message
    case .contextCreated(let message): message
    case .frame(let message): message
    case .buffersReleased(let message): message
    case .statistics(let message): message
    case .pong(let message): message
    case .failure(let message): message
    case .frameBegan(let message): message
    case .hosting(let message): message
    case .contextStatistics(let message): message
    case .clientSettings(let message): message
    case .contexts(let message): message
    case .change(let message): message
    case .overridden(let message): message
    case .outputEvents(let message): message
    }
  }

  package init(_ opcode: Opcode, from reader: inout WireReader) throws(WireError) {
    switch opcode {
    case .welcome: self = .welcome(try Welcome(from: &reader))
    case .contextCreated: self = .contextCreated(try ContextCreated(from: &reader))
    case .frame: self = .frame(try Frame(from: &reader))
    case .buffersReleased: self = .buffersReleased(try BuffersReleased(from: &reader))
    case .statistics: self = .statistics(try Statistics(from: &reader))
    case .pong: self = .pong(try Pong(from: &reader))
    case .failure: self = .failure(try Failure(from: &reader))
    case .frameBegan: self = .frameBegan(try FrameBegan(from: &reader))
    case .hosting: self = .hosting(try HostingStatistics(from: &reader))
    case .contextStatistics: self = .contextStatistics(try ContextReport(from: &reader))
    case .clientSettings: self = .clientSettings(try ClientSettings(from: &reader))
    case .contexts: self = .contexts(try ContextList(from: &reader))
    case .change: self = .change(try ObservedChange(from: &reader))
    case .overridden: self = .overridden(try Overridden(from: &reader))
    case .outputEvents: self = .outputEvents(try OutputEvents(from: &reader))
    case .hello, .createContext, .destroyContext, .commit, .requestFrame, .captureFrame,
      .releaseFrames, .requestStatistics, .ping, .awaitFrame, .presentSlot, .flushSlot,
      .serveLayers, .offerContext, .revokeClient, .requestHosting, .fence, .setOverlays,
      .requestContextStatistics, .reportCommit, .requestSettings, .requestContexts,
      .requestChange, .endObservation, .overrideValue, .captureStatistics, .awaitRatedFrame,
      .captureNextFrame, .captureNews, .startEmission, .requestEvents, .setHeadroom,
      .presentFencedSlot:
      throw .unexpectedOpcode(opcode)
    }
  }
}

extension MessageSet {
  package var opcode: Opcode { type(of: message).opcode }
}
