// Wallpapers and archives: the wallpaper Wall as a folder and as a zip, and hostile zips.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzTesting
import Testing

private let wallName = "8.Wall-390w-844h@3x~iphone.wallpaper"

/// A picture of a wallpaper of its own size or another one.
private func picture(
  _ container: CAContainer,
  state: String? = nil,
  size: CGSize? = nil,
  planes: [CAWallpaper.Plane] = CAWallpaper.usualOrder
) throws -> WallPicture {
  let wallpaper = try container.wallpaper(at: 0, planes: planes)
  if let size { wallpaper.fill(size) }
  var options = CAContext.Options()
  options.clock = ManualClock()
  let context = try CAContext(size: size ?? wallpaper.size, options: options)
  context.layer = wallpaper.canvasLayer
  for plane in wallpaper.planes {
    if let state { CAStateController(package: plane.package).setState(state) }
  }
  return WallPicture(image: try context.image(at: 0))
}

private struct WallPicture {
  let image: CGImage

  func callAsFunction(_ x: Int, _ y: Int) -> [Int] {
    let pixels = image.pixelStorage
    return (0..<4).map {
      Int(pixels.base.load(fromByteOffset: y * pixels.rowBytes + x * 4 + $0, as: UInt8.self))
    }
  }

  var bytes: [UInt8] { image.pixelStorage.withBytes { Array($0) } }
}

private let red = [255, 0, 0, 255]
private let green = [0, 255, 0, 255]
private let blue = [0, 0, 255, 255]

@Suite struct WallpaperTests {
  private func wall() throws -> CAContainer {
    try CAContainer(contentsOf: Authored.folder(wallName))
  }

  @Test func containerContents() throws {
    let container = try wall()
    #expect(container.items.map(\.path) == [""] && container.items[0].kind == .wallpaper)
    let wallpaper = try container.wallpaper(at: 0)
    #expect(wallpaper.name == "Wall" && wallpaper.size == CGSize(width: 390, height: 844))
    #expect(wallpaper.screenScale == 3 && !wallpaper.isAppearanceAware)
    #expect(wallpaper.planes.map(\.plane) == [.background, .foreground, .floating])
    #expect(wallpaper.stateNames == ["Locked", "Unlock", "Sleep"] && wallpaper.warnings.isEmpty)
  }

  @Test func states() throws {
    let locked = try picture(try wall(), state: "Locked")
    #expect(isClose(locked(195, 422), red) && isClose(locked(195, 380), green))
    #expect(isClose(locked(195, 144), blue) && isClose(locked(5, 5), [128, 128, 128, 255]))
    #expect(isClose(try picture(try wall(), state: "Unlock")(195, 744), blue))
    #expect(isClose(try picture(try wall(), state: "Sleep")(195, 422), green))
  }

  /// Every plane is scaled so that it covers the screen, and centred.
  @Test func otherScreen() throws {
    let locked = try picture(
      try wall(),
      state: "Locked",
      size: CGSize(width: 430, height: 932)
    )
    // 422 + (844 / 2 - 700) points up, at 932 / 844: 159.
    #expect(isClose(locked(215, 159), blue) && !isClose(locked(215, 146), blue))
    #expect(isClose(locked(215, 159 + 10), blue) && !isClose(locked(215, 159 + 13), blue))
  }

  @Test func orderAndChoiceOfPlanes() throws {
    let order: [CAWallpaper.Plane] = [.background, .floating, .foreground]
    #expect(isClose(try picture(try wall(), state: "Locked", planes: order)(195, 422), green))
    let alone = try picture(try wall(), state: "Locked", planes: [.floating])
    #expect(isClose(alone(195, 422), red) && alone(5, 5) == [0, 0, 0, 0])
  }

