// States on the command line: their names, and how they apply to a scene.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzArchive
import QuartzDocuments

/// The appearances that wallpapers have states for.
enum Appearance: String, CaseIterable, ExpressibleByArgument, Sendable {
  case light, dark

  /// The word at the end of the names of states.
  var word: String { self == .light ? "Light" : "Dark" }
}

/// `A:B:fraction`.
struct StateMixture: ExpressibleByArgument, Sendable {
  let first: String
  let second: String
  let fraction: Double

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let fraction = Double(parts[2]), fraction.isFinite,
      !parts[0].isEmpty, !parts[1].isEmpty
    else { return nil }
    (first, second, self.fraction) = (String(parts[0]), String(parts[1]), fraction)
  }
}

/// The state that is to be drawn.
struct StateRequest: Sendable {
  var state: String
  /// The state before; nil if no change is shown.
  var before: String?
  /// The progress from the state before, without animations; nil for a change with animations.
  var fraction: Double?
  var appearance: Appearance?

  /// The name for the document without a state, unless a state has that name.
  private static let base = "base"

  /// A state of a package, found by its name or by an equivalent usual name.
  private enum Found: Equatable {
    case base
    case state(String)

    /// The name for the controller.
    var name: String? {
      if case .state(let name) = self { name } else { nil }
    }
  }

  /// The usual names of states: those of phones, and those of tablets for every orientation.
  private static let usual = [
    ["lock", "locked"]: ["Locked", "Lock"],
    ["home", "unlock", "unlocked"]: ["Unlock", "Home"],
    ["sleep"]: ["Sleep"],
  ]

  private func find(_ name: String, in package: CAPackage) -> Found? {
    let names = package.stateNames
    let found =
      names.first { $0 == name && appearance == nil }
      ?? candidates(name).first {
        names.contains($0)
      }
    return found.map { .state($0) } ?? (name == Self.base ? .base : nil)
  }

  /// Returns equivalent names, the most exact first.
  private func candidates(_ name: String) -> [String] {
    let lower = name.lowercased()
    let others = Self.usual.first { $0.key.contains(lower) }?.value ?? []
    let words = [appearance ?? .light].map(\.word)
    let variants = ([name] + others).flatMap { name in
      words.flatMap { ["\(name) \($0)", "\(name) PortraitUp \($0)"] }
    }
    // A requested appearance wants its own states; without one, any state matches.
    return appearance == nil ? [name] + others + variants : variants + [name] + others
  }

  /// - Throws: `LayerFileError.noState` if no package has a requested state.
  func check(_ packages: [CAPackage], _ path: String) throws(LayerFileError) {
    for name in [before, state].compactMap(\.self) {
      guard packages.contains(where: { find(name, in: $0) != nil }) else {
        var known: [String] = []
        for state in packages.flatMap(\.stateNames) where !known.contains(state) {
          known.append(state)
        }
        throw .noState(path: path, name, known: known)
      }
    }
  }

  /// Returns a warning for a package that has states but not this one; nil for others.
  func warning(_ plane: String, _ package: CAPackage) -> String? {
    // A package without states looks the same in every state.
    guard !package.stateNames.isEmpty, find(state, in: package) == nil else { return nil }
    return "\(plane): there is no state \(state); it is drawn as it is written"
  }

  /// Puts a package's layers into the state.
  func apply(_ controller: CAStateController, _ package: CAPackage) {
    let (start, end) = (before.flatMap { find($0, in: package) }, find(state, in: package))
    if let fraction {
      controller.blend(start?.name, end?.name, fraction: fraction)
      return
    }
    if before != nil { controller.setState(start?.name) }
    controller.setState(end?.name, transition: before == nil ? .none : .played(at: 0))
  }
}
