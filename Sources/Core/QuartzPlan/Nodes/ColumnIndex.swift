// Indices into the planner's columns.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// An index into a column of the planner, of 32 bits, because nodes have many of them.
///
/// The type of the column's elements is part of it, so that an index of one column cannot be used
/// for another one by mistake. Index -1, `none`, says that there is no element.
struct ColumnIndex<Element>: Hashable, Comparable, Strideable {
  let rawValue: Int32

  @inline(__always)
  init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// The index of nothing.
  @inline(__always)
  static var none: ColumnIndex { ColumnIndex(-1) }

  /// The index of the first element.
  @inline(__always)
  static var first: ColumnIndex { ColumnIndex(0) }

  /// The index as columns have it that lie beside the one it is made for.
  @inline(__always)
  var position: Int { Int(rawValue) }

  /// The index after it.
  @inline(__always)
  var next: ColumnIndex { ColumnIndex(rawValue + 1) }

  @inline(__always)
  static func == (a: ColumnIndex, b: ColumnIndex) -> Bool { a.rawValue == b.rawValue }

  @inline(__always)
  static func < (a: ColumnIndex, b: ColumnIndex) -> Bool { a.rawValue < b.rawValue }

  @inline(__always)
  func distance(to other: ColumnIndex) -> Int { Int(other.rawValue) - Int(rawValue) }

  @inline(__always)
  func advanced(by count: Int) -> ColumnIndex { ColumnIndex(rawValue + Int32(count)) }
}

extension ContiguousArray {
  @inline(__always)
  subscript(index: ColumnIndex<Element>) -> Element {
    _read { yield self[index.position] }
    _modify { yield &self[index.position] }
  }

  /// The index that the next element gets.
  @inline(__always)
  var nextIndex: ColumnIndex<Element> { ColumnIndex(Int32(count)) }

  /// Appends an element.
  ///
  /// - Returns: Its index.
  @inline(__always)
  mutating func add(_ element: Element) -> ColumnIndex<Element> {
    append(element)
    return ColumnIndex(Int32(count) - 1)
  }
}

/// Of `NodeTable.nodes`.
typealias NodeIndex = ColumnIndex<PlanNode>
/// Of `NodeTable.instances`.
typealias InstanceIndex = ColumnIndex<PlanInstance>
/// Of `NodeTable.sublayerMatrices`.
typealias SpaceIndex = ColumnIndex<Matrix4x4>
/// Of `NodeTable.rasters`.
typealias RasterIndex = ColumnIndex<Raster>
/// Of `SurfaceEmitter.environments`.
typealias EnvironmentIndex = ColumnIndex<PlanEnvironment>
/// Of the surfaces of the plan that is being made, before they are reversed.
typealias SurfaceIndex = ColumnIndex<Surface>
