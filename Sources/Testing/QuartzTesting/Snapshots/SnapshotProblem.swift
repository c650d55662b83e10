// The reason why a snapshot could not be compared, and the remedy.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The reason why a snapshot could not be taken, read, written or compared.
///
/// The description names the problem and its remedy.
package enum SnapshotProblem: Error, Equatable, CustomStringConvertible {
  case unknownRecordMode(String)
  case missingReference(path: String)
  case unreadableReference(path: String, reason: String)
  case sharedFile(path: String, first: String, second: String)
  case sharedByCases(path: String)
  case cannotWrite(path: String, reason: String)
  case noSnapshot(strategyTimeout: Double)
  case emptySize(width: Double, height: Double)
  case sizeTooLarge(width: Double, height: Double, scale: Double, limit: Int)
  case badScale(Double)
  case badTime(Double)
  case noFrames
  case noRenderer(String)
  case notDrawn(String)
  case renderersDiffer(String)
  case colorSpace(found: String)
  case endless(limit: Int)

  package var description: String {
    switch self {
    case .unknownRecordMode(let name):
      return "SNAPSHOT_TESTING_RECORD is \"\(name)\": set it to all, failed, missing or never"
    case .missingReference(let path):
      return "there is no reference \(path), and nothing is recorded with record: .never: run the "
        + "test once with record: .missing, or SNAPSHOT_TESTING_RECORD=missing, and commit the file"
    case .unreadableReference(let path, let reason):
      return "the reference \(path) cannot be read: \(reason). Restore the file, or delete it and "
        + "run the test again to record a new one"
    case .sharedFile(let path, let first, let second):
      return "\(first) and \(second) use one reference, \(path): rename one of the tests, or give "
        + "the snapshots different names with named:"
    case .sharedByCases(let path):
      return
        "several cases of a parameterised test use one reference, \(path): tell them apart with "
        + "named:, as in assertSnapshot(of: value, as: .image, named: \"\\(argument)\")"
    case .cannotWrite(let path, let reason):
      return "\(path) cannot be written: \(reason). Make the folder writable, or run with "
        + "record: .never where references are only read"
    case .noSnapshot(let timeout):
      return
        "the strategy gave no snapshot within \(timeout) s: pass a longer timeout:, or look why "
        + "its callback is not called"
    case .emptySize(let width, let height):
      return "the picture would be \(width) x \(height) points: give the layer a frame that is not "
        + "empty, or pass size:"
    case .sizeTooLarge(let width, let height, let scale, let limit):
      return
        "the picture would be \(width) x \(height) points at scale \(scale): pass a finite size: "
        + "of at most \(limit) pixels a side"
    case .badScale(let scale): return "scale: is \(scale): pass a positive number"
    case .badTime(let time):
      return "\(time) s is no time of a picture: pass times that are finite and not negative"
    case .noFrames: return "there are no frames: pass at least one time, or a longer duration:"
    case .noRenderer(let reason):
      return
        "there is no GLES renderer: \(reason). Install libegl1, libgles2 and libgl1-mesa-dri, or "
        + "use renderer: .software"
    case .notDrawn(let reason): return "the picture was not drawn: \(reason)"
    case .renderersDiffer(let text):
      return
        "the GLES picture is not the software renderer's: \(text). Compare each with a reference "
        + "of its own with renderer: .software and .gles"
    case .colorSpace(let found):
      return "the colour space is \(found), snapshots are in sRGB: convert the picture, or pass "
        + "colorSpaces: .converted to compare the colours converted to sRGB"
    case .endless(let limit):
      return "animations did not end after \(limit) starts and ends: completion blocks start new "
        + "ones without end, so sample a time with time: .at(seconds)"
    }
  }
}
