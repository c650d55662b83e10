// Reads and writes of files that do not meet.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing

/// Lets the parts of a program read and write files one after the other.
///
/// Reads of a file go on at the same time, a write waits until it is alone. A folder stands for all
/// that lies in it. A coordinator, and a thread that is in an access already, wait for nobody.
///
/// ```swift
/// var error: NSError?
/// NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { url in
///   text = try? String(contentsOf: url, encoding: .utf8)
/// }
/// ```
///
/// **Differences**: accesses are coordinated within one program. Presenters hear of changes and
/// moves that other coordinators made, but are not asked to save or to stand back before. Of the
/// options of reading and writing, none changes anything.
open class NSFileCoordinator: NSObject {
  /// The purpose of a read.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Presenters need not save.
    public static let withoutChanges = ReadingOptions(rawValue: 1)
    /// The accessor gets the address of what a link leads to.
    public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
    /// The file's attributes are read.
    public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
    /// The file is sent elsewhere.
    public static let forUploading = ReadingOptions(rawValue: 8)
  }

  /// The purpose of a write.
  public struct WritingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The file is deleted.
    public static let forDeleting = WritingOptions(rawValue: 1)
    /// The file is moved.
    public static let forMoving = WritingOptions(rawValue: 2)
    /// Changes of others are merged.
    public static let forMerging = WritingOptions(rawValue: 4)
    /// The file is replaced.
    public static let forReplacing = WritingOptions(rawValue: 8)
    /// The file's attributes are written.
    public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
  }

  /// Names the accesses that do not wait for each other; coordinators of one name are one.
  open var purposeIdentifier = UUID().uuidString
  private weak var presenter: (any NSFilePresenter)?
  private let isCancelled = Guarded(false)

  /// Creates a coordinator.
  ///
  /// - Parameter filePresenterOrNil: The presenter that makes the accesses, and does not hear of
  ///   them.
  public init(filePresenter filePresenterOrNil: (any NSFilePresenter)? = nil) {
    presenter = filePresenterOrNil
  }

  /// Ends all accesses to come with an error.
  open func cancel() { isCancelled.withLock { $0 = true } }

  /// Calls a block that reads a file, once no other part of the program writes it.
  ///
  /// - Parameters:
  ///   - url: The file or folder.
  ///   - options: The purpose of the read.
  ///   - outError: Gets the error, if the coordinator was cancelled; the block is not called then.
  ///   - reader: Reads the file at the address that it gets.
  open func coordinate(
    readingItemAt url: URL,
    options: ReadingOptions = [],
    error outError: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) {
    access([FileAccess(url, isWriting: false)], outError) { reader(url) }
  }

  /// Calls a block that writes a file, once no other part of the program uses it.
  ///
  /// - Parameters:
  ///   - url: The file or folder.
  ///   - options: The purpose of the write.
  ///   - outError: Gets the error, if the coordinator was cancelled; the block is not called then.
  ///   - writer: Writes the file at the address that it gets.
  open func coordinate(
    writingItemAt url: URL,
    options: WritingOptions = [],
    error outError: NSErrorPointer,
    byAccessor writer: (URL) -> Void
  ) {
    access([FileAccess(url, isWriting: true)], outError) { writer(url) }
  }

  /// Calls a block that reads a file and writes another one.
  ///
  /// - Parameters:
  ///   - readingURL: The file to read.
  ///   - readingOptions: The purpose of the read.
  ///   - writingURL: The file to write.
  ///   - writingOptions: The purpose of the write.
  ///   - outError: Gets the error, if the coordinator was cancelled; the block is not called then.
  ///   - readerWriter: Reads and writes the files at the addresses that it gets.
  open func coordinate(
    readingItemAt readingURL: URL,
    options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL,
    options writingOptions: WritingOptions = [],
    error outError: NSErrorPointer,
    byAccessor readerWriter: (URL, URL) -> Void
  ) {
    let accesses = [
      FileAccess(readingURL, isWriting: false), FileAccess(writingURL, isWriting: true),
    ]
    access(accesses, outError) { readerWriter(readingURL, writingURL) }
  }

  /// Calls a block that writes two files, or moves one to the other.
  ///
  /// - Parameters:
  ///   - url1: The first file.
  ///   - options1: The purpose of its write.
  ///   - url2: The second file.
  ///   - options2: The purpose of its write.
  ///   - outError: Gets the error, if the coordinator was cancelled; the block is not called then.
  ///   - writer: Writes the files at the addresses that it gets.
  open func coordinate(
    writingItemAt url1: URL,
    options options1: WritingOptions = [],
    writingItemAt url2: URL,
    options options2: WritingOptions = [],
    error outError: NSErrorPointer,
    byAccessor writer: (URL, URL) -> Void
  ) {
    let accesses = [FileAccess(url1, isWriting: true), FileAccess(url2, isWriting: true)]
    access(accesses, outError) { writer(url1, url2) }
  }

  /// Calls a block on a queue, once the files of some intents are free.
  ///
  /// - Parameters:
  ///   - intents: The files, and what is done with them.
  ///   - queue: The queue of the block.
  ///   - accessor: Uses the files; it gets an error if the coordinator was cancelled.
  open func coordinate(
    with intents: [NSFileAccessIntent],
    queue: OperationQueue,
    byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let accesses = intents.map { FileAccess($0.url, isWriting: $0.isWriting) }
    let coordinator = Transferred(self)
    queue.addOperation {
      var error: NSError?
      coordinator.value.access(accesses, &error) { accessor(nil) }
      if let error { accessor(error) }
    }
  }

  private func access(_ files: [FileAccess], _ error: NSErrorPointer, _ body: () -> Void) {
    guard !isCancelled.withLock({ $0 }) else {
      error?.pointee = NSError(domain: NSCocoaErrorDomain, code: CocoaError.userCancelled.rawValue)
      return
    }
    FileAccess.perform(files, purposeIdentifier, body)
    for file in files where file.isWriting {
      FilePresenters.tell(of: file, except: presenter) { $0.presentedItemDidChange() }
    }
  }

  // MARK: - Presenters

  /// Tells the presenters of a file that it was moved; a writer calls it.
  ///
  /// - Parameters:
  ///   - oldURL: The file's address before.
  ///   - newURL: The file's address now.
  open func item(at oldURL: URL, didMoveTo newURL: URL) {
    let file = FileAccess(oldURL, isWriting: true)
    FilePresenters.tell(of: file, except: presenter) { $0.presentedItemDidMove(to: newURL) }
  }

  /// Lets a presenter hear of what coordinators do; it is kept until it is removed.
  open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
    FilePresenters.add(filePresenter)
  }

  /// Ends what ``addFilePresenter(_:)`` began.
  open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
    FilePresenters.remove(filePresenter)
  }

  /// The presenters of the program.
  open class var filePresenters: [any NSFilePresenter] { FilePresenters.all }
}

/// A file, and what is done with it.
public final class NSFileAccessIntent: NSObject {
  /// The file or folder.
  public let url: URL
  let isWriting: Bool

  private init(_ url: URL, isWriting: Bool) { (self.url, self.isWriting) = (url, isWriting) }

  /// Returns an intent to read.
  ///
  /// - Parameters:
  ///   - url: The file or folder.
  ///   - options: The purpose of the read.
  public static func readingIntent(
    with url: URL,
    options: NSFileCoordinator.ReadingOptions = []
  ) -> NSFileAccessIntent { NSFileAccessIntent(url, isWriting: false) }

  /// Returns an intent to write.
  ///
  /// - Parameters:
  ///   - url: The file or folder.
  ///   - options: The purpose of the write.
  public static func writingIntent(
    with url: URL,
    options: NSFileCoordinator.WritingOptions = []
  ) -> NSFileAccessIntent { NSFileAccessIntent(url, isWriting: true) }
}
