// The model of a composition, as JSON has it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A value over time, in frames.
struct Animated<Value: Decodable>: Decodable {
  struct Keyframe: Decodable {
    let time: CGFloat
    let value: Value
    let outTangent: [CGFloat]?
    let inTangent: [CGFloat]?
    let hold: Bool?

    enum CodingKeys: String, CodingKey {
      case time = "t", value = "s", outTangent = "o", inTangent = "i", hold = "h"
    }
  }

  let keyframes: [Keyframe]

  init(from decoder: Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let frames = try? container.decode([Keyframe].self), !frames.isEmpty {
      keyframes = frames.sorted { $0.time < $1.time }
    } else {
      let value = try container.decode(Value.self)
      keyframes = [Keyframe(time: 0, value: value, outTangent: nil, inTangent: nil, hold: nil)]
    }
  }
}

struct TransformModel: Decodable {
  let anchor: [CGFloat]?
  let position: Animated<[CGFloat]>?
  let scale: Animated<[CGFloat]>?
  let rotation: Animated<CGFloat>?
  let opacity: Animated<CGFloat>?

  enum CodingKeys: String, CodingKey {
    case anchor = "a", position = "p", scale = "s", rotation = "r", opacity = "o"
  }
}

struct ShapeModel: Decodable {
  enum Kind: String, Decodable { case rectangle = "rc", ellipse = "el", path = "sh" }

  struct Trim: Decodable {
    let start: Animated<CGFloat>?
    let end: Animated<CGFloat>?
  }

  let kind: Kind
  let size: [CGFloat]?
  let roundness: CGFloat?
  let points: [[CGFloat]]?
  let fill: [CGFloat]?
  let stroke: [CGFloat]?
  let lineWidth: Animated<CGFloat>?
  let trim: Trim?

  enum CodingKeys: String, CodingKey {
    case kind = "ty", size = "s", roundness = "r", points = "v", fill = "fl", stroke = "st"
    case lineWidth = "w", trim = "tm"
  }
}

final class LayerModel: Decodable {
  let name: String
  let index: Int
  let parent: Int?
  let inFrame: CGFloat
  let outFrame: CGFloat
  let transform: TransformModel
  let shapes: [ShapeModel]
  let children: [LayerModel]

  enum CodingKeys: String, CodingKey {
    case name = "nm", index = "ind", parent, inFrame = "ip", outFrame = "op", transform = "ks"
    case shapes, children = "layers"
  }

  init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeIfPresent(String.self, forKey: .name) ?? "Layer"
    index = try container.decode(Int.self, forKey: .index)
    parent = try container.decodeIfPresent(Int.self, forKey: .parent)
    inFrame = try container.decode(CGFloat.self, forKey: .inFrame)
    outFrame = try container.decode(CGFloat.self, forKey: .outFrame)
    transform = try container.decode(TransformModel.self, forKey: .transform)
    shapes = try container.decodeIfPresent([ShapeModel].self, forKey: .shapes) ?? []
    children = try container.decodeIfPresent([LayerModel].self, forKey: .children) ?? []
  }
}

public final class Composition: Decodable {
  let width: CGFloat
  let height: CGFloat
  let framerate: CGFloat
  let startFrame: CGFloat
  let endFrame: CGFloat
  let layers: [LayerModel]

  public var size: CGSize { return CGSize(width: width, height: height) }
  public var duration: TimeInterval { return Double((endFrame - startFrame) / framerate) }

  enum CodingKeys: String, CodingKey {
    case width = "w", height = "h", framerate = "fr", startFrame = "ip", endFrame = "op", layers
  }

  public static func from(_ data: Data) throws -> Composition {
    return try JSONDecoder().decode(Composition.self, from: data)
  }
}
