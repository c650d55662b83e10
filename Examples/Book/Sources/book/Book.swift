// `book`: the demos of the texts, but for those of AppKit.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Demos

@main
enum Book {
  @MainActor
  static func main() async {
    await BookProgram.run("book", Demos.all.map(\.entry))
  }
}