  @Test func archiveIsTheSame() throws {
    var zip = try ZipSample(
      folder: Authored.folder(wallName),
      prefix: "descriptors/5F2A/versions/1/contents/\(wallName)/"
    )
    zip.entries.append(.init(name: "__MACOSX/descriptors/._5F2A", bytes: Data([0])))
    zip.entries.append(.init(name: "__MACOSX/x.wallpaper/Wallpaper.plist", bytes: Data([0])))
    zip.entries.append(.init(name: "descriptors/.DS_Store", bytes: Data([0])))
    zip.entries.append(.init(name: "descriptors/5F2A/", mode: 0o040755))
    zip.entries.append(.init(name: "descriptors/5F2A/providerInfo.plist", bytes: Data([1])))
    let container = try CAContainer(archive: zip.data, name: "wall.tendies")
    #expect(
      container.items.map(\.path) == ["descriptors/5F2A/versions/1/contents/\(wallName)"]
    )
    let folder = try picture(try wall(), state: "Locked")
    #expect(try picture(container, state: "Locked").bytes == folder.bytes)
    #expect(try container.wallpaper(at: 0).warnings.isEmpty)
  }

  /// Planes by their names alone, and wallpapers side by side in the order of paths.
  @Test func withoutList() throws {
    var zip = try ZipSample(folder: Authored.folder(wallName), prefix: "b/\(wallName)/")
    zip.entries.removeAll { $0.name.hasSuffix("Wallpaper.plist") }
    let again = try ZipSample(folder: Authored.folder(wallName), prefix: "a/\(wallName)/")
    zip.entries += again.entries
    let container = try CAContainer(archive: zip.data, name: "two.zip")
    #expect(container.items.map(\.path) == ["a/\(wallName)", "b/\(wallName)"])
    let wallpaper = try container.wallpaper(at: 1)
    #expect(wallpaper.planes.map(\.plane) == [.background, .foreground, .floating])
    #expect(wallpaper.size == CGSize(width: 390, height: 844))
  }

  /// A zip of planes without a wallpaper's folder, and one of a single package.
  @Test func plainArchives() throws {
    let plates = try ZipSample(folder: Authored.url("Plates"), prefix: "x/Background.ca/")
    let switches = try ZipSample(folder: Authored.url("Switch"), prefix: "x/floating.ca/")
    let two = ZipSample(plates.entries + switches.entries)
    let container = try CAContainer(archive: two.data, name: "planes.zip")
    #expect(container.items.map(\.path) == ["x"] && container.items[0].kind == .wallpaper)
    let planes = try container.wallpaper(at: 0).planes
    #expect(planes.map(\.plane) == [.background, .floating])
    let one = try ZipSample(folder: Authored.url("Stickers"), prefix: "deep/er/Stickers.ca/")
    let single = try CAContainer(archive: one.data, name: "one.zip")
    #expect(single.items.map(\.path) == ["deep/er/Stickers.ca"] && single.items[0].kind == .package)
    let read = try single.package(at: 0)
    let bytes = try ArchivedPicture(read).image.pixelStorage.withBytes { Array($0) }
    let own = try ArchivedPicture(try Authored.package("Stickers")).image.pixelStorage
    #expect(bytes == own.withBytes { Array($0) })
  }

  @Test func writtenAndReadAgain() throws {
    let folder = try TemporaryFolder()
    let copy = folder.url.appendingPathComponent(wallName)
    #expect(try wall().wallpaper(at: 0, planes: [.floating]).write(to: copy).isEmpty)
    let again = try CAContainer(contentsOf: copy)
    #expect(
      try picture(again, state: "Locked").bytes == picture(try wall(), state: "Locked").bytes
    )
    let second = folder.url.appendingPathComponent("2/\(wallName)")
    try FileManager.default.createDirectory(
      at: second.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try again.wallpaper(at: 0).write(to: second)
    let names = try FileManager.default.subpathsOfDirectory(atPath: copy.path).sorted()
    #expect(names.count == 10)
    for name in names where name.hasSuffix("l") || name.hasSuffix("t") {
      let bytes = try Data(contentsOf: copy.appendingPathComponent(name))
      #expect(try Data(contentsOf: second.appendingPathComponent(name)) == bytes)
    }
  }

  @Test(arguments: [
    ("8.Wall_Floating-390w-844h@3x~iphone.ca", "../8.Wall_Floating-390w-844h@3x~iphone.ca"),
    ("8.Wall_Floating-390w-844h@3x~iphone.ca", "nothing.ca"),
  ])
  func listNamesNothing(old: String, new: String) throws {
    let folder = try TemporaryFolder()
    let copy = folder.url.appendingPathComponent(wallName)
    try FileManager.default.copyItem(at: Authored.folder(wallName), to: copy)
    let list = copy.appendingPathComponent("Wallpaper.plist")
    let text = try String(contentsOf: list, encoding: .utf8)
    try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: list)
    let wallpaper = try CAContainer(contentsOf: copy).wallpaper(at: 0)
    #expect(wallpaper.planes.map(\.plane) == [.background, .foreground])
    #expect(wallpaper.warnings.map(\.message) == ["the package \(new) is missing"])
  }

  @Test func nothingInside() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", "a.txt")
    for failure in [
      containerFailure { try CAContainer(contentsOf: folder.url) },
      containerFailure {
        try CAContainer(archive: ZipSample([.init(name: "a.txt")]).data, name: "a.zip")
      },
    ] {
      guard case .notAPackage = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
    }
  }
}

/// Returns the error of opening a container.
private func containerFailure(_ body: () throws -> CAContainer) -> CAPackageError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? CAPackageError
  }
}

