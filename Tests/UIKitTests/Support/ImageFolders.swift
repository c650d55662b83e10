// The folders of images by name, for one test at a time.
// Licensed under the MIT license; see LICENSE.

import Foundation
import UIKit

/// Images, colours and data by name come from a folder within `body`.
///
/// The folders are the program's, and tests run side by side: on the main actor there is one at a
/// time.
@MainActor
func withImageFolder(_ folder: URL, _ body: () throws -> Void) rethrows {
  let before = UIImage.imageFolders
  UIImage.imageFolders = [folder]
  defer { UIImage.imageFolders = before }
  try body()
}
