// A folder of files as a list.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A file or a folder in a list.
struct DocumentEntry: Hashable {
  let url: URL
  let isFolder: Bool
  /// In bytes; nil for folders.
  let size: Int?

  var kind: UTType? {
    isFolder ? .folder : UTType(filenameExtension: url.pathExtension) ?? .data
  }

  /// Returns what is in a folder, folders first and then by name, without what is hidden.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - limit: The greatest number of entries.
  static func entries(of folder: URL, limit: Int) throws -> [DocumentEntry] {
    let found = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil,
      options: [.skipsHiddenFiles]
    )
    return found.prefix(limit).map { url in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
      let size = (facts?[.size] as? NSNumber)?.intValue
      return DocumentEntry(
        url: folder.appendingPathComponent(url.lastPathComponent, isDirectory: isFolder.boolValue),
        isFolder: isFolder.boolValue,
        size: isFolder.boolValue ? nil : size
      )
    }.sorted { first, second in
      if first.isFolder != second.isFolder { return first.isFolder }
      let order = first.url.lastPathComponent.localizedStandardCompare(second.url.lastPathComponent)
      return order == .orderedAscending
    }
  }

  /// The number of bytes in words.
  var sizeText: String? {
    size.map { ByteCountFormatter.string(fromByteCount: Int64($0), countStyle: .file) }
  }

  var symbol: String {
    guard let kind else { return "doc" }
    if isFolder { return "folder" }
    if kind.conforms(to: .image) { return "photo" }
    if kind.conforms(to: .movie) { return "film" }
    if kind.conforms(to: .audio) { return "music.note" }
    return kind.conforms(to: .text) || kind.conforms(to: .pdf) ? "doc.text" : "doc"
  }
}

/// The list of a folder in a picker of documents.
final class DocumentFolderController: UITableViewController {
  private static let most = 10_000
  private let folder: URL
  private weak var picker: UIDocumentPickerViewController?
  private var entries: [DocumentEntry] = []

  init(_ folder: URL, _ picker: UIDocumentPickerViewController) {
    self.folder = folder
    self.picker = picker
    super.init(style: .plain)
    title = folder.lastPathComponent
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      primaryAction: UIAction(title: "Cancel") { [weak picker] _ in picker?.cancel() }
    )
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "entry")
    tableView.accessibilityIdentifier = "documents"
    tableView.allowsMultipleSelection = picker?.picksSeveral == true
    reload()
  }

  private func reload() {
    do {
      entries = try DocumentEntry.entries(of: folder, limit: Self.most)
      tableView.backgroundView = nil
    } catch {
      entries = []
      let label = UILabel()
      label.text = "The folder cannot be read."
      label.textAlignment = .center
      label.textColor = .secondaryLabel
      tableView.backgroundView = label
    }
    tableView.reloadData()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    showConfirmation()
  }

  /// Shows the button that ends the choice, where one is needed.
  private func showConfirmation() {
    guard let picker, let title = picker.confirmation else { return }
    let chosen = tableView.indexPathsForSelectedRows ?? []
    let button = UIBarButtonItem(
      primaryAction: UIAction(title: title) { [weak self] _ in self?.confirm() }
    )
    button.style = .done
    button.isEnabled = picker.isExporting || picker.picksFolders || !chosen.isEmpty
    setToolbarItems([UIBarButtonItem(systemItem: .flexibleSpace), button], animated: false)
    navigationController?.isToolbarHidden = false
  }

  private func confirm() {
    guard let picker else { return }
    if picker.isExporting { return picker.export(to: folder) }
    let paths = tableView.indexPathsForSelectedRows ?? []
    if paths.isEmpty, picker.picksFolders { return picker.pick([folder]) }
    picker.pick(paths.filter { entries.indices.contains($0.row) }.map { entries[$0.row].url })
  }

  /// Whether an entry may be touched: folders are opened.
  private func isLive(_ entry: DocumentEntry) -> Bool {
    entry.isFolder || picker?.takes(entry) == true
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    entries.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath)
    -> UITableViewCell
  {
    let cell = tableView.dequeueReusableCell(withIdentifier: "entry", for: path)
    guard entries.indices.contains(path.row) else { return cell }
    let entry = entries[path.row]
    var content = UIListContentConfiguration.subtitleCell()
    let showsExtension = entry.isFolder || picker?.shouldShowFileExtensions == true
    content.text =
      showsExtension
      ? entry.url.lastPathComponent : entry.url.deletingPathExtension().lastPathComponent
    content.secondaryText = entry.sizeText
    content.secondaryTextProperties.color = .secondaryLabel
    content.image = UIImage(systemName: entry.symbol)
    content.imageProperties.reservedLayoutSize.width = 29
    content.alpha = isLive(entry) ? 1 : 0.4
    cell.contentConfiguration = content
    let isChosen = tableView.indexPathsForSelectedRows?.contains(path) == true
    cell.accessoryType = entry.isFolder ? .disclosureIndicator : isChosen ? .checkmark : .none
    cell.accessibilityIdentifier = entry.url.lastPathComponent
    return cell
  }

  override func tableView(_ tableView: UITableView, shouldHighlightRowAt path: IndexPath) -> Bool {
    entries.indices.contains(path.row) && isLive(entries[path.row])
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
    guard let picker, entries.indices.contains(path.row) else { return }
    let entry = entries[path.row]
    if entry.isFolder {
      tableView.deselectRow(at: path, animated: true)
      show(DocumentFolderController(entry.url, picker), sender: self)
    } else if picker.picksSeveral {
      tableView.cellForRow(at: path)?.accessoryType = .checkmark
      showConfirmation()
    } else {
      picker.pick([entry.url])
    }
  }

  override func tableView(_ tableView: UITableView, didDeselectRowAt path: IndexPath) {
    tableView.cellForRow(at: path)?.accessoryType = .none
    showConfirmation()
  }
}
