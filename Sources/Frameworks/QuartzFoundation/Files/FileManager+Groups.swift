// Folders that the programs of a group share.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension FileManager {
  /// Returns the folder that the programs of a group share, and makes it on first use.
  ///
  /// It lies in `group-containers` of the user's data directory, which is `XDG_DATA_HOME` or
  /// `~/.local/share`.
  ///
  /// **Differences**: every program of the user may ask for every group.
  ///
  /// - Parameter groupIdentifier: The name of the group: at most 255 letters, digits, points,
  ///   hyphens and underscores of ASCII, of which a point is not the first.
  /// - Returns: The folder; nil for other names, and where it cannot be made.
  public func containerURL(
    forSecurityApplicationGroupIdentifier groupIdentifier: String
  ) -> URL? {
    guard let data = urls(for: .applicationSupportDirectory, in: .userDomainMask).first else {
      return nil
    }
    return GroupContainer.folder(groupIdentifier, in: data, self)
  }
}

/// The folders of groups.
enum GroupContainer {
  private static let longestName = 255

  /// Returns the folder of a group below a data directory, and makes it if need be.
  static func folder(_ name: String, in data: URL, _ files: FileManager) -> URL? {
    guard isSafe(name) else { return nil }
    let folder = data.appendingPathComponent("group-containers", isDirectory: true)
      .appendingPathComponent(name, isDirectory: true)
    do {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    } catch {
      return nil
    }
  }

  private static func isSafe(_ name: String) -> Bool {
    let isPart = { (byte: UInt8) in
      let character = Character(UnicodeScalar(byte))
      return byte < 128 && (character.isLetter || character.isNumber || "._-".contains(character))
    }
    return (1...longestName).contains(name.utf8.count) && !name.hasPrefix(".")
      && name.utf8.allSatisfy(isPart)
  }
}
