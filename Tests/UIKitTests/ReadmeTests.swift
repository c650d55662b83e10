// The first program of README.md: what it says is what runs.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing
import UIKit
import _Testing_UIKit

@MainActor
@Suite(.serialized)
struct ReadmeTests {
  // The lines of README.md, and two levels of indentation.
  private func program() throws -> (before: UIImage, halfway: UIImage) {
    func pictures() throws -> (CGImage, CGImage) {
      // README begins here.
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 180, height: 180))
      window.backgroundColor = UIColor(white: 0.93, alpha: 1)
      window.makeKeyAndVisible()

      let button = UIButton(type: .system)
      button.setTitle("Touch me", for: .normal)
      button.addAction(
        UIAction { _ in
          UIView.animate(withDuration: 0.2) { button.backgroundColor = .systemYellow }
        },
        for: .touchUpInside
      )
      button.frame = CGRect(x: 40, y: 70, width: 100, height: 40)
      window.addSubview(button)

      let before = try window.image(at: 0)
      UIApplication.shared.tap(at: CGPoint(x: 90, y: 90))
      let halfway = try window.image(at: 0.1)
      // README ends here.
      window.isHidden = true
      return (before, halfway)
    }
    let (before, halfway) = try pictures()
    return (UIImage(cgImage: before), UIImage(cgImage: halfway))
  }

  @Test func aTouchTurnsTheButtonYellow() throws {
    let (before, halfway) = try program()
    #expect(before.size == halfway.size)
    #expect(before.pngData() != halfway.pngData())
  }

  @Test func readmeShowsTheProgram() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let lines = try String(contentsOf: here, encoding: .utf8).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    let first = try #require(lines.firstIndex { $0.hasSuffix("// README begins here.") })
    let last = try #require(lines.firstIndex { $0.hasSuffix("// README ends here.") })
    let program = lines[first + 1..<last].map { $0.dropFirst(6) }.joined(separator: "\n")
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\nimport UIKit\n\n\(program)\n```\n"))
  }
}
