// Item providers: data in several kinds that is made when somebody asks for it.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing
import Synchronization

/// The programs that see a kind of data of an item provider.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
  /// All programs.
  case all = 0
  /// The programs of the same makers.
  case team = 1
  /// The programs of a group.
  case group = 2
  /// This program alone.
  case ownProcess = 3
}

/// The ways in which a file of an item provider may be used.
public struct NSItemProviderFileOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The file may be opened where it is.
  public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}

/// An object that item providers write as data.
public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
  /// The kinds of data that objects of the class write, the best one first.
  static var writableTypeIdentifiersForItemProvider: [String] { get }

  /// The kinds of data that this object writes; those of the class by default.
  var writableTypeIdentifiersForItemProvider: [String] { get }

  /// The programs that see a kind of data; all by default.
  static func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility

  /// Writes the object as data of a kind, and hands that over once.
  ///
  /// - Returns: The progress of the work; nil if it is not told.
  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress?
}

extension NSItemProviderWriting {
  /// The kinds of the class.
  public var writableTypeIdentifiersForItemProvider: [String] {
    Self.writableTypeIdentifiersForItemProvider
  }

  /// All programs.
  public static func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility { .all }
}

/// A class whose objects are read from the data of item providers.
public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
  /// The kinds of data that are read, the best one first.
  static var readableTypeIdentifiersForItemProvider: [String] { get }

  /// Reads an object from data of a kind.
  static func object(
    withItemProviderData data: Data,
    typeIdentifier: String
  ) throws -> Self
}

/// Data in several kinds, such as a text and its picture, that is made when somebody asks for it.
///
///     let provider = NSItemProvider(object: "Apple" as NSString)
///     _ = provider.loadObject(ofClass: String.self) { text, error in print(text ?? "none") }
///
/// It is safe to use on any thread, which the compiler does not know.
///
/// **Differences**: Foundation for Linux does not have the class, so UIKit does. Nothing leaves the
/// program. Data that is there at once is handed over before a method that loads returns, on the
/// same thread; Apple's hands it over later, on a thread of its own. A kind is known to be one of
/// another from a table of usual kinds. Requests of iOS's older method of items, `loadItem`, give
/// the item as it was registered, a text or address for such an object, and data otherwise.
open class NSItemProvider: NSObject, NSCopying {
  /// Hands data over, or an error.
  public typealias DataHandler = @Sendable (Data?, (any Error)?) -> Void
  /// Hands a file over, whether it may be opened in place, or an error.
  public typealias FileHandler = @Sendable (URL?, Bool, (any Error)?) -> Void
  /// Hands an item over, or an error.
  public typealias CompletionHandler = ((any NSSecureCoding)?, (any Error)?) -> Void
  /// Makes an item of a class and hands it over.
  public typealias LoadHandler = (
    _ completionHandler: CompletionHandler?,
    _ expectedValueClass: AnyClass?,
    _ options: [AnyHashable: Any]?
  ) -> Void

  /// The domain of errors.
  public static let errorDomain = "NSItemProviderErrorDomain"

  /// The causes of errors.
  public enum ErrorCode: Int, Sendable {
    /// Not known.
    case unknownError = -1
    /// There is no such data.
    case itemUnavailableError = -1000
    /// The data is of another class than was asked for.
    case unexpectedValueClassError = -1100
    /// The data could not be brought to the class.
    case unavailableCoercionError = -1200
  }

  /// One kind of data.
  private struct Representation: Sendable {
    var kind: String
    var options: NSItemProviderFileOptions = []
    /// The item itself, where there is one.
    var item: ItemBox?
    var data: @Sendable (@escaping DataHandler) -> Progress?
    var file: (@Sendable (@escaping FileHandler) -> Progress?)?
  }

  /// An item that was registered, or a closure that makes one.
  private struct ItemBox: Sendable {
    private struct Parts {
      var item: (any NSSecureCoding)?
      var handler: LoadHandler?
    }

    // Items of providers are values that do not change.
    private let parts: Transferred<Parts>

    var item: (any NSSecureCoding)? { parts.value.item }
    var handler: LoadHandler? { parts.value.handler }

    init(item: (any NSSecureCoding)? = nil, handler: LoadHandler? = nil) {
      parts = Transferred(Parts(item: item, handler: handler))
    }
  }

