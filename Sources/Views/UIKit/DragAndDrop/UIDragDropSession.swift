// Drags: the items between the place where they were lifted and the one where they are dropped.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing
import QuartzViews

/// The facts that drags and drops tell of themselves.
@preconcurrency
@MainActor
public protocol UIDragDropSession: NSObjectProtocol {
  /// The items that are dragged.
  var items: [UIDragItem] { get }
  /// Returns the place of the finger in a view, in points.
  func location(in view: UIView) -> CGPoint
  /// Whether items may be moved, not only copied.
  var allowsMoveOperation: Bool { get }
  /// Whether only this program may take the items; nothing leaves it anyhow.
  var isRestrictedToDraggingApplication: Bool { get }
  /// Whether an item has data of one of some kinds.
  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
  /// Whether a class reads one of the items.
  func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool
}

extension UIDragDropSession {
  /// Whether one of the items can be read as a value, such as a `String`.
  public func canLoadObjects<Value: _ObjectiveCBridgeable & SendableMetatype>(
    ofClass aClass: Value.Type
  ) -> Bool where Value._ObjectiveCType: NSItemProviderReading {
    canLoadObjects(ofClass: Value._ObjectiveCType.self)
  }
}

/// A drag, as the view knows it that the items were lifted from.
@preconcurrency
@MainActor
public protocol UIDragSession: UIDragDropSession {
  // `Any` because: it is Apple's type.
  /// A value for the program's own use; nil by default.
  var localContext: Any? { get set }
}

/// The sign of the progress of a drop.
public enum UIDropSessionProgressIndicatorStyle: UInt, Sendable {
  /// None.
  case none = 0
  /// A sign with a button.
  case `default` = 1
}

/// A drag, as the views know it that it is moved over.
@preconcurrency
@MainActor
public protocol UIDropSession: UIDragDropSession, ProgressReporting {
  /// The drag; it is always one of this program.
  var localDragSession: (any UIDragSession)? { get }
  /// The sign of the progress.
  ///
  /// **Differences**: it is stored; no sign shows.
  var progressIndicatorStyle: UIDropSessionProgressIndicatorStyle { get set }
  /// Reads all items that a class reads, and hands the objects over, in their order.
  ///
  /// **Differences**: they come before the method returns, where the data is there at once.
  @discardableResult
  func loadObjects(
    ofClass aClass: any NSItemProviderReading.Type,
    completion: @escaping ([any NSItemProviderReading]) -> Void
  ) -> Progress
}

extension UIDropSession {
  /// Reads all items that can be read as values, such as `String`, and hands them over.
  @discardableResult
  public func loadObjects<Value: _ObjectiveCBridgeable & SendableMetatype>(
    ofClass aClass: Value.Type,
    completion: @escaping ([Value]) -> Void
  ) -> Progress where Value._ObjectiveCType: NSItemProviderReading {
    loadObjects(ofClass: Value._ObjectiveCType.self) { objects in
      completion(
        objects.compactMap { ($0 as? Value._ObjectiveCType) }
          .map { Value._unconditionallyBridgeFromObjectiveC($0) }
      )
    }
  }
}

/// A drag.
@MainActor
final class DragSession: NSObject, UIDragSession {
  var items: [UIDragItem] = []
  var localContext: Any?
  var allowsMoveOperation = true
  var isRestrictedToDraggingApplication = false
  /// The window that the drag is in.
  weak var window: UIWindow?
  /// The place of the finger, in the window.
  var place: CGPoint

  init(_ window: UIWindow, _ place: CGPoint) {
    self.window = window
    self.place = place
    super.init()
  }

  func location(in view: UIView) -> CGPoint {
    guard let window, view !== window, view.window === window else { return place }
    return view.convert(place, from: window)
  }

  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { item in
      typeIdentifiers.contains { item.itemProvider.hasItemConformingToTypeIdentifier($0) }
    }
  }

  func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    items.contains { $0.itemProvider.canLoadObject(ofClass: aClass) }
  }
}

/// The side of a drag that views under it see.
@MainActor
final class DropSession: NSObject, UIDropSession {
  let drag: DragSession
  nonisolated let progress = Progress(totalUnitCount: 1)
  var progressIndicatorStyle = UIDropSessionProgressIndicatorStyle.default

  init(_ drag: DragSession) {
    self.drag = drag
    super.init()
  }

  var localDragSession: (any UIDragSession)? { drag }
  var items: [UIDragItem] { drag.items }
  var allowsMoveOperation: Bool { drag.allowsMoveOperation }
  var isRestrictedToDraggingApplication: Bool { drag.isRestrictedToDraggingApplication }

  func location(in view: UIView) -> CGPoint { drag.location(in: view) }

  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    drag.hasItemsConforming(toTypeIdentifiers: typeIdentifiers)
  }

  func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    drag.canLoadObjects(ofClass: aClass)
  }

  @discardableResult
  func loadObjects(
    ofClass aClass: any NSItemProviderReading.Type,
    completion: @escaping ([any NSItemProviderReading]) -> Void
  ) -> Progress {
    let providers = items.map(\.itemProvider).filter { $0.canLoadObject(ofClass: aClass) }
    let objects = LoadedObjects(count: providers.count, progress, completion)
    for (index, provider) in providers.enumerated() {
      provider.loadObject(ofClass: aClass) { object, _ in objects.take(object, at: index) }
    }
    if providers.isEmpty { objects.finish() }
    return progress
  }
}

/// Objects that come one by one, perhaps on other threads, and are handed over together.
private final class LoadedObjects: Sendable {
  private struct State {
    var objects: [Int: any NSItemProviderReading] = [:]
    var pending: Int
  }

  private let state: Guarded<State>
  // Progress has a lock of its own.
  private let progress: Transferred<Progress>
  /// Called on the thread of the views.
  private let completion: Transferred<([any NSItemProviderReading]) -> Void>

  init(
    count: Int,
    _ progress: Progress,
    _ completion: @escaping ([any NSItemProviderReading]) -> Void
  ) {
    state = Guarded(State(pending: count))
    self.progress = Transferred(progress)
    self.completion = Transferred(completion)
    progress.totalUnitCount = Int64(max(count, 1))
    progress.completedUnitCount = 0
  }

  func take(_ object: (any NSItemProviderReading)?, at index: Int) {
    let object = Transferred(object)
    let isLast = state.withLock { state in
      state.objects[index] = object.value
      state.pending -= 1
      return state.pending == 0
    }
    progress.value.completedUnitCount += 1
    if isLast { finish() }
  }

  func finish() {
    progress.value.completedUnitCount = progress.value.totalUnitCount
    if ViewThread.isElsewhere { ViewThread.perform { self.hand() } } else { hand() }
  }

  private func hand() {
    completion.value(state.withLock { $0.objects.sorted { $0.key < $1.key }.map(\.value) })
  }
}
