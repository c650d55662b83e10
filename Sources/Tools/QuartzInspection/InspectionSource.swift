// The trees that an inspector looks into.
// Licensed under the MIT license; see LICENSE.

package import QuartzCore
package import QuartzModel
package import QuartzPlan

/// A context that can be inspected.
///
/// Belongs to one thread.
package protocol InspectionSource: AnyObject {
  /// The tree, its plan and its pixels.
  var renderer: ContextRenderer { get }
  /// `file` or `server`.
  var kind: String { get }
  /// The name of what is inspected.
  var title: String { get }
  /// The time that live frames show, in seconds; nil for a source whose time the inspector sets.
  var liveTime: Double? { get }
  /// The names of the states that it can be in; of a server's, those of its contexts.
  var stateNames: [String] { get }
  /// The name of the state that it is in, or nil.
  var stateName: String? { get }
  /// Counts that the source knows itself, with their names.
  var facts: [(name: String, value: String)] { get }

  /// Brings the tree up to date, for a time that is shown next.
  ///
  /// - Throws: The reason why the tree is older than it should be.
  func prepare(at time: Double) throws
  /// Where the value of a row comes from; nil if that is not known.
  func origin(of property: PropertyID, in layer: LayerID) -> ValueOrigin?
  /// Gives a row another value; nil takes the layer's own value away.
  func override(_ property: PropertyID, of layer: LayerID, _ value: PropertyValue?) throws
  /// Changes to a state; nil is the document as it is written.
  func change(to state: String?, at time: Double) throws
}

/// A tree of this process.
package final class LocalSource: InspectionSource {
  package let kind = "file"
  package let title: String
  package let liveTime: Double? = nil
  package let stateNames: [String]
  package private(set) var stateName: String?
  private let context: CAContext
  private let carrier: InProcessCarrier
  private let changeState: (String?, Double) -> Void
  // The layers by their numbers, as of a number of commits.
  private var layers: [LayerID: CALayer] = [:]
  private var layersCount = -1

  /// - Parameters:
  ///   - context: Drawn by `carrier`.
  ///   - states: The states, and what changes to one at a time.
  package init(
    title: String,
    _ context: CAContext,
    _ carrier: InProcessCarrier,
    states: (names: [String], change: (String?, Double) -> Void) = ([], { _, _ in })
  ) {
    self.title = title
    self.context = context
    self.carrier = carrier
    stateNames = states.names
    changeState = states.change
    carrier.renderer.measuresLayers = true
  }

  package var renderer: ContextRenderer { carrier.renderer }

  package var facts: [(name: String, value: String)] { [] }

  package func prepare(at time: Double) { context.prepareFrame(at: time) }

  private func layer(_ id: LayerID) -> CALayer? {
    if layersCount != renderer.commitCount {
      layers = context.layersByID
      layersCount = renderer.commitCount
    }
    return layers[id]
  }

  package func origin(of property: PropertyID, in layer: LayerID) -> ValueOrigin? {
    self.layer(layer)?.origin(of: property)
  }

  package func override(
    _ property: PropertyID,
    of layer: LayerID,
    _ value: PropertyValue?
  ) throws {
    guard let layer = self.layer(layer) else { throw InspectionError.noLayer("\(layer)") }
    layer.override(property, value)
  }

  package func change(to state: String?, at time: Double) {
    changeState(state, time)
    stateName = state
  }
}

/// Why a request of the inspector's page was refused.
package enum InspectionError: Error, Equatable, CustomStringConvertible {
  case badRequest(String)
  case noLayer(String)
  case noProperty(String)
  case notEditable(String)
  case badValue(String, expected: String)
  case refused(String)
  case noPicture(String)

  package var description: String {
    switch self {
    case .badRequest(let reason): "the request cannot be read: \(reason)"
    case .noLayer(let id): "there is no layer \(id)"
    case .noProperty(let name): "the layer has no property \(name)"
    case .notEditable(let name): "\(name) has no text that could be edited"
    case .badValue(let text, let expected): "\"\(text)\" is not \(expected)"
    case .refused(let reason): reason
    case .noPicture(let reason): "there is no picture: \(reason)"
    }
  }
}