@Suite struct HostileZipTests {
  private func failure(_ data: Data) -> String {
    let failure = containerFailure { try CAContainer(archive: data, name: "x.tendies") }
    return failure.map { "\($0)" } ?? "no error"
  }

  private func failure(_ entries: ZipSample.Entry...) -> String {
    let document = Data(document("").utf8)
    let package = ZipSample.Entry(name: "a.ca/main.caml", bytes: document)
    return failure(ZipSample([package] + entries).data)
  }

  @Test func wholeOneIsRead() throws {
    #expect(failure(.init(name: "a.ca/x", bytes: Data(count: 100))) == "no error")
  }

  @Test(arguments: [
    "../x", "a/../../x", "/etc/passwd", "..\\x", "a.ca/..", "\\\\host\\share",
  ])
  func leadsOut(name: String) {
    #expect(failure(.init(name: name, bytes: Data([1]))).contains("leads out"))
  }

  @Test func links() {
    let link = ZipSample.Entry(name: "a.ca/x.png", bytes: Data("/etc/passwd".utf8), mode: 0o120777)
    #expect(failure(link).contains("a.ca/x.png is a symbolic link"))
  }

  @Test func encrypted() {
    #expect(failure(.init(name: "x", bytes: Data(count: 20), flags: 0x801)).contains("encrypted"))
  }

  @Test func twice() {
    #expect(failure(.init(name: "a.ca/main.caml")).contains("twice"))
  }

  @Test func tooMany() {
    let entries = (0...10_000).map { ZipSample.Entry(name: "a.ca/\($0)") }
    #expect(failure(ZipSample(entries).data).contains("limit: at most 10000 entries"))
  }

  @Test func sizesThatCannotBe() {
    let huge = ZipSample.Entry(name: "a.ca/x", bytes: Data(count: 9), claimedSize: 0xFFFF_FFF0)
    #expect(failure(huge).contains("bytes unpacked"))
    let large = ZipSample.Entry(name: "a.ca/x", bytes: Data(count: 9), claimedSize: 100 << 20)
    #expect(failure(large).contains("limit: at most 200 bytes unpacked for each byte"))
    let overlapping = ZipSample.Entry(
      name: "a.ca/x",
      bytes: Data(count: 9),
      claimedSize: 5000,
      claimedPackedSize: 5000
    )
    #expect(failure(overlapping).contains("overlap"))
  }

  /// An honest-looking directory, and other bytes behind it.
  @Test func lies() throws {
    for entry in [
      ZipSample.Entry(name: "a.ca/main.caml", bytes: Data(count: 90), claimedSize: 100),
      ZipSample.Entry(name: "a.ca/main.caml", bytes: Data(count: 90), crc: 7),
    ] {
      let container = try CAContainer(archive: ZipSample([entry]).data, name: "x.zip")
      #expect {
        try container.package(at: 0)
      } throws: { error in
        if case .unreadable = error as? CAPackageError { true } else { false }
      }
    }
  }

  /// Ten megabytes of nothing in ten kilobytes.
  @Test func bomb() throws {
    let url = Authored.folder("Bomb.zip")
    let data = try Data(contentsOf: URL(fileURLWithPath: url.path))
    #expect(data.count < 20_000)
    #expect(failure(data).contains("limit: at most 200 bytes unpacked for each byte"))
  }

  @Test(arguments: [
    ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS pointer"),
    ("<!DOCTYPE html><html><body>404</body></html>", "HTML page"), ("", "not a zip"),
    ("PK\u{3}\u{4}", "not a zip"),
  ])
  func notAZip(text: String, words: String) {
    #expect(failure(Data(text.utf8)).contains(words))
  }

  /// Every beginning of an archive, and every byte of it changed, is read or refused.
  @Test func damaged() throws {
    let zip = try ZipSample(folder: Authored.url("Switch"), prefix: "Switch.ca/").data
    for count in stride(from: 0, to: zip.count, by: 7) {
      #expect(failure(zip.prefix(count)) != "no error")
    }
    for index in zip.indices {
      var data = zip
      data[index] ^= 0xFF
      guard let container = try? CAContainer(archive: data, name: "x.zip") else { continue }
      for item in container.items.indices { _ = try? container.wallpaper(at: item) }
    }
  }

  @Test func sourcesStayInside() throws {
    for source in ["../../b.ca/x.png", "/x.png"] {
      let text = document("<contents type=\"CGImage\" src=\"\(source)\"/>")
      let zip = ZipSample([
        .init(name: "a.ca/main.caml", bytes: Data(text.utf8)), .init(name: "b.ca/x.png"),
      ])
      let container = try CAContainer(archive: zip.data, name: "x.zip")
      let index = try #require(container.items.firstIndex { $0.path == "a.ca" })
      #expect(throws: CAPackageError.self) { try container.package(at: index) }
    }
  }
}
