// `book-appkit`: the demos of the texts that are about AppKit.
// Licensed under the MIT license; see LICENSE.

import BookPages
import MacDemos

@main
enum BookAppKit {
  @MainActor
  static func main() async {
    await BookProgram.run("book-appkit", MacDemos.all)
  }
}
