// A program of Tests/UIKitPrograms in a window, for tests of agents.
// Licensed under the MIT license; see LICENSE.

import Foundation
import UIKit
import UIKitPrograms

let name = CommandLine.arguments.dropFirst().first ?? ""
guard let controller = ProgramCatalog.controller(name) else {
  let names = ProgramCatalog.names.joined(separator: ", ")
  FileHandle.standardError.write(Data("no program is \(name); there are \(names)\n".utf8))
  exit(2)
}
UIScreen.setMain(UIScreen(size: CGSize(width: 240, height: 260), scale: 1))
let window = UIWindow(frame: UIScreen.main.bounds, output: .window(title: name))
window.rootViewController = controller
window.makeKeyAndVisible()
if let error = window.contextError {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(3)
}
RunLoop.main.run()
