// A controller that picks files, or puts files into a folder.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Gets the files that were picked.
@preconcurrency
@MainActor
public protocol UIDocumentPickerDelegate: AnyObject {
  /// Files were picked, or put into a folder; the addresses are those of the new files then.
  func documentPicker(
    _ controller: UIDocumentPickerViewController,
    didPickDocumentsAt urls: [URL]
  )
  /// The controller went without a choice.
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

extension UIDocumentPickerDelegate {
  /// Does nothing.
  public func documentPicker(
    _ controller: UIDocumentPickerViewController,
    didPickDocumentsAt urls: [URL]
  ) {}
  /// Does nothing.
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

/// Picks files of some kinds in the folders of the machine, or puts files into one of them.
///
/// ```swift
/// let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.image])
/// picker.delegate = self
/// present(picker, animated: true)
/// ```
///
/// It begins with `directoryURL`, or with the documents of the person, and goes into folders. A
/// touch picks a file; several are picked by touches and a button. Files of other kinds are faint.
/// The controller goes, and the delegate is told. Where folders are picked, a button picks the one
/// that shows.
///
/// **Differences**: the look is plain. There are the files of the machine alone, no clouds and no
/// programs with files of their own; the folder above the first one is not reached. Hidden files
/// are left out, and folders show their first 10,000 entries.
open class UIDocumentPickerViewController: UIViewController {
  private let kinds: [UTType]
  private let exported: [URL]
  private let copies: Bool
  private var isOver = false

  /// Creates a controller that picks files where they are.
  public convenience init(forOpeningContentTypes contentTypes: [UTType]) {
    self.init(forOpeningContentTypes: contentTypes, asCopy: false)
  }

  /// Creates a controller that picks files.
  ///
  /// - Parameters:
  ///   - contentTypes: The kinds of files; folders, where `UTType.folder` is among them.
  ///   - asCopy: Whether the delegate gets copies in the folder for temporary files.
  public init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool) {
    kinds = contentTypes
    exported = []
    copies = asCopy
    super.init(nibName: nil, bundle: nil)
  }

  /// Creates a controller that moves files into a folder.
  public convenience init(forExporting urls: [URL]) {
    self.init(forExporting: urls, asCopy: false)
  }

  /// Creates a controller that puts files into a folder.
  ///
  /// - Parameters:
  ///   - urls: The files.
  ///   - asCopy: Whether the files stay where they are, too.
  public init(forExporting urls: [URL], asCopy: Bool) {
    kinds = []
    exported = urls
    copies = asCopy
    super.init(nibName: nil, bundle: nil)
  }

  /// Controllers that pick have no archives.
  public required init?(coder: NSCoder) { nil }

  /// The object that gets the files.
  open weak var delegate: (any UIDocumentPickerDelegate)?

  /// Whether several files may be picked; false by default.
  open var allowsMultipleSelection = false

  /// Whether names show their extensions; false by default.
  open var shouldShowFileExtensions = false

  /// The folder to begin with; nil, the default, for the documents of the person.
  open var directoryURL: URL?

  private var start: URL {
    if let directoryURL { return directoryURL }
    let files = FileManager.default
    let documents = files.urls(for: .documentDirectory, in: .userDomainMask).first
    guard let documents, files.fileExists(atPath: documents.path) else {
      return URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
    }
    return documents
  }

  // MARK: Views

  open override func viewDidLoad() {
    super.viewDidLoad()
    let list = UINavigationController(rootViewController: DocumentFolderController(start, self))
    addChild(list)
    list.view.frame = view.bounds
    list.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(list.view)
    list.didMove(toParent: self)
  }

  /// Reports that the controller went without a choice.
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    guard !isOver, presentedViewController == nil else { return }
    isOver = true
    delegate?.documentPickerWasCancelled(self)
  }

  // MARK: Choice

  final var isExporting: Bool { !exported.isEmpty }
  final var picksFolders: Bool { kinds.contains { $0 == .folder || $0 == .directory } }
  final var picksSeveral: Bool { allowsMultipleSelection && !isExporting }

  /// The title of the button that ends the choice; nil where a touch of a file does.
  final var confirmation: String? {
    if isExporting { return copies ? "Save" : "Move" }
    return picksSeveral || picksFolders ? "Open" : nil
  }

  /// Whether an entry may be picked.
  final func takes(_ entry: DocumentEntry) -> Bool {
    guard !isExporting, !entry.isFolder, let kind = entry.kind else { return false }
    return kinds.contains { kind.conforms(to: $0) }
  }

  /// Ends without a choice.
  final func cancel() { end { $0.delegate?.documentPickerWasCancelled($0) } }

  /// Ends with files.
  final func pick(_ urls: [URL]) {
    guard !urls.isEmpty, !isOver else { return }
    guard copies else {
      return end { $0.delegate?.documentPicker($0, didPickDocumentsAt: urls) }
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    put(urls, into: folder, moves: false)
  }

  /// Puts the files into a folder and ends.
  final func export(to folder: URL) {
    if !isOver { put(exported, into: folder, moves: !copies) }
  }

  private func put(_ urls: [URL], into folder: URL, moves: Bool) {
    let files = FileManager.default
    var new: [URL] = []
    do {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      for url in urls {
        let place = freePlace(for: url, in: folder)
        if moves {
          try files.moveItem(at: url, to: place)
        } else {
          try files.copyItem(at: url, to: place)
        }
        new.append(place)
      }
    } catch {
      return report(error)
    }
    end { $0.delegate?.documentPicker($0, didPickDocumentsAt: new) }
  }

  /// A name in a folder that no file has: with a number, if the file's own is taken.
  private func freePlace(for url: URL, in folder: URL) -> URL {
    let (name, end) = (url.deletingPathExtension().lastPathComponent, url.pathExtension)
    var place = folder.appendingPathComponent(url.lastPathComponent)
    var number = 2
    while FileManager.default.fileExists(atPath: place.path) {
      let numbered = "\(name) \(number)" + (end.isEmpty ? "" : ".\(end)")
      place = folder.appendingPathComponent(numbered)
      number += 1
    }
    return place
  }

  private func report(_ error: any Error) {
    let alert = UIAlertController(
      title: "The files could not be written.",
      message: error.localizedDescription,
      preferredStyle: .alert
    )
    alert.addAction(UIAlertAction(title: "OK", style: .default))
    present(alert, animated: true)
  }

  private func end(_ tell: @escaping (UIDocumentPickerViewController) -> Void) {
    guard !isOver else { return }
    isOver = true
    guard let presentingViewController else { return tell(self) }
    presentingViewController.dismiss(animated: true) { tell(self) }
  }
}
