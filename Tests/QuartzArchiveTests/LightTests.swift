// Groups, cut-outs and depth: pixels of the packages Light... and Depth...; what waits is kept and
// named.
// Licensed under the MIT license; see LICENSE.

import QuartzArchive
import QuartzTesting
import Testing

@Suite struct LightTests {
  private static let black = [0, 0, 0, 255]

  @Test func groupOpacity() throws {
    let package = try Authored.package("LightGroup")
    #expect(package.warnings.isEmpty)
    let grey = [128, 128, 128, 255]
    let whole = try ArchivedPicture(package)
    #expect(isClose(whole(20, 50), grey) && isClose(whole(50, 50), grey))
    let (_, apart) = try Authored.copy(
      "LightGroup",
      replacing: "opacity=\"0.5\"",
      with: "opacity=\"0.5\" allowsGroupOpacity=\"0\""
    )
    let picture = try ArchivedPicture(apart)
    #expect(isClose(picture(20, 50), grey) && isClose(picture(50, 50), [191, 191, 191, 255]))
  }

  /// A child with destOut takes away what is below it in the group that it belongs to.
  @Test func cutOut() throws {
    let (_, package) = try Authored.copy(
      "LightHole",
      replacing: "backgroundColor=\"1 0 0\"",
      with: "backgroundColor=\"1 0 0\" shouldRasterize=\"1\""
    )
    #expect(package.warnings.isEmpty)
    let picture = try ArchivedPicture(package)
    #expect(
      isClose(picture(35, 35), [255, 0, 0, 255]) && isClose(picture(65, 65), [255, 0, 0, 255])
    )
    #expect(isClose(picture(50, 50), Self.black) && isClose(picture(42, 58), Self.black))
    #expect(isClose(picture(25, 50), Self.black))
  }
}

@Suite struct LightDepthTests {
  /// The quadrilateral of a plane that is turned by 60 degrees, 200 points from the eye.
  @Test func door() throws {
    let package = try Authored.package("DepthDoor")
    #expect(package.warnings.isEmpty)
    let scale = 8.0
    let picture = try ArchivedPicture(package, scale: scale)
    func isWhite(_ x: Double, _ y: Double) -> Bool {
      picture(Int((100 + x) * scale), Int((80 + y) * scale))[0] > 127
    }
    // Edges at -31.91 and 20.55 from the middle, half heights 63.82 and 41.10 there.
    #expect(isWhite(-31.6, 0) && !isWhite(-32.2, 0))
    #expect(isWhite(20.2, 0) && !isWhite(20.9, 0))
    #expect(isWhite(-31.6, 63.2) && !isWhite(-31.6, 64.2))
    #expect(isWhite(20.2, -40.9) && !isWhite(20.2, -41.7))
  }

  /// The leftmost function acts last.
  @Test func orderOfFunctions() throws {
    let picture = try ArchivedPicture(try Authored.package("DepthOrder"))
    for (x, y, isWhite) in [
      (109, 80, true), (110, 71, true), (110, 88, true), (106, 80, false), (113, 80, false),
      (110, 68, false), (110, 92, false),
    ] {
      #expect((picture(x, y)[0] > 127) == isWhite, "at \(x) \(y)")
    }
  }
}

/// Packages of layers of classes of their own.
@Suite struct ClassPackagesTests {
  @Test(arguments: [
    ("PenTriangle", "CAShapeLayer"), ("PenRing", "CAShapeLayer"), ("PenStroke", "CAShapeLayer"),
    ("PenCurve", "CAShapeLayer"), ("LightRamp", "CAGradientLayer"),
    ("LightStops", "CAGradientLayer"), ("LightUpright", "CAGradientLayer"),
    ("LightRadial", "CAGradientLayer"), ("LightMask", "CAShapeLayer"),
    ("DepthSpace", "CATransformLayer"), ("DepthRow", "CAReplicatorLayer"),
    ("DepthWave", "CAReplicatorLayer"),
  ])
  func readAndWritten(name: String, className: String) throws {
    let package = try Authored.package(name)
    #expect(package.warnings.isEmpty, "\(package.warnings)")
    let text = try package.documentText()
    #expect(text.contains(className), "\(text)")
    #expect(try read(text, files: try package.files().files).documentText() == text)
  }

  /// Filters are read, and written back.
  @Test func filtersAreRead() throws {
    let package = try Authored.package("LightBlur")
    #expect(package.warnings.isEmpty, "\(package.warnings)")
    let text = try package.documentText()
    #expect(text.contains("CAFilter"))
    #expect(try read(text, files: try package.files().files).documentText() == text)
  }

  /// The ramp from red to blue, a quarter and three quarters of the way.
  @Test func ramp() throws {
    let picture = try ArchivedPicture(try Authored.package("LightRamp"))
    for (x, red, blue) in [(25, 190, 65), (75, 63, 192)] {
      let pixel = picture(x, 10)
      #expect(abs(Int(pixel[0]) - red) <= 2 && abs(Int(pixel[2]) - blue) <= 2, "at \(x): \(pixel)")
    }
  }
}
