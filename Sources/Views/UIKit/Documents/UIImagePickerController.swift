// A controller that picks a picture of a folder.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Gets the picture that was picked, and takes the controller away.
@preconcurrency
@MainActor
public protocol UIImagePickerControllerDelegate: AnyObject {
  // `Any` because: it is Apple's type.
  /// A picture was picked.
  ///
  /// The controller stays until the program dismisses it.
  func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  )
  /// Nothing was picked; the program dismisses the controller.
  ///
  /// Without this method the controller dismisses itself.
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

extension UIImagePickerControllerDelegate {
  // `Any` because: it is Apple's type.
  /// Does nothing.
  public func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {}
  /// Dismisses the controller.
  public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {
    picker.presentingViewController?.dismiss(animated: true)
  }
}

/// Shows the pictures of a folder, of which a touch picks one.
///
/// ```swift
/// let picker = UIImagePickerController()
/// picker.delegate = self
/// present(picker, animated: true)
/// ```
///
/// The folder is `photoFolder`, by default that of the person's pictures; folders in it are left
/// out, and so are pictures that cannot be read.
///
/// **Differences**: there is no camera, and no library of pictures but the folder. The controller
/// is no stack of controllers, but has one. Pictures are not edited. Films are not picked. The
/// look is plain.
open class UIImagePickerController: UIViewController {
  /// The place that pictures come from.
  public enum SourceType: Int, Sendable {
    /// The folder of pictures.
    case photoLibrary = 0
    /// The camera: there is none.
    case camera = 1
    /// The folder of pictures.
    case savedPhotosAlbum = 2
  }

  /// The name of a fact about what was picked.
  public struct InfoKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The kind, which is `public.image`, whatever the format of the picture is.
    public static let mediaType = Self(rawValue: "UIImagePickerControllerMediaType")
    /// The picture, a ``UIImage``.
    public static let originalImage = Self(rawValue: "UIImagePickerControllerOriginalImage")
    /// The picture as the person changed it: there is none.
    public static let editedImage = Self(rawValue: "UIImagePickerControllerEditedImage")
    /// The part of the picture that the person chose: there is none.
    public static let cropRect = Self(rawValue: "UIImagePickerControllerCropRect")
    /// The file of a film: there is none.
    public static let mediaURL = Self(rawValue: "UIImagePickerControllerMediaURL")
    /// The file of the picture, a `URL`.
    public static let imageURL = Self(rawValue: "UIImagePickerControllerImageURL")
  }

  /// The folder whose pictures show; nil, the default, for that of the person's pictures.
  ///
  /// **Differences**: an addition.
  public static var photoFolder: URL?

  /// The folder, if there is one.
  static var folder: URL? {
    let files = FileManager.default
    let url = photoFolder ?? files.urls(for: .picturesDirectory, in: .userDomainMask).first
    var isFolder: ObjCBool = false
    guard let url, files.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    return url
  }

  /// Whether there are pictures of a place: where the folder exists; never of the camera.
  open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool {
    sourceType != .camera && folder != nil
  }

  /// The kinds of what a place has: pictures; nil if there is no such place.
  open class func availableMediaTypes(for sourceType: SourceType) -> [String]? {
    isSourceTypeAvailable(sourceType) ? [UTType.image.identifier] : nil
  }

  /// The object that gets the picture.
  ///
  /// **Differences**: it need not be a delegate of stacks of controllers.
  open weak var delegate: (any UIImagePickerControllerDelegate)?

  /// The place that pictures come from; the folder by default.
  ///
  /// **Differences**: the camera gives a diagnostic and leaves the folder, where iOS raises an
  /// exception.
  open var sourceType = SourceType.photoLibrary {
    didSet {
      guard sourceType == .camera else { return }
      Diagnostics.report(
        "UIKit: UIImagePickerController.sourceType: there is no camera; expected a source for "
          + "which isSourceTypeAvailable(_:) is true"
      )
      sourceType = oldValue
    }
  }

  /// The kinds of what shows, as identifiers; pictures by default.
  open var mediaTypes = [UTType.image.identifier]

  /// Whether the person may change the picture; false by default.
  ///
  /// **Differences**: it is stored; the delegate gets no edited picture.
  open var allowsEditing = false

  private var isOver = false

  open override func viewDidLoad() {
    super.viewDidLoad()
    let list = UINavigationController(rootViewController: PhotoGridController(self))
    addChild(list)
    list.view.frame = view.bounds
    list.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(list.view)
    list.didMove(toParent: self)
  }

  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    isOver = false
  }

  /// The files that show, by name.
  final var files: [URL] {
    guard let folder = Self.folder,
      let entries = try? DocumentEntry.entries(of: folder, limit: 10_000)
    else { return [] }
    let kinds = mediaTypes.compactMap { UTType($0) }.filter { $0.conforms(to: .image) }
    return entries.filter { entry in
      !entry.isFolder && entry.kind?.conforms(to: .image) == true
        && kinds.contains { entry.kind?.conforms(to: $0) == true }
    }.map(\.url)
  }

  final func cancel() {
    guard !isOver else { return }
    isOver = true
    guard let delegate else {
      presentingViewController?.dismiss(animated: true)
      return
    }
    delegate.imagePickerControllerDidCancel(self)
  }

  final func pick(_ url: URL) {
    guard !isOver, let image = UIImage(contentsOfFile: url.path) else { return }
    isOver = true
    delegate?.imagePickerController(
      self,
      didFinishPickingMediaWithInfo: [
        .mediaType: UTType.image.identifier, .originalImage: image, .imageURL: url,
      ]
    )
  }
}

