// The software renderer draws the same bytes everywhere: with any number of threads, in any build.
// Licensed under the MIT license; see LICENSE.
//
// scripts/check compares the same hashes with what a debug build draws.

import Foundation
import RenderScenes
import Testing

@Suite struct GoldenTests {
  /// Lines as `scene-hashes` prints them.
  private static let lines: [String: String] = {
    let text = (try? References.text("Golden.txt")) ?? ""
    return Dictionary(
      uniqueKeysWithValues: text.split(separator: "\n").map { line in
        (String(line.split(separator: " ").last ?? ""), String(line))
      }
    )
  }()

  @Test func hashOfKnownText() {
    #expect(
      "\(SHA256(Array("abc".utf8)))"
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    #expect(
      "\(SHA256([UInt8](repeating: 0x61, count: 1000)))"
        == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    )
  }

  @Test func everySceneHasALine() {
    #expect(Set(GoldenTests.lines.keys) == Set(Scene.golden.map(\.name)))
    #expect(Scene.golden.count >= 50)
  }

  @Test(arguments: Scene.golden, [1, 2])
  func hash(scene: Scene, threads: Int) throws {
    #expect("\(try SceneHash(scene, threads: threads))" == GoldenTests.lines[scene.name])
  }
}
