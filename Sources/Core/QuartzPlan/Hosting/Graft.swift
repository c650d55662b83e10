// The hosted trees of one context.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// A hosted tree below one layer.
struct Graft {
  /// The layer that hosts it.
  let host: LayerID
  /// The token of the hosted context.
  let source: UInt64
  /// The tokens of the contexts that it is in, from the outermost.
  let enclosing: [UInt64]
  var translation: CommitTranslation
  /// Whether it has the hosted context's tree; false as well once commits were missed.
  fileprivate(set) var isFilled = false
}

/// The grafts of a context, by what they are looked up by.
struct GraftTable {
  /// By the scope of their layers.
  private(set) var grafts: [UInt32: Graft] = [:]
  private(set) var scopes: [LayerID: UInt32] = [:]
  /// In the order in which they were made.
  private(set) var scopesOfSource: [UInt64: [UInt32]] = [:]
  /// The grafts of each context whose tree is missing; none is empty.
  private(set) var unfilled: [UInt64: Set<UInt32>] = [:]
  /// Contexts that were grafted, are gone, or miss their tree, since `takeChangedSources`.
  private var changedSources: Set<UInt64> = []
  /// Contexts whose trees did not fit; they are not hosted again before a layer asks anew.
  var refused: Set<UInt64> = []
  private var lastScope: UInt32 = 0

  var isEmpty: Bool { grafts.isEmpty }

  subscript(scope: UInt32) -> Graft? { grafts[scope] }

  func graft(below host: LayerID) -> Graft? { scopes[host].flatMap { grafts[$0] } }

  /// Adds a graft without a tree.
  mutating func add(host: LayerID, source: UInt64, enclosing: [UInt64]) {
    repeat { lastScope &+= 1 } while lastScope == 0 || grafts[lastScope] != nil
    grafts[lastScope] = Graft(
      host: host,
      source: source,
      enclosing: enclosing,
      translation: CommitTranslation(scope: lastScope)
    )
    scopes[host] = lastScope
    scopesOfSource[source, default: []].append(lastScope)
    noteMissing(lastScope, source)
  }

  mutating func remove(below host: LayerID) {
    guard let scope = scopes.removeValue(forKey: host),
      let source = grafts.removeValue(forKey: scope)?.source
    else { return }
    scopesOfSource[source]?.removeAll { $0 == scope }
    if scopesOfSource[source]?.isEmpty == true { scopesOfSource[source] = nil }
    noteFilled(scope, source)
    changedSources.insert(source)
  }

  /// The contexts whose grafts changed since the last call.
  mutating func takeChangedSources() -> Set<UInt64> {
    defer { changedSources = [] }
    return changedSources
  }

  /// Notes whether a graft has its context's tree.
  mutating func setFilled(_ isFilled: Bool, _ scope: UInt32) {
    guard let graft = grafts[scope], graft.isFilled != isFilled else { return }
    update(scope) { $0.isFilled = isFilled }
    if isFilled { noteFilled(scope, graft.source) } else { noteMissing(scope, graft.source) }
  }

  private mutating func noteMissing(_ scope: UInt32, _ source: UInt64) {
    unfilled[source, default: []].insert(scope)
    changedSources.insert(source)
  }

  private mutating func noteFilled(_ scope: UInt32, _ source: UInt64) {
    unfilled[source]?.remove(scope)
    if unfilled[source]?.isEmpty == true { unfilled[source] = nil }
  }

  mutating func update(_ scope: UInt32, _ body: (inout Graft) -> Void) {
    guard var graft = grafts.removeValue(forKey: scope) else { return }
    body(&graft)
    grafts[scope] = graft
  }
}

/// How hosting went since the start.
package struct HostingCounts: Equatable, Sendable {
  /// Trees that are hosted now.
  package var hosted = 0
  /// Layers that show nothing because the tree that they ask for would be in itself.
  package var cycles = 0
  /// Trees that were not hosted, or no longer, because they are too much.
  package var refusals = 0

  package init() {}
}
