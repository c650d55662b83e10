// Typed filters, property by property: each is kept as its input, and changes the picture.
// Licensed under the MIT license; see LICENSE.
//
// A call of `input` claims the symbol that it names, as the trait `.shows` does:
// scripts/conformance reads the calls in this folder.

import CoreImage
import Foundation
import QuartzFilters
import Testing

/// A typed filter of which a test sets one property at a time.
struct TypedFilter<Filter> {
  private let make: () -> Filter
  private let setUp: (Filter) -> Void

  /// - Parameters:
  ///   - make: Makes the filter with its defaults; `input` gives it pictures, and data it needs.
  ///   - setUp: Brings it to a place where its properties matter: its centre and its radius onto a
  ///     picture of 24 x 24 pixels, its time between 0 and 1.
  init(_ make: @escaping () -> Filter, setUp: @escaping (Filter) -> Void = { _ in }) {
    self.make = make
    self.setUp = setUp
  }

  /// Sets a property of a new filter, and asks for its value, that of the input by key, and for
  /// another picture.
  ///
  /// - Parameters:
  ///   - symbol: The protocol and the property that are shown: `CIBoxBlur.radius`.
  ///   - key: The input; "input" with the property's name where it is nil.
  ///   - needs: Sets other properties that an effect asks for. Without them there must be none.
  func input<Value: Equatable>(
    _ symbol: String,
    _ path: WritableKeyPath<Filter, Value>,
    _ value: Value,
    key: String? = nil,
    needs: ((Filter) -> Void)? = nil
  ) {
    TypedInput(
      symbol: symbol,
      givenKey: key,
      value: value,
      make: { [make, setUp] isNeeded in
        let filter = make()
        if let inputs = filter as? CIFilter { TypedPictures.fill(inputs) }
        setUp(filter)
        if isNeeded { needs?(filter) }
        return filter
      },
      set: { filter in
        guard var typed = filter as? Filter else { return }
        typed[keyPath: path] = value
      },
      isSet: { filter in (filter as? Filter)?[keyPath: path] == value },
      isKept: { TypedPictures.isKept(value, as: $0) }
    ).check(needsMore: needs != nil)
  }

  /// Sets an image, to one that no input has.
  func input(_ symbol: String, _ path: WritableKeyPath<Filter, CIImage?>, key: String? = nil) {
    input(symbol, path, TypedPictures.fresh, key: key)
  }
}

/// A property without its types, so that the compiler makes the test of it once.
private struct TypedInput {
  let symbol: String
  let givenKey: String?
  let value: Any
  /// Makes a filter with its set-up and, on demand, with what the property needs.
  let make: (_ isNeeded: Bool) -> Any
  let set: (CIFilter) -> Void
  let isSet: (CIFilter) -> Bool
  let isKept: (Any?) -> Bool

  private var key: String {
    let name = symbol.split(separator: ".").last.map(String.init) ?? symbol
    if let givenKey { return givenKey }
    return name.hasPrefix("input") ? name : "input" + name.prefix(1).uppercased() + name.dropFirst()
  }

  func check(needsMore: Bool) {
    #expect(changes(true), "\(symbol) changes nothing")
    if needsMore {
      #expect(!changes(false), "\(symbol) has an effect without what it is said to need")
    }
  }

  /// Sets the property, and returns whether the picture is another one.
  private func changes(_ isNeeded: Bool) -> Bool {
    guard let filter = make(isNeeded) as? CIFilter, let other = make(isNeeded) as? CIFilter else {
      Issue.record("\(symbol) is of no filter")
      return false
    }
    #expect(filter.inputKeys.contains(key), "\(symbol): there is no \(key)")
    let before = TypedPictures.look(filter)
    #expect(!isSet(filter), "\(symbol) has the value already")
    set(filter)
    #expect(isSet(filter), "\(symbol) is not kept")
    #expect(isKept(filter.value(forKey: key)), "\(symbol) is not \(key)")
    for key in filter.inputKeys where key != self.key {
      let (now, before) = (filter.value(forKey: key), other.value(forKey: key))
      if let now = now as? CIImage {
        #expect(now === before as? CIImage, "\(symbol) sets \(key)")
      } else {
        #expect("\(now ?? "nil")" == "\(before ?? "nil")", "\(symbol) sets \(key)")
      }
    }
    // Set by its key, the property reads the same.
    other.setValue(value, forKey: key)
    #expect(isSet(other), "\(symbol) does not read \(key)")
    return TypedPictures.look(filter) != before
  }
}

