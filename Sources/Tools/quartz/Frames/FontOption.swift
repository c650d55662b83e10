// The command line's option for fonts.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import Glibc
import QuartzCore
import QuartzText

/// The fonts that text is shown with.
struct FontOption: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      """
      Show text in the fonts of this folder and in no others. Default: the folder that QUARTZ_FONTS \
      names, or else the fonts of this machine. A package with a folder fonts is shown in those.
      """,
      valueName: "folder"
    )
  )
  var fonts: String?

  /// Makes the fonts those of the program.
  ///
  /// - Throws: `FontCollectionError`, about the option's folder or that of the environment.
  func use() throws {
    if let fonts {
      FontCollection.standard = try FontCollection(folder: URL(fileURLWithPath: fonts))
    } else if let named = try FontCollection.named() {
      FontCollection.standard = named
    } else {
      return
    }
    // Pango prefers fonts and forms of the languages of LANGUAGE for scripts that several share; in
    // a folder's fonts text is the same whatever the user speaks. The command has one thread yet.
    setenv("PANGO_LANGUAGE", "en", 1)
  }
}
