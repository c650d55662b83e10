// Sessions of sound: what they keep.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import Foundation
import Testing

@Suite(.serialized) struct AudioSessionTests {
  @Test func theSessionKeepsWhatItIsGiven() throws {
    let session = AVAudioSession.sharedInstance()
    #expect(session === AVAudioSession.sharedInstance())
    #expect(session.category == .soloAmbient && session.mode == .default)
    defer { try? session.setCategory(.soloAmbient, mode: .default) }
    try session.setCategory(.playback, mode: .moviePlayback, options: [.mixWithOthers, .duckOthers])
    #expect(session.category == .playback && session.mode == .moviePlayback)
    #expect(session.categoryOptions == [.mixWithOthers, .duckOthers])
    try session.setCategory(.playAndRecord, options: .defaultToSpeaker)
    #expect(session.mode == .moviePlayback && session.categoryOptions == .defaultToSpeaker)
    try session.setMode(.videoChat)
    try session.setCategory(.ambient)
    #expect(session.category == .ambient && session.mode == .videoChat)
    #expect(session.categoryOptions == [])
    try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio)
    #expect(session.routeSharingPolicy == .longFormAudio && session.mode == .spokenAudio)
    try session.setActive(true)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
  }

  @Test func theMachineIsNotAsked() {
    let session = AVAudioSession.sharedInstance()
    #expect(!session.isOtherAudioPlaying && !session.secondaryAudioShouldBeSilencedHint)
    #expect(session.outputVolume == 1)
    #expect(session.availableCategories.count == 6 && session.availableModes.contains(.default))
  }

  @Test func namesAndNumbersAreApples() {
    #expect(AVAudioSession.Category.playback.rawValue == "AVAudioSessionCategoryPlayback")
    #expect(AVAudioSession.Mode.moviePlayback.rawValue == "AVAudioSessionModeMoviePlayback")
    #expect(
      AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers)
    )
    #expect(AVAudioSession.InterruptionType(rawValue: 1) == .began)
    #expect(AVAudioSession.RouteChangeReason(rawValue: 2) == .oldDeviceUnavailable)
    #expect(
      AVAudioSession.interruptionNotification.rawValue == "AVAudioSessionInterruptionNotification"
    )
  }
}
