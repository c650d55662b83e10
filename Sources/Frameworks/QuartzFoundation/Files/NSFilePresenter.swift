// Objects that show files.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing

/// An object that shows a file, and hears of what others do with it.
///
/// **Differences**: presenters hear of changes and moves. Nothing asks them to save or to stand
/// back before, and of folders they hear no names.
public protocol NSFilePresenter: AnyObject {
  /// The file or folder; nil if there is none.
  var presentedItemURL: URL? { get }
  /// The queue on which the object hears of it.
  var presentedItemOperationQueue: OperationQueue { get }

  /// The file, or one in the folder, was written.
  func presentedItemDidChange()
  /// The file was moved.
  ///
  /// - Parameter newURL: The file's address now.
  func presentedItemDidMove(to newURL: URL)
}

extension NSFilePresenter {
  /// Does nothing.
  public func presentedItemDidChange() {}
  /// Does nothing.
  public func presentedItemDidMove(to newURL: URL) {}
}

/// The presenters of the program.
enum FilePresenters {
  private static let list = Guarded<[any NSFilePresenter]>([])

  static var all: [any NSFilePresenter] { list.withLock { $0 } }

  static func add(_ presenter: any NSFilePresenter) {
    list.withLock { list in
      if !list.contains(where: { $0 === presenter }) { list.append(presenter) }
    }
  }

  static func remove(_ presenter: any NSFilePresenter) {
    list.withLock { list in list.removeAll { $0 === presenter } }
  }

  /// Calls presenters of a file on their queues.
  static func tell(
    of file: FileAccess,
    except own: (any NSFilePresenter)?,
    _ body: @escaping @Sendable (any NSFilePresenter) -> Void
  ) {
    for presenter in all where presenter !== own {
      guard let url = presenter.presentedItemURL else { continue }
      let presented = FileAccess(url, isWriting: false)
      guard file.path.starts(with: presented.path) else { continue }
      // The presenter is used on its queue.
      let held = Transferred(presenter)
      presenter.presentedItemOperationQueue.addOperation { body(held.value) }
    }
  }
}
