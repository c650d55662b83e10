// The inputs and results of a composition in a layer.
// Licensed under the MIT license; see LICENSE.

import OpenGLES
import QuartzCore

extension QCCompositionLayer {
  /// The names of the published inputs, sorted.
  public var inputKeys: [String] { composition?.inputKeys ?? [] }

  /// The names of the published results, sorted.
  public var outputKeys: [String] { composition?.outputKeys ?? [] }

  private func report(_ line: String) { Diagnostics.report(line, from: QCComposition.module) }

  /// Sets an input.
  ///
  /// Numbers are of any type, colours `CGColor`s or `CIColor`s, images `CGImage`s, `CIImage`s or
  /// pixel buffers, places of files texts or URLs. A film begins when its file is
  /// open; until then the one before shows, and goes on if there is none in the file.
  @discardableResult
  public func setValue(_ value: Any?, forInputKey key: String) -> Bool {
    guard let stage, let port = composition?.graph.inputs[key] else {
      report("a composition has no input \"\(key)\"")
      return false
    }
    let graph = stage.images.graph
    guard graph.sources[port] == nil else {
      report("the input \"\(key)\" of a composition is connected")
      return false
    }
    var new: PatchValue?
    if let value {
      guard let type = graph.type(of: port), let found = PatchValue(value, as: type) else {
        report("the input \"\(key)\" of a composition takes no \(Swift.type(of: value)): \(value)")
        return false
      }
      new = found
    }
    return stage.images.set(new, of: port)
  }

  /// Returns the value of an input; nil if it has none, or if there is no such input.
  public func value(forInputKey key: String) -> Any? {
    guard let port = composition?.graph.inputs[key] else { return nil }
    return stage?.images.value(of: port)?.object
  }

  /// Returns a result, an image as a `CGImage`; nil if it has no value, or if there is no such
  /// result.
  public func value(forOutputKey key: String) -> Any? {
    if let image = value(forOutputKey: key, ofType: "CGImage") { return image }
    guard let stage, let port = composition?.graph.outputs[key],
      stage.images.graph.patches[port.patch]?.kind == .splitter
    else { return nil }
    return stage.images.value(of: PatchGraph.Port(patch: port.patch, name: "input"))?.object
  }

  /// Returns an image among the results as an object of a type; nil if it cannot be one.
  ///
  /// It is the image of the last frame.
  ///
  /// - `type`: `CGImage`, `CIImage` or `CVPixelBuffer`, which has 32 bits of BGRA. For
  ///   other types a line on the standard error says what there is.
  public func value(forOutputKey key: String, ofType type: String) -> Any? {
    guard let stage, let port = composition?.graph.outputs[key] else {
      report("a composition has no result \"\(key)\"")
      return nil
    }
    let now = contextOfFrames?.currentTime ?? CACurrentMediaTime()
    let time = contextOfFrames == nil ? now : stage.lastTime ?? now
    for film in stage.images.films.values { film.update() }
    let picture = stage.images.result(port, at: time)
    switch type {
    case "CGImage": return picture.flatMap(stage.images.bitmap)
    case "CIImage": return picture?.image
    case "CVPixelBuffer": return picture.flatMap(stage.images.buffer)
    default:
      report("results of compositions are CGImage, CIImage or CVPixelBuffer, and no \(type)")
      return nil
    }
  }

  /// Returns the values of the inputs for a property list, by their names, without images.
  public func propertyListFromInputValues() -> Any {
    var values: [String: Any] = [:]
    for (key, port) in composition?.graph.inputs ?? [:] {
      values[key] = stage?.images.value(of: port)?.listObject
    }
    return values
  }

  /// Sets the inputs that a property list has values for; others stay.
  public func setInputValuesWithPropertyList(_ propertyList: Any) {
    let values = propertyList as? [String: Any] ?? [:]
    for key in inputKeys { if let value = values[key] { setValue(value, forInputKey: key) } }
  }
}