/// The pictures of a folder in squares.
final class PhotoGridController: UICollectionViewController {
  private static let gap: CGFloat = 2
  private static let columns: CGFloat = 3
  private weak var picker: UIImagePickerController?
  private var files: [URL] = []

  init(_ picker: UIImagePickerController) {
    self.picker = picker
    let layout = UICollectionViewFlowLayout()
    layout.minimumLineSpacing = Self.gap
    layout.minimumInteritemSpacing = Self.gap
    super.init(collectionViewLayout: layout)
    title = "Photos"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      primaryAction: UIAction(title: "Cancel") { [weak picker] _ in picker?.cancel() }
    )
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.backgroundColor = .systemBackground
    collectionView.accessibilityIdentifier = "photos"
    collectionView.register(PhotoCell.self, forCellWithReuseIdentifier: "photo")
    files = picker?.files ?? []
    guard files.isEmpty else { return }
    let label = UILabel()
    label.text = "No Photos"
    label.textAlignment = .center
    label.textColor = .secondaryLabel
    collectionView.backgroundView = label
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    let gaps = Self.gap * (Self.columns - 1)
    let side = max(((view.bounds.width - gaps) / Self.columns).rounded(.down), 1)
    let layout = collectionViewLayout as? UICollectionViewFlowLayout
    layout?.itemSize = CGSize(width: side, height: side)
  }

  override func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { files.count }

  override func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt path: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "photo", for: path)
    if let cell = cell as? PhotoCell, files.indices.contains(path.item) {
      cell.show(files[path.item])
    }
    return cell
  }

  override func collectionView(
    _ collectionView: UICollectionView,
    didSelectItemAt path: IndexPath
  ) {
    collectionView.deselectItem(at: path, animated: false)
    if files.indices.contains(path.item) { picker?.pick(files[path.item]) }
  }
}

/// A picture in a square.
private final class PhotoCell: UICollectionViewCell {
  private let picture = UIImageView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    picture.contentMode = .scaleAspectFill
    picture.clipsToBounds = true
    picture.backgroundColor = .systemGray5
    picture.frame = contentView.bounds
    picture.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    contentView.addSubview(picture)
    isAccessibilityElement = true
    accessibilityTraits = [.button, .image]
  }

  required init?(coder: NSCoder) { nil }

  func show(_ url: URL) {
    accessibilityLabel = url.deletingPathExtension().lastPathComponent
    let image = UIImage(contentsOfFile: url.path)
    let size = image?.size ?? .zero
    // As much as fills the square.
    let least = min(size.width, size.height)
    let side = max(bounds.width, bounds.height)
    guard let image, least > side, least > 0 else {
      picture.image = image
      return
    }
    let part = side / least
    let small = CGSize(width: size.width * part, height: size.height * part)
    picture.image = image.preparingThumbnail(of: small) ?? image
  }
}