/// The pictures that typed filters get and make.
enum TypedPictures {
  /// 24 x 24 pixels: gradients and spots that differ by the seed.
  private static func picture(_ seed: Int, isOpaque: Bool = true) -> CIImage {
    let pixels = (0..<24 * 24).map { index -> SIMD4<UInt8> in
      let (x, y) = (index % 24, index / 24)
      let red = (x * (7 + seed) + y * 3 + seed * 40) % 256
      let green = (y * 10 + x * seed * 2 + 90) % 256
      let blue = (x * x + y * (5 + seed) + seed * 60) % 256
      let alpha = isOpaque ? 255 : (x * 9 + 30 * seed) % 256
      func channel(_ value: Int) -> UInt8 { UInt8(value * alpha / 255) }
      return SIMD4(channel(red), channel(green), channel(blue), UInt8(alpha))
    }
    return image(pixels, width: 24)
  }

  static let first = picture(1)
  static let second = picture(2)
  static let third = picture(3, isOpaque: false)
  static let fourth = picture(4, isOpaque: false)
  /// A picture that no input has at the beginning.
  static let fresh = picture(5, isOpaque: false)

  /// Light above 1, for filters that ask what is beyond.
  static let bright = first.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 2])

  /// A cube of 2 x 2 x 2 colours in floats: each the half of itself, in another order.
  static let cube = Data(
    (0..<8).flatMap { index -> [UInt8] in
      let color = SIMD4<Float>(
        Float(index >> 2 & 1) / 2,
        Float(index & 1) / 2,
        Float(index >> 1 & 1) / 2,
        1
      )
      return withUnsafeBytes(of: color) { Array($0) }
    }
  )

  /// Gives a filter pictures for all of its images, and data where it needs them.
  static func fill(_ filter: CIFilter) {
    for input in FilterAttributes.named(filter.name)?.inputs ?? [] {
      switch input.valueClass {
      case .image:
        let others = ["inputBackgroundImage", "inputTargetImage", "inputImage2"]
        let picture = others.contains(input.key) ? second : third
        filter.setValue(input.key == "inputImage" ? first : picture, forKey: input.key)
      case .data where input.key == "inputMessage":
        filter.setValue(Data("Quartz 42".utf8), forKey: input.key)
      case .data: filter.setValue(cube, forKey: input.key)
      case .string where input.key == "inputText": filter.setValue("text", forKey: input.key)
      case .attributedString:
        filter.setValue(NSAttributedString(string: "text"), forKey: input.key)
      default: break
      }
    }
  }

  /// The extent of a picture, and its pixels, or those about the origin if they are many.
  struct Look: Equatable {
    var extent: CGRect
    /// Numbers of the working space, without limits.
    var pixels: [SIMD4<Float>]
  }

  /// The picture that a filter makes; nil for no image.
  static func look(_ filter: CIFilter) -> Look? {
    guard let image = filter.outputImage, !image.extent.isEmpty else { return nil }
    let isSmall = image.extent.width * image.extent.height < 200 * 200
    let rect = isSmall ? image.extent.integral : CGRect(x: -4, y: -4, width: 40, height: 40)
    let (width, height) = (Int(rect.width), Int(rect.height))
    var pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
    CIContext().render(
      image,
      toBitmap: &pixels,
      rowBytes: width * 16,
      bounds: rect,
      format: .RGBAf,
      colorSpace: nil
    )
    return Look(extent: image.extent, pixels: pixels)
  }

  /// Whether the object of an input is that of a typed value.
  static func isKept<Value: Equatable>(_ value: Value, as object: Any?) -> Bool {
    switch value {
    case let value as Float: (object as? NSNumber)?.floatValue == value
    case let value as Int: (object as? NSNumber)?.intValue == value
    case let value as Bool: (object as? NSNumber)?.boolValue == value
    case let value as CGPoint: object as? CIVector == CIVector(cgPoint: value)
    case let value as CGRect: object as? CIVector == CIVector(cgRect: value)
    default: object as? Value == value
    }
  }
}
