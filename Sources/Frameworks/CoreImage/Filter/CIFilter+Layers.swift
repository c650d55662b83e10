// Core Image's filters on layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
package import QuartzFilters

extension CIFilter: FilterConvertible {
  /// The inputs that were set; images by their places in `filterImages`.
  ///
  /// The layer gives what it draws as `inputImage`, what lies behind it as `inputBackgroundImage`
  /// and the picture after a transition as `inputTargetImage`; they are no inputs of this value.
  package final var filterDescription: FilterDescription {
    var result = description(named: name)
    for (index, image) in layerImages.enumerated() {
      result[image.key] = .image(UInt64(index))
    }
    return result
  }

  package final var filterImages: [Any] { layerImages.map(\.picture) }

  package final func filterCopy() -> any FilterConvertible {
    copy() as? any FilterConvertible ?? self
  }

  package final func filterValue(forKey key: String) -> Any? { value(forKey: key) }

  package final func setFilterValue(_ value: Any?, forKey key: String) {
    if let value { setValue(value, forKey: key) } else { resetInput(key) }
  }

  package final func setShownInput(_ value: FilterInputValue, forKey key: String) {
    guard let input = table?.input(key) else { return }
    setValue(InputBridge.object(value, input.valueClass), forKey: key)
  }

  package final func setFilterEnabled(_ isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// The pictures of the images that are inputs, by key; one without end has none.
  private final var layerImages: [(key: String, picture: CGImage)] {
    let given: Set = [kCIInputImageKey, kCIInputTargetImageKey]
    let images = (table?.inputs ?? []).filter {
      $0.valueClass == .image && !given.contains($0.key)
    }
    return images.compactMap { input in
      guard let image = value(forKey: input.key) as? CIImage,
        let picture = image.cgImage
          ?? CIContext().createCGImage(image, from: image.extent)
      else { return nil }
      return (input.key, picture)
    }
  }
}

extension CIVector: FilterInputConvertible {
  package final var filterInputValue: FilterInputValue { .vector(numbers) }
}

extension CIColor: FilterInputConvertible {
  package final var filterInputValue: FilterInputValue { .color(straight) }
}
