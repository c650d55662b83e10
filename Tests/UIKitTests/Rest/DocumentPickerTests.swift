// Kinds of files, and controllers that pick files and pictures.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import TestClaims
import Testing

@testable import UIKit

/// Notes what pickers tell.
@MainActor
private final class Picked: UIDocumentPickerDelegate, UIImagePickerControllerDelegate {
  var urls: [[URL]] = []
  var cancels = 0
  var info: [UIImagePickerController.InfoKey: Any] = [:]

  func documentPicker(
    _ controller: UIDocumentPickerViewController,
    didPickDocumentsAt urls: [URL]
  ) { self.urls.append(urls) }

  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) { cancels += 1 }

  func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {
    self.info = info
    picker.presentingViewController?.dismiss(animated: false)
  }
}

@MainActor
@Suite("Pickers of files", .serialized)
struct DocumentPickerTests {
  private let folder: URL
  private let root = UIViewController()
  private let window: UIWindow
  private let picked = Picked()

  /// A folder `b` with a text, a text of 5 bytes, a picture, and a hidden file.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pickers-\(UUID().uuidString)", isDirectory: true)
    let inner = folder.appendingPathComponent("b", isDirectory: true)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data("inner".utf8).write(to: inner.appendingPathComponent("in.txt"))
    try Data("hello".utf8).write(to: folder.appendingPathComponent("a10.txt"))
    try Data("hello".utf8).write(to: folder.appendingPathComponent("a9.txt"))
    try Data("x".utf8).write(to: folder.appendingPathComponent(".hidden.txt"))
    // The screen's scale is that of the last window, also of other tests.
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let size = CGSize(width: 8, height: 6)
    let image = UIGraphicsImageRenderer(size: size, format: format).image { _ in
      UIColor.red.setFill()
      UIBezierPath(rect: CGRect(x: 0, y: 0, width: 8, height: 6)).fill()
    }
    try image.pngData()?.write(to: folder.appendingPathComponent("red.png"))
    window = makeWindow(CGSize(width: 320, height: 480), root)
    CATransaction.flush()
  }

  private func end() {
    window.isHidden = true
    try? FileManager.default.removeItem(at: folder)
  }

  private func show(_ controller: UIViewController) {
    root.present(controller, animated: false)
    window.layoutIfNeeded()
    CATransaction.flush()
  }

  private func wait(until time: Double) { try? window.context?.advance(to: time) }

  /// The list that shows in a picker.
  private func list(_ picker: UIViewController) -> DocumentFolderController? {
    let stack = picker.children.first as? UINavigationController
    return stack?.topViewController as? DocumentFolderController
  }

  private func texts(_ list: DocumentFolderController?) -> [String] {
    (list?.tableView.visibleCells ?? []).map {
      let content = $0.contentConfiguration as? UIListContentConfiguration
      return "\(content?.text ?? "") \(content?.alpha ?? 0)"
    }
  }

  private func select(_ row: Int, in list: DocumentFolderController?) {
    guard let list, let table = list.tableView else { return }
    let path = IndexPath(row: row, section: 0)
    guard list.tableView(table, shouldHighlightRowAt: path) else { return }
    table.selectRow(at: path, animated: false, scrollPosition: .none)
    list.tableView(table, didSelectRowAt: path)
  }

  @Test(
    "Kinds know their extensions, their types of MIME, and the wider kinds"
  )
  func kinds() throws {
    let jpeg = try #require(UTType(filenameExtension: "JPG"))
    #expect(jpeg == .jpeg && jpeg.conforms(to: .image) && jpeg.conforms(to: .item))
    #expect(jpeg.isSubtype(of: .data) && UTType.image.isSupertype(of: .png))
    #expect(!jpeg.isSubtype(of: .jpeg) && !UTType.folder.conforms(to: .data))
    #expect(jpeg.preferredFilenameExtension == "jpeg" && jpeg.preferredMIMEType == "image/jpeg")
    #expect(UTType(mimeType: "application/pdf") == .pdf && UTType(mimeType: "x/y") == nil)
    #expect(UTType(filenameExtension: "png", conformingTo: .text) == nil)
    let own = try #require(UTType(filenameExtension: "scene"))
    #expect(own.isDynamic && own.conforms(to: .data) && own.preferredFilenameExtension == "scene")
    #expect(UTType("no.such.kind") == nil && UTType("public.png") == .png)
    let declared = UTType(exportedAs: "org.example.note", conformingTo: .json)
    #expect(declared.conforms(to: .text) && declared != .json)
    #expect(UTType.swiftSource.conforms(to: .sourceCode))
    #expect(folder.startAccessingSecurityScopedResource())
    end()
  }

  @Test(
    "A touch picks a file of the kinds, in a folder too",
    .shows("UIDocumentPickerViewController", "UIDocumentPickerDelegate")
  )
  func opens() throws {
    let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.text])
    picker.directoryURL = folder
    picker.delegate = picked
    show(picker)
    #expect(texts(list(picker)) == ["b 1.0", "a9 1.0", "a10 1.0", "red 0.4"])
    // A file of another kind does nothing.
    select(3, in: list(picker))
    #expect(picked.urls.isEmpty)
    select(0, in: list(picker))
    wait(until: 1)
    #expect(list(picker)?.title == "b" && texts(list(picker)) == ["in 1.0"])
    select(0, in: list(picker))
    wait(until: 2)
    #expect(picked.urls == [[folder.appendingPathComponent("b/in.txt")]])
    #expect(root.presentedViewController == nil && picked.cancels == 0)
    end()
  }

  @Test("Several files are picked by a button, as copies")
  func copies() throws {
    let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.item], asCopy: true)
    picker.directoryURL = folder
    picker.delegate = picked
    picker.allowsMultipleSelection = true
    picker.shouldShowFileExtensions = true
    show(picker)
    #expect(texts(list(picker)).last == "red.png 1.0")
    let button = { self.list(picker)?.toolbarItems?.last }
    #expect(button()?.title == "Open" && button()?.isEnabled == false)
    select(1, in: list(picker))
    select(3, in: list(picker))
    #expect(button()?.isEnabled == true)
    let item = try #require(button())
    item.primaryAction?.performWithSender(nil, target: nil)
    wait(until: 1)
    let urls = try #require(picked.urls.first)
    #expect(urls.map(\.lastPathComponent) == ["a9.txt", "red.png"])
    #expect(urls.allSatisfy { !$0.path.hasPrefix(folder.path) })
    #expect(try urls.map { try Data(contentsOf: $0).count }.first == 5)
    end()
  }

  @Test("Files are moved into the folder that shows, under free names")
  func exports() throws {
    let source = folder.appendingPathComponent("a9.txt")
    let picker = UIDocumentPickerViewController(forExporting: [source], asCopy: true)
    picker.directoryURL = folder
    picker.delegate = picked
    show(picker)
    #expect(list(picker)?.toolbarItems?.last?.title == "Save")
    picker.export(to: folder)
    wait(until: 1)
    #expect(picked.urls == [[folder.appendingPathComponent("a9 2.txt")]])
    let mover = UIDocumentPickerViewController(forExporting: [source])
    mover.delegate = picked
    mover.export(to: folder.appendingPathComponent("b", isDirectory: true))
    #expect(!FileManager.default.fileExists(atPath: source.path))
    #expect(picked.urls.last == [folder.appendingPathComponent("b/a9.txt")])
    end()
  }

  @Test("A picker that goes without a choice tells of that once")
  func cancels() throws {
    let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.folder])
    picker.directoryURL = folder.appendingPathComponent("none")
    picker.delegate = picked
    show(picker)
    #expect(texts(list(picker)).isEmpty && list(picker)?.tableView.backgroundView is UILabel)
    root.dismiss(animated: false)
    #expect(picked.cancels == 1)
    picker.cancel()
    #expect(picked.cancels == 1 && picked.urls.isEmpty)
    end()
  }

  @Test("The older names of kinds are identifiers")
  func olderNames() {
    #expect(UTType(kUTTypePNG) == .png && UTType(kUTTypeMPEG4) == .mpeg4Movie)
    #expect(UTTypeConformsTo(kUTTypePNG, kUTTypeImage))
    #expect(!UTTypeConformsTo(kUTTypeImage, kUTTypePNG))
    #expect(UTTypeEqual("PUBLIC.PNG", kUTTypePNG) && !UTTypeEqual(kUTTypePNG, kUTTypeJPEG))
  }

  @Test(
    "A touch picks a picture of the folder",
    .shows("UIImagePickerController", "UIImagePickerController.InfoKey")
  )
  func pictures() throws {
    UIImagePickerController.photoFolder = folder
    defer { UIImagePickerController.photoFolder = nil }
    #expect(UIImagePickerController.isSourceTypeAvailable(.photoLibrary))
    #expect(!UIImagePickerController.isSourceTypeAvailable(.camera))
    #expect(UIImagePickerController.availableMediaTypes(for: .camera) == nil)
    let picker = UIImagePickerController()
    let lines = Diagnostics.lines { picker.sourceType = .camera }
    #expect(lines.count == 1 && picker.sourceType == .photoLibrary)
    picker.delegate = picked
    show(picker)
    let stack = try #require(picker.children.first as? UINavigationController)
    let grid = try #require(stack.topViewController as? PhotoGridController)
    let cells = try #require(grid.collectionView).visibleCells
    // (320 - 2 * 2) / 3 = 105.33
    #expect(cells.map(\.bounds.width) == [105] && cells.first?.accessibilityLabel == "red")
    grid.collectionView(grid.collectionView, didSelectItemAt: IndexPath(item: 0, section: 0))
    #expect((picked.info[.originalImage] as? UIImage)?.size == CGSize(width: 8, height: 6))
    #expect(picked.info[.imageURL] as? URL == folder.appendingPathComponent("red.png"))
    #expect(picked.info[.mediaType] as? String == kUTTypeImage)
    #expect(root.presentedViewController == nil)
    end()
  }
}
