// Input of a user over a context, and the light of its screen.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// Something that happened to a window or a screen that shows a context.
///
/// Points are those of the context's picture, from its top left, with y down. For a tree in a layer
/// of another program they are those of that layer's space, in which the tree's root lies.
package struct OutputEvent: Equatable, Sendable {
  /// The kinds of events.
  package enum Kind: Equatable, Sendable {
    case pointerMoved(Point)
    case pointerLeft
    /// A button went down: 1 left, 2 middle, 3 right. Clicks in short succession are counted.
    case buttonDown(Int, clicks: Int, at: Point)
    case buttonUp(Int, at: Point)
    /// The wheel turned; positive is to the right and away from the user, a notch is 1.
    case wheel(right: Double, up: Double, at: Point)
    case touch(Finger, Int, at: Point)
    case key(Key, isDown: Bool)
    /// Keys go to the context, or no longer do.
    case focus(Bool)
    /// The brightest light of the screen, relative to SDR white: 1...64.
    case headroom(Double)
  }

  /// The phases of a finger.
  package enum Finger: UInt8, CaseIterable, Sendable {
    case began, moved, ended
  }

  /// A key of the keyboard.
  package struct Key: Equatable, Sendable {
    /// The typed characters; for keys that type none, those of `NSEvent`.
    package var characters: String
    /// The characters that it types without modifier keys.
    package var plainCharacters: String
    /// The place on the keyboard, as the usage tables of USB number it.
    package var usage: UInt32
    package var isRepeat: Bool

    package init(characters: String, plainCharacters: String, usage: UInt32, isRepeat: Bool) {
      (self.characters, self.plainCharacters) = (characters, plainCharacters)
      (self.usage, self.isRepeat) = (usage, isRepeat)
    }
  }

  /// The modifier keys that are down, with the bits of AppKit and UIKit.
  package struct Modifiers: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let capsLock = Modifiers(rawValue: 1 << 16)
    package static let shift = Modifiers(rawValue: 1 << 17)
    package static let control = Modifiers(rawValue: 1 << 18)
    package static let option = Modifiers(rawValue: 1 << 19)
    package static let command = Modifiers(rawValue: 1 << 20)
  }

  /// Events name buttons of these numbers.
  package static let buttons = 1...32
  /// Bytes of the characters of a key.
  package static let mostCharacters = 64

  package var kind: Kind
  package var modifiers: Modifiers
  /// When it came from the desktop, in seconds of CLOCK_MONOTONIC.
  package var time: Double

  package init(_ kind: Kind, _ modifiers: Modifiers = [], time: Double) {
    (self.kind, self.modifiers, self.time) = (kind, modifiers, time)
  }

  /// The place of the event; nil for one without.
  package var point: Point? {
    switch kind {
    case .pointerMoved(let point), .buttonDown(_, _, let point), .buttonUp(_, let point),
      .wheel(_, _, let point), .touch(_, _, let point):
      point
    case .pointerLeft, .key, .focus, .headroom: nil
    }
  }

  /// Returns the event at another place.
  package func moved(to point: Point) -> OutputEvent {
    var event = self
    switch kind {
    case .pointerMoved: event.kind = .pointerMoved(point)
    case .buttonDown(let button, let clicks, _):
      event.kind = .buttonDown(button, clicks: clicks, at: point)
    case .buttonUp(let button, _): event.kind = .buttonUp(button, at: point)
    case .wheel(let right, let up, _): event.kind = .wheel(right: right, up: up, at: point)
    case .touch(let phase, let finger, _): event.kind = .touch(phase, finger, at: point)
    case .pointerLeft, .key, .focus, .headroom: break
    }
    return event
  }

  /// Whether all numbers are finite and within their ranges, and texts are not too long.
  package var isValid: Bool {
    guard time.isFinite, point.map({ $0.x.isFinite && $0.y.isFinite }) ?? true else { return false }
    switch kind {
    case .buttonDown(let button, let clicks, _):
      return Self.buttons.contains(button) && clicks > 0
    case .buttonUp(let button, _): return Self.buttons.contains(button)
    case .wheel(let right, let up, _): return right.isFinite && up.isFinite
    case .key(let key, _):
      return key.characters.utf8.count <= Self.mostCharacters
        && key.plainCharacters.utf8.count <= Self.mostCharacters
    case .headroom(let headroom): return headroom >= 1 && headroom <= 64
    case .pointerMoved, .pointerLeft, .touch, .focus: return true
    }
  }
}
