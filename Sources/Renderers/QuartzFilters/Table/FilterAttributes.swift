// The attributes that Core Image gives of each of its filters.
// Licensed under the MIT license; see LICENSE.

/// The name, the categories and the inputs of one of Core Image's filters.
package struct FilterAttributes: Sendable {
  package let name: String
  /// The releases of Apple's systems that brought the filter, as text.
  package let availability: String
  /// The categories without their prefix: `Blur` for `CICategoryBlur`.
  package let categories: [String]
  /// The inputs in Apple's order.
  package let inputs: [FilterInputAttributes]

  /// Returns an input by its key.
  package func input(_ key: String) -> FilterInputAttributes? {
    inputs.first { $0.key == key }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the attributes of a filter by its name; nil for a name that Apple does not have.
  package static func named(_ name: String) -> FilterAttributes? { byName[name] }
}

/// One input of a filter: its key, what it holds, its default and its range.
package struct FilterInputAttributes: Sendable {
  package let key: String
  package let valueClass: FilterInputClass
  /// The meaning of a value of the class; nil where Apple does not say.
  package let type: FilterInputType?
  /// The value of an input that was not set, or nil.
  package let defaultValue: FilterInputValue?
  /// The least value; nil for no limit.
  package let minimum: Double?
  /// The greatest value; nil for no limit.
  package let maximum: Double?
}

/// The classes of inputs, by the names that Core Image gives them.
package enum FilterInputClass: String, Sendable {
  case number = "NSNumber"
  case vector = "CIVector"
  case color = "CIColor"
  case image = "CIImage"
  case string = "NSString"
  case attributedString = "NSAttributedString"
  case data = "NSData"
  case transform = "NSAffineTransform"
  case object = "NSObject"
  case array = "NSArray"
  case barcodeDescriptor = "CIBarcodeDescriptor"
  case model = "MLModel"
  case calibration = "AVCameraCalibrationData"
  case metadata = "CGImageMetadataRef"
}

/// The meanings of inputs, by the end of their name: `Distance` for `CIAttributeTypeDistance`.
package enum FilterInputType: String, Sendable {
  case scalar = "Scalar"
  case distance = "Distance"
  case angle = "Angle"
  case time = "Time"
  case integer = "Integer"
  case count = "Count"
  case boolean = "Boolean"
  case position = "Position"
  case position3 = "Position3"
  case offset = "Offset"
  case rectangle = "Rectangle"
  case color = "Color"
  case opaqueColor = "OpaqueColor"
  case image = "Image"
  case gradient = "Gradient"
  case transform = "Transform"
}
