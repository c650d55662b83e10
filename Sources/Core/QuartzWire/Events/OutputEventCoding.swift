// The bytes of events of windows and screens.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The kinds of events, as PROTOCOL.md numbers them.
package enum OutputEventTag: UInt8, CaseIterable, Sendable {
  case pointerMoved = 0
  case pointerLeft = 1
  case buttonDown = 2
  case buttonUp = 3
  case wheel = 4
  case touch = 5
  case key = 6
  case focus = 7
  case headroom = 8
}

extension WireWriter {
  mutating func append(_ event: OutputEvent) throws(WireError) {
    append(event.kind.tag.rawValue)
    append(event.time)
    append(event.modifiers.rawValue)
    switch event.kind {
    case .pointerMoved, .pointerLeft: break
    case .buttonDown(let button, let clicks, _):
      append(UInt8(clamping: button))
      append(UInt32(clamping: clicks))
    case .buttonUp(let button, _): append(UInt8(clamping: button))
    case .wheel(let right, let up, _):
      append(right)
      append(up)
    case .touch(let phase, let finger, _):
      append(phase.rawValue)
      append(Int64(finger))
    case .key(let key, let isDown):
      append(isDown)
      append(key.isRepeat)
      append(key.usage)
      try append(key.characters, limit: OutputEvent.mostCharacters)
      try append(key.plainCharacters, limit: OutputEvent.mostCharacters)
    case .focus(let isFocused): append(isFocused)
    case .headroom(let headroom): append(headroom)
    }
    if let point = event.point {
      append(point.x)
      append(point.y)
    }
  }
}

extension OutputEvent.Kind {
  fileprivate var tag: OutputEventTag {
    switch self {
    case .pointerMoved: .pointerMoved
    case .pointerLeft: .pointerLeft
    case .buttonDown: .buttonDown
    case .buttonUp: .buttonUp
    case .wheel: .wheel
    case .touch: .touch
    case .key: .key
    case .focus: .focus
    case .headroom: .headroom
    }
  }
}

extension WireReader {
  mutating func outputEvent() throws(WireError) -> OutputEvent {
    let start = offset
    let tag = try choice(OutputEventTag.self)
    let time = try double()
    let modifiers = OutputEvent.Modifiers(rawValue: try uint32())
    let event = OutputEvent(try eventKind(tag), modifiers, time: time)
    guard event.isValid else {
      throw malformed(at: start, "finite numbers within their ranges", "\(event.kind)")
    }
    return event
  }

  private mutating func eventKind(
    _ tag: OutputEventTag
  ) throws(WireError) -> OutputEvent.Kind {
    switch tag {
    case .pointerMoved: return .pointerMoved(try point())
    case .pointerLeft: return .pointerLeft
    case .buttonDown:
      let (button, clicks) = (Int(try uint8()), Int(try uint32()))
      return .buttonDown(button, clicks: clicks, at: try point())
    case .buttonUp:
      let button = Int(try uint8())
      return .buttonUp(button, at: try point())
    case .wheel:
      let (right, up) = (try double(), try double())
      return .wheel(right: right, up: up, at: try point())
    case .touch:
      let phase = try choice(OutputEvent.Finger.self)
      let finger = Int(try int64())
      return .touch(phase, finger, at: try point())
    case .key:
      let (isDown, isRepeat, usage) = (try bool(), try bool(), try uint32())
      let key = OutputEvent.Key(
        characters: try string(limit: OutputEvent.mostCharacters),
        plainCharacters: try string(limit: OutputEvent.mostCharacters),
        usage: usage,
        isRepeat: isRepeat
      )
      return .key(key, isDown: isDown)
    case .focus: return .focus(try bool())
    case .headroom: return .headroom(try double())
    }
  }

  private mutating func point() throws(WireError) -> Point {
    Point(try double(), try double())
  }
}
