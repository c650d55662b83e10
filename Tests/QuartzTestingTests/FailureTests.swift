// The messages and artifacts of failing snapshots.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzComparison
import QuartzTesting
import Synchronization
import Testing

@testable import QuartzTesting

@Suite("Failures") struct FailureTests {
  @Test func mismatchFailsTheAssertion() throws {
    let folder = try SnapshotFolder()
    let source = folder.path + "/SomeTests.swift"
    let environment = SnapshotEnvironment(record: "missing", artifacts: folder.artifacts)
    SnapshotEnvironment.$replacement.withValue(environment) {
      func check(_ layer: CALayer, named name: String) {
        let failure = verifySnapshot(
          of: layer,
          as: .image,
          named: name,
          snapshotDirectory: folder.references
        )
        if let failure { Issue.record("\(failure)") }
      }
      withKnownIssue {
        check(makeSquare(), named: "square")
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("there was no reference; recorded") }
      }
      check(makeSquare(), named: "square")
      withKnownIssue { check(makeSquare(10, .init(gray: 0, alpha: 1)), named: "square") }
    }
    // The assertion itself, whose reference lies beside a source file.
    withKnownIssue {
      assertSnapshot(of: makeCard(), as: .image, named: "never", record: .never)
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("FailureTests/mismatchFailsTheAssertion.never.png")
      }
        && issue.sourceLocation?.fileID == "QuartzTestingTests/FailureTests.swift"
    }
    #expect(!FileManager.default.fileExists(atPath: source))
  }

  @Test func numbersOfAMismatch() throws {
    let folder = try SnapshotFolder()
    let layer = makeSquare(20, CGColor(gray: 1, alpha: 1))
    let spot = makeSquare(4, CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    spot.name = "spot"
    spot.position = CGPoint(x: 10, y: 6)
    layer.addSublayer(spot)
    _ = folder.verify(layer, .image)
    spot.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 51.0 / 255, alpha: 1)
    let message = try #require(folder.verify(layer, .image))
    #expect(
      message.contains(
        "16 of 400 pixels differ (4 %), by at most 51 of 255, mean 51, p99 51, within 4 x 4 at (8, 4)"
      )
    )
    #expect(message.contains("layers whose pixels differ:\n  CALayer root/spot: 16 pixels"))
  }

  @Test func picturesAndRecordAreLeft() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeSquare(), .image)
    let message = try #require(folder.verify(makeSquare(10, .init(gray: 0, alpha: 1)), .image))
    // The folder is named after the file of the assertion, which is that of `SnapshotFolder`.
    let base = "artifacts/Support/picturesAndRecordAreLeft.a"
    for end in ["png", "actual.png", "reference.png", "difference.png", "failure.png", "capture"] {
      #expect(folder.files.contains("\(base).\(end)"))
    }
    #expect(message.contains("\(folder.path)/\(base).failure.png"))
    let record = try FailureRecord(json: folder.bytes("\(base).png.failure.json"))
    #expect(record.name == "picturesAndRecordAreLeft.a.png")
    #expect(record.message.contains("100 of 100 pixels differ"))
    #expect(record.pictures?.difference == "picturesAndRecordAreLeft.a.difference.png")
    let together = try PNGFile(folder.bytes("\(base).failure.png")).image()
    #expect(together.width == 3 * 10 + 4 * 8 && together.height == 10 + 2 * 8)
    // Once it passes, it is in no report any more.
    #expect(folder.verify(makeSquare(), .image) == nil)
    #expect(!folder.files.contains("\(base).png.failure.json"))
  }

  @Test func unreadableReferences() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeCard(), .image)
    let path = "\(folder.references)/unreadableReferences.a.png"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in stride(from: 0, to: whole.count, by: 97) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      let message = try #require(folder.verify(makeCard(), .image))
      #expect(message.contains("cannot be read: "))
      #expect(message.contains("Restore the file, or delete it and run the test again"))
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let message = try #require(folder.verify(makeCard(), .image))
    #expect(message.contains("cannot be read: Is a directory"), "\(message)")
  }

  @Test func otherSize() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeSquare(), .image)
    let message = try #require(folder.verify(makeSquare(12), .image))
    #expect(
      message.contains("the picture is 12 x 12 pixels, its reference 10 x 10: give the layer")
    )
  }

  @Test(arguments: [
    (CGSize(width: 0, height: 5), "the picture would be 0.0 x 5.0 points: give the layer a frame"),
    (CGSize(width: CGFloat.infinity, height: 5), "pass a finite size:"),
    (CGSize(width: 20000, height: 5), "of at most 16384 pixels a side"),
  ]) func impossibleSizes(size: CGSize, words: String) throws {
    let folder = try SnapshotFolder()
    let message = folder.verify(makeSquare(), .image(size: size), test: "size \(size)")
    #expect(message?.contains(words) == true)
    #expect(folder.files.isEmpty)
  }

  @Test func impossibleLayersScalesAndTimes() throws {
    let folder = try SnapshotFolder()
    #expect(folder.verify(CALayer(), .image)?.contains("give the layer a frame") == true)
    #expect(
      folder.verify(makeSquare(), .image(scale: 0))?.contains("pass a positive number") == true
    )
    let late = folder.verify(makeSquare(), .image(time: .at(.nan)))
    #expect(late?.contains("pass times that are finite") == true)
    #expect(folder.verify(makeSquare(), .frames(at: []))?.contains("there are no frames") == true)
    let short = folder.verify(makeSquare(), .animatedImage(duration: 0, fps: 10))
    #expect(short?.contains("there are no frames") == true)
    #expect(folder.files.isEmpty)
  }

  @Test func foldersThatCannotBeWritten() throws {
    let folder = try SnapshotFolder()
    // A file stands where the folder must be; that holds for root too.
    try Data().write(to: URL(fileURLWithPath: folder.references))
    let message = try #require(folder.verify(makeSquare(), .image))
    #expect(message.contains("cannot be written: "))
    #expect(message.contains("Make the folder writable, or run with record: .never"))
  }

  /// The failure is reported even if no artifact can be written.
  @Test func artifactsThatCannotBeWritten() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeSquare(), .image)
    try Data().write(to: URL(fileURLWithPath: folder.artifacts))
    let message = try #require(folder.verify(makeSquare(10, .init(gray: 0, alpha: 1)), .image))
    #expect(message.contains("100 of 100 pixels differ"))
    #expect(message.contains("Nothing was kept of the failure: "))
    #expect(message.contains("SNAPSHOT_ARTIFACTS chooses the folder"))
  }

  /// A picture and a text of one name leave each other's files alone.
  @Test func picturesAndTextsOfOneName() throws {
    let folder = try SnapshotFolder()
    let layer = CATextLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    layer.string = "a"
    layer.fontSize = 12
    _ = folder.verify(layer, Snapshotting<CALayer, CGImage>.image)
    _ = folder.verify("a", .lines)
    #expect(folder.files.contains("references/picturesAndTextsOfOneName.a.fonts"))
    layer.string = "b"
    #expect(folder.verify(layer, Snapshotting<CALayer, CGImage>.image) != nil)
    #expect(folder.verify("a", .lines) == nil)
    let base = "artifacts/Support/picturesAndTextsOfOneName.a"
    #expect(folder.files.contains("\(base).png.failure.json"))
    #expect(folder.verify("b", .lines)?.contains("fonts") == false)
    #expect(folder.files.contains("\(base).txt.failure.json"))
  }

  @Test func damagedReferencesAreRecordedAnewUnderFailed() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeSquare(), .image)
    let path = "\(folder.references)/damagedReferencesAreRecordedAnewUnderFailed.a.png"
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    let message = try #require(folder.verify(makeSquare(), .image, record: .failed))
    #expect(message.contains("cannot be read: "))
    #expect(message.contains("The reference was recorded anew."))
    #expect(folder.verify(makeSquare(), .image, record: .never) == nil)
  }

  @Test func animationsWithoutOrWithMoreFrames() throws {
    let folder = try SnapshotFolder()
    let strategy = Snapshotting<AnimatedImage, AnimatedImage>(
      pathExtension: "png",
      diffing: .animatedImage(ComparisonRules()),
      snapshot: { $0 }
    )
    let square = try renderedImage(of: makeSquare(), size: CGSize(width: 10, height: 10))
    let one = AnimatedImage(frames: [square], frameDuration: 0.1)
    _ = folder.verify(one, strategy)
    #expect(folder.verify(one, strategy) == nil)
    let none = AnimatedImage(frames: [], frameDuration: 0.1)
    let message = folder.verify(none, strategy)
    #expect(message?.contains("the animation has 0 frames, its reference 1") == true)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func readOnlyFolder() throws {
    let folder = try SnapshotFolder()
    try FileManager.default.createDirectory(
      atPath: folder.references,
      withIntermediateDirectories: true
    )
    chmod(folder.references, 0o500)
    defer { chmod(folder.references, 0o700) }
    let message = try #require(folder.verify(makeSquare(), .image))
    #expect(message.contains("cannot be written: Permission denied"))
  }

  @Test func twoTestsWithOneFile() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeSquare(), .image)
    let path = "\(folder.references)/twoTestsWithOneFile.a.png"
    let other = SnapshotOwner(test: "other() at OtherTests.swift:3", testCase: "")
    #expect(throws: SnapshotProblem.self) {
      try SnapshotClaims.shared.claim(path, for: other)
    }
    let problem = SnapshotProblem.sharedFile(path: "p", first: "a()", second: "b()")
    #expect(
      "\(problem)" == "a() and b() use one reference, p: rename one of the tests, or give the "
        + "snapshots different names with named:"
    )
  }

  @Test func casesWithOneFile() throws {
    let claims = SnapshotClaims()
    try claims.claim("p", for: SnapshotOwner(test: "t", testCase: "1"))
    try claims.claim("p", for: SnapshotOwner(test: "t", testCase: "1"))
    #expect(throws: SnapshotProblem.sharedByCases(path: "p")) {
      try claims.claim("p", for: SnapshotOwner(test: "t", testCase: "2"))
    }
  }

  /// The messages that the cases of the next test found.
  private static let sharing = Mutex<(folder: SnapshotFolder?, messages: [String?])>((nil, []))

  @Test(.serialized, arguments: ["red", "green"]) func casesWithoutNames(argument: String) throws {
    let found = try Self.sharing.withLock { sharing in
      let folder = try sharing.folder ?? SnapshotFolder()
      sharing.folder = folder
      sharing.messages.append(folder.verify(argument, .lines))
      return sharing.messages
    }
    guard found.count == 2 else { return }
    #expect(found[0]?.contains("there was no reference; recorded") == true)
    #expect(found[1]?.contains("several cases of a parameterised test use one reference") == true)
    Self.sharing.withLock { $0.folder = nil }
  }

  @Test func strategiesThatThrowOrNeverCome() throws {
    struct Refusal: Error, CustomStringConvertible { var description: String { "no, thanks" } }
    let folder = try SnapshotFolder()
    let refusing = Snapshotting<Int, String>(pathExtension: "txt", diffing: .lines) { _ in
      throw Refusal()
    }
    #expect(folder.verify(1, refusing) == "no, thanks")
    let silent = Snapshotting<Int, String>(
      pathExtension: "txt",
      diffing: .lines,
      asyncSnapshot: { _ in Async { _ in } }
    )
    let message = folder.verify(1, silent, timeout: 0.01)
    #expect(message?.contains("the strategy gave no snapshot within 0.01 s") == true)
  }

  @Test func valuesFromOtherThreads() throws {
    let folder = try SnapshotFolder()
    let later = Snapshotting<Int, String>(
      pathExtension: "txt",
      diffing: .lines,
      asyncSnapshot: { value in
        Async { callback in
          // Safe because: the callback takes a lock.
          nonisolated(unsafe) let callback = callback
          Thread { callback("\(value)") }.start()
        }
      }
    )
    _ = folder.verify(7, later)
    #expect(folder.verify(7, later) == nil)
    #expect(folder.verify(7, later.pullback { (text: Int) in text }) == nil)
  }

  @Test func textsShowTheirLines() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify("a\nb\nc\nd\ne\nf\n", .lines)
    let message = try #require(folder.verify("a\nb\nc\nD\ne\nf\n", .lines))
    #expect(message.contains("@@ -1,7 +1,7 @@\n a\n b\n c\n-d\n+D\n e\n f\n "))
  }

  @Test func budgetsNameTheLayerAndTheReason() throws {
    let folder = try SnapshotFolder()
    let card = makeCard()
    card.opacity = 0.5
    let budget = RenderBudget(passes: 0, layers: ["ring": RenderBudget(draws: 0)])
    let message = try #require(folder.verify(card, .statistics(budget: budget)))
    #expect(message.contains("CALayer card: 1 passes (groupOpacity), its budget is 0"))
    #expect(message.contains("CAShapeLayer card/ring: 1 draws, its budget is 0"))
    // Over the budget is over the budget, whatever was recorded.
    #expect(folder.verify(card, .statistics(budget: budget))?.contains("groupOpacity") == true)
    #expect(folder.verify(makeCard(), .statistics(budget: .init(passes: 0))) == nil)
  }

  @Test func otherColorSpaces() throws {
    let folder = try SnapshotFolder()
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let image = try #require(makeImage(in: space))
    let message = try #require(folder.verify(image, .image))
    #expect(message.contains("snapshots are in sRGB: convert the picture, or pass"))
    _ = folder.verify(image, .image(colorSpaces: .converted))
    #expect(folder.verify(image, .image(colorSpaces: .converted)) == nil)
  }

  private func makeImage(in space: CGColorSpace) -> CGImage? {
    CGImage(
      width: 2,
      height: 2,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: 8,
      space: space,
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: CGDataProvider(data: Data(repeating: 200, count: 16) as CFData)!,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }

  @Test func animationsThatDiffer() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makePulse(), .animatedImage(duration: 0.4, fps: 10))
    let longer = folder.verify(makePulse(), .animatedImage(duration: 0.5, fps: 10))
    #expect(longer?.contains("the animation has 5 frames, its reference 4") == true)
    let slower = folder.verify(makePulse(), .animatedImage(duration: 0.8, fps: 5))
    #expect(slower?.contains("a frame is shown for 0.2 s, in the reference for 0.1 s") == true)
    let pulse = makePulse()
    pulse.sublayers?[0].backgroundColor = CGColor(gray: 0, alpha: 1)
    let other = folder.verify(pulse, .animatedImage(duration: 0.4, fps: 10))
    #expect(other?.contains("frame 1 of 4, the first that differs: ") == true)
    #expect(other?.contains("CALayer root/dot: ") == true)
  }

  @Test func framesThatDifferAreNamed() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makePulse(), .frames(at: [0, 0.5]))
    let pulse = makePulse()
    pulse.sublayers?[0].removeAllAnimations()
    let message = try #require(folder.verify(pulse, .frames(at: [0, 0.5])))
    #expect(message.contains("frame 2 (0.5 s): "))
    #expect(!message.contains("frame 1"))
  }
}