  private struct Content: Sendable {
    var representations: [Representation] = []
    var name: String?
  }

  private let content = Mutex(Content())

  /// Creates a provider of nothing.
  public override init() { super.init() }

  /// Creates a provider of all kinds of data that an object writes.
  public convenience init(object: any NSItemProviderWriting) {
    self.init()
    registerObject(object, visibility: .all)
  }

  /// Creates a provider of an item.
  ///
  /// - Parameters:
  ///   - item: The item, or nil.
  ///   - typeIdentifier: The kind; nil for that of a text, an address or data.
  public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
    self.init()
    guard let item else { return }
    let writing = item as? any NSItemProviderWriting
    let kind =
      typeIdentifier ?? writing?.writableTypeIdentifiersForItemProvider.first ?? "public.data"
    add(item: ItemBox(item: item), kind: kind)
  }

  /// Creates a provider of a file, and of its address; nil for an address that is not a file's.
  public convenience init?(contentsOf fileURL: URL?) {
    guard let fileURL, fileURL.isFileURL else { return nil }
    self.init()
    suggestedName = fileURL.deletingPathExtension().lastPathComponent
    let kind = TypeConformance.kind(ofFileWith: fileURL.pathExtension)
    registerFileRepresentation(forTypeIdentifier: kind, visibility: .all) { hand in
      hand(fileURL, false, nil)
      return nil
    }
    add(item: ItemBox(item: NSURL(fileURLWithPath: fileURL.path)), kind: "public.file-url")
  }

  /// The provider of the same data.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSItemProvider()
    let own = content.withLock { $0 }
    copy.content.withLock { $0 = own }
    return copy
  }

  /// A name for the file that is made of the data, without an extension; nil by default.
  open var suggestedName: String? {
    get { content.withLock { $0.name } }
    set { content.withLock { $0.name = newValue } }
  }

  // MARK: Registering

  private func add(_ representation: Representation) {
    content.withLock { content in
      content.representations.removeAll { $0.kind == representation.kind }
      content.representations.append(representation)
    }
  }

  private func add(item: ItemBox, kind: String) {
    add(
      Representation(kind: kind, item: item) { hand in
        NSItemProvider.write(item.item, kind, hand)
      }
    )
  }

  /// Writes an item as data.
  private static func write(
    _ item: (any NSSecureCoding)?,
    _ kind: String,
    _ hand: @escaping DataHandler
  ) -> Progress? {
    if let data = item as? NSData {
      hand(data as Data, nil)
    } else if let writing = item as? any NSItemProviderWriting {
      let kinds = writing.writableTypeIdentifiersForItemProvider
      let found = kinds.first { TypeConformance.conforms($0, to: kind) } ?? kinds.first ?? kind
      return writing.loadData(withTypeIdentifier: found, forItemProviderCompletionHandler: hand)
    } else {
      hand(nil, failure(.unavailableCoercionError))
    }
    return nil
  }

  /// Adds a kind of data, which a closure makes and hands over when it is asked for.
  open func registerDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping DataHandler) -> Progress?
  ) {
    add(Representation(kind: typeIdentifier, data: loadHandler))
  }

  /// Adds a kind of file, which a closure makes and hands over when it is asked for.
  open func registerFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    fileOptions: NSItemProviderFileOptions = [],
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping FileHandler) -> Progress?
  ) {
    let data: @Sendable (@escaping DataHandler) -> Progress? = { hand in
      loadHandler { url, _, error in
        guard let url else { return hand(nil, error ?? failure(.itemUnavailableError)) }
        do { hand(try Data(contentsOf: url), nil) } catch { hand(nil, error) }
      }
    }
    add(
      Representation(
        kind: typeIdentifier,
        options: fileOptions,
        data: data,
        file: loadHandler
      )
    )
  }

  /// Adds all kinds of data that an object writes.
  open func registerObject(
    _ object: any NSItemProviderWriting,
    visibility: NSItemProviderRepresentationVisibility
  ) {
    // It is only asked for data, as Apple's asks it on any thread.
    let shared = Transferred(object)
    for kind in object.writableTypeIdentifiersForItemProvider {
      let isPlain = object is NSString || object is NSURL
      let item = isPlain ? ItemBox(item: object as? any NSSecureCoding) : nil
      add(
        Representation(kind: kind, item: item) { hand in
          shared.value.loadData(withTypeIdentifier: kind, forItemProviderCompletionHandler: hand)
        }
      )
    }
  }

  /// Adds all kinds of data that objects of a class write, one of which a closure makes when it is
  /// asked for.
  open func registerObject(
    ofClass aClass: any NSItemProviderWriting.Type,
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler:
      @escaping @Sendable (
        @escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void
      ) -> Progress?
  ) {
    for kind in aClass.writableTypeIdentifiersForItemProvider {
      registerDataRepresentation(forTypeIdentifier: kind, visibility: visibility) { hand in
        loadHandler { object, error in
          guard let object else { return hand(nil, error ?? failure(.itemUnavailableError)) }
          _ = object.loadData(withTypeIdentifier: kind, forItemProviderCompletionHandler: hand)
        }
      }
    }
  }

  /// Adds an item that a closure makes when it is asked for.
  open func registerItem(
    forTypeIdentifier typeIdentifier: String,
    loadHandler: @escaping LoadHandler
  ) {
    let box = ItemBox(handler: loadHandler)
    add(
      Representation(kind: typeIdentifier, item: box) { hand in
        box.handler?(
          { item, error in
            guard let item else { return hand(nil, error ?? failure(.itemUnavailableError)) }
            _ = NSItemProvider.write(item, typeIdentifier, hand)
          },
          nil,
          nil
        )
        return nil
      }
    )
  }

  // MARK: Kinds

  /// The kinds of data, in the order in which they were registered.
  open var registeredTypeIdentifiers: [String] {
    content.withLock { $0.representations.map(\.kind) }
  }

  /// The kinds of files that have all of some options.
  open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions) -> [String] {
    content.withLock { content in
      content.representations.filter { $0.options.isSuperset(of: fileOptions) }.map(\.kind)
    }
  }

  /// Whether there is data of a kind, or of one that is also of that kind.
  open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    representation(of: typeIdentifier) != nil
  }

  /// Whether there is data of a kind with some options of files.
  open func hasRepresentationConforming(
    toTypeIdentifier typeIdentifier: String,
    fileOptions: NSItemProviderFileOptions = []
  ) -> Bool {
    registeredTypeIdentifiers(fileOptions: fileOptions).contains {
      TypeConformance.conforms($0, to: typeIdentifier)
    }
  }

  private func representation(of kind: String) -> Representation? {
    let all = content.withLock { $0.representations }
    return all.first { $0.kind == kind }
      ?? all.first { TypeConformance.conforms($0.kind, to: kind) }
  }

  // MARK: Loading

  /// Hands over the data of a kind.
  ///
  /// - Returns: The progress of the work, which is over if the data was there at once.
  @discardableResult
  open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping DataHandler
  ) -> Progress {
    guard let found = representation(of: typeIdentifier) else {
      completionHandler(nil, failure(.itemUnavailableError, typeIdentifier))
      return finishedProgress()
    }
    let once = Once()
    return found.data { data, error in
      guard once.take() else { return }
      completionHandler(data, data == nil ? error ?? failure(.itemUnavailableError) : nil)
    } ?? finishedProgress()
  }

  /// Hands over a file with the data of a kind, which goes when the closure returns.
  @discardableResult
  open func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    let name = suggestedName ?? "Item"
    let found = representation(of: typeIdentifier)?.kind ?? typeIdentifier
    return loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
      guard let data else { return completionHandler(nil, error) }
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("NSItemProvider-" + UUID().uuidString)
      let last = found.split(separator: ".").last.map(String.init) ?? "data"
      let safe = name.replacingOccurrences(of: "/", with: "-")
      let file = folder.appendingPathComponent(safe).appendingPathExtension(last)
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try data.write(to: file)
        completionHandler(file, nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// Whether there is data that a class reads.
  open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    aClass.readableTypeIdentifiersForItemProvider.contains { representation(of: $0) != nil }
  }

  /// Hands over an object that a class reads from the best kind of data.
  @discardableResult
  open func loadObject(
    ofClass aClass: any NSItemProviderReading.Type,
    completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
  ) -> Progress {
    let kinds = aClass.readableTypeIdentifiersForItemProvider
    guard let found = kinds.lazy.compactMap({ self.representation(of: $0) }).first else {
      completionHandler(nil, failure(.itemUnavailableError))
      return finishedProgress()
    }
    return loadDataRepresentation(forTypeIdentifier: found.kind) { data, error in
      guard let data else { return completionHandler(nil, error) }
      do {
        let object = try aClass.object(withItemProviderData: data, typeIdentifier: found.kind)
        completionHandler(object, nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// Hands over the item of a kind.
  ///
  /// - Parameters:
  ///   - typeIdentifier: The kind.
  ///   - options: Handed to a closure that was registered for items.
  ///   - completionHandler: Gets the item: a text, an address, data, or what was registered.
  open func loadItem(
    forTypeIdentifier typeIdentifier: String,
    options: [AnyHashable: Any]? = nil,
    completionHandler: CompletionHandler?
  ) {
    guard let completionHandler else { return }
    guard let found = representation(of: typeIdentifier) else {
      return completionHandler(nil, failure(.itemUnavailableError, typeIdentifier))
    }
    if let handler = found.item?.handler {
      return handler(completionHandler, nil, options)
    }
    if let item = found.item?.item { return completionHandler(item, nil) }
    // It is called once, as the program's own closure.
    let hand = Transferred(completionHandler)
    loadDataRepresentation(forTypeIdentifier: found.kind) { data, error in
      hand.value(data.map { $0 as NSData }, error)
    }
  }

  /// Returns the item of a kind.
  open func loadItem(
    forTypeIdentifier typeIdentifier: String,
    options: [AnyHashable: Any]? = nil
  ) async throws -> any NSSecureCoding {
    let box: ItemBox = try await withCheckedThrowingContinuation { continuation in
      loadItem(forTypeIdentifier: typeIdentifier, options: options) { item, error in
        if let item {
          continuation.resume(returning: ItemBox(item: item))
        } else {
          continuation.resume(throwing: error ?? failure(.itemUnavailableError))
        }
      }
    }
    guard let item = box.item else { throw failure(.itemUnavailableError) }
    return item
  }
}

extension NSItemProvider {
  // MARK: Swift's own values

  /// Whether there is data for a value, such as a `String` or a `URL`.
  public func canLoadObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
    ofClass aClass: Value.Type
  ) -> Bool
  where Value._ObjectiveCType: NSItemProviderReading {
    canLoadObject(ofClass: Value._ObjectiveCType.self)
  }

  /// Hands over a value, such as a `String` or a `URL`.
  @discardableResult
  public func loadObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
    ofClass aClass: Value.Type,
    completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void
  ) -> Progress where Value._ObjectiveCType: NSItemProviderReading {
    loadObject(ofClass: Value._ObjectiveCType.self) { object, error in
      let value = (object as? Value._ObjectiveCType).map {
        Value._unconditionallyBridgeFromObjectiveC($0)
      }
      completionHandler(value, error)
    }
  }

  /// Adds all kinds of data of a value, which a closure makes when it is asked for.
  public func registerObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
    ofClass aClass: Value.Type,
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler:
      @escaping @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Progress?
  ) where Value._ObjectiveCType: NSItemProviderWriting {
    registerObject(ofClass: Value._ObjectiveCType.self, visibility: visibility) { hand in
      loadHandler { value, error in hand(value?._bridgeToObjectiveC(), error) }
    }
  }
}

/// Lets one call pass.
private final class Once: Sendable {
  private let isTaken = Mutex(false)

  func take() -> Bool {
    isTaken.withLock { taken in
      defer { taken = true }
      return !taken
    }
  }
}

/// A progress of work that is over.
private func finishedProgress() -> Progress {
  let progress = Progress(totalUnitCount: 1)
  progress.completedUnitCount = 1
  return progress
}

/// An error of an item provider.
private func failure(_ code: NSItemProvider.ErrorCode, _ kind: String? = nil) -> any Error {
  NSError(
    domain: NSItemProvider.errorDomain,
    code: code.rawValue,
    userInfo: kind.map {
      [NSLocalizedDescriptionKey: "there is no data of the kind \"\($0)\""]
    }
  )
}
