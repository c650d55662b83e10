// The properties of typed transitions.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import Testing

@Suite struct TypedTransitionTests {
  private let middle = CGPoint(x: 12, y: 12)
  private let aside = CGPoint(x: 7, y: 9)
  private let orange = CIColor(red: 0.9, green: 0.4, blue: 0.1)
  private let all = CGRect(x: 0, y: 0, width: 24, height: 24)
  private let part = CGRect(x: 4, y: 4, width: 12, height: 14)

  @Test func picturesAndTime() {
    let makers: [() -> any CIFilter & CITransitionFilter] = [
      CIFilter.accordionFoldTransition, CIFilter.barsSwipeTransition,
      CIFilter.copyMachineTransition, CIFilter.disintegrateWithMaskTransition,
      CIFilter.dissolveTransition, CIFilter.flashTransition, CIFilter.modTransition,
      CIFilter.pageCurlTransition, CIFilter.pageCurlWithShadowTransition,
      CIFilter.rippleTransition, CIFilter.swipeTransition,
    ]
    for make in makers {
      let transition = TypedFilter(make) { [all, middle] in
        $0.time = 0.4
        $0.setInput(CIVector(cgRect: all), "inputExtent")
        $0.setInput(CIVector(cgPoint: middle), "inputCenter")
        for key in ["inputWidth", "inputRadius", "inputScale", "inputBottomHeight"] {
          $0.setInput(5, key)
        }
      }
      transition.input("CITransitionFilter.inputImage", \.inputImage)
      transition.input("CITransitionFilter.targetImage", \.targetImage)
      transition.input("CITransitionFilter.time", \.time, 0.75)
    }
  }

  @Test func swipes() {
    let swipe = TypedFilter(CIFilter.swipeTransition) { [all] in
      $0.extent = all
      $0.time = 0.4
      $0.width = 8
    }
    swipe.input("CISwipeTransition.extent", \.extent, part)
    swipe.input("CISwipeTransition.angle", \.angle, 1)
    swipe.input("CISwipeTransition.width", \.width, 4)
    swipe.input("CISwipeTransition.opacity", \.opacity, 1)
    // A bar without opacity has no colour.
    swipe.input("CISwipeTransition.color", \.color, orange) { $0.opacity = 1 }
    let bars = TypedFilter(CIFilter.barsSwipeTransition) {
      $0.time = 0.4
      $0.width = 6
    }
    bars.input("CIBarsSwipeTransition.angle", \.angle, 1)
    bars.input("CIBarsSwipeTransition.width", \.width, 4)
    bars.input("CIBarsSwipeTransition.barOffset", \.barOffset, 2)
    let copy = TypedFilter(CIFilter.copyMachineTransition) { [all] in
      $0.extent = all
      $0.time = 0.4
      $0.width = 8
    }
    copy.input("CICopyMachineTransition.extent", \.extent, part)
    copy.input("CICopyMachineTransition.color", \.color, orange)
    copy.input("CICopyMachineTransition.angle", \.angle, 1)
    copy.input("CICopyMachineTransition.width", \.width, 4)
    copy.input("CICopyMachineTransition.opacity", \.opacity, 0.5)
    let dust = TypedFilter(CIFilter.disintegrateWithMaskTransition) { $0.time = 0.4 }
    dust.input("CIDisintegrateWithMaskTransition.maskImage", \.maskImage)
    dust.input("CIDisintegrateWithMaskTransition.shadowRadius", \.shadowRadius, 2)
    dust.input("CIDisintegrateWithMaskTransition.shadowDensity", \.shadowDensity, 0.25)
    dust.input("CIDisintegrateWithMaskTransition.shadowOffset", \.shadowOffset, CGPoint(x: 3, y: 2))
  }

  @Test func lights() {
    let flash = TypedFilter(CIFilter.flashTransition) { [all, middle] in
      $0.extent = all
      $0.center = middle
      $0.time = 0.4
    }
    flash.input("CIFlashTransition.center", \.center, aside)
    flash.input("CIFlashTransition.extent", \.extent, CGRect(x: 0, y: 0, width: 80, height: 90))
    flash.input("CIFlashTransition.color", \.color, orange)
    flash.input("CIFlashTransition.maxStriationRadius", \.maxStriationRadius, 1)
    flash.input("CIFlashTransition.striationStrength", \.striationStrength, 2)
    flash.input("CIFlashTransition.striationContrast", \.striationContrast, 3)
    flash.input("CIFlashTransition.fadeThreshold", \.fadeThreshold, 0.3)
    let ripple = TypedFilter(CIFilter.rippleTransition) { [all, middle] in
      $0.extent = all
      $0.center = middle
      $0.time = 0.4
      $0.width = 5
      $0.scale = 3
    }
    ripple.input("CIRippleTransition.shadingImage", \.shadingImage)
    ripple.input("CIRippleTransition.center", \.center, aside)
    ripple.input("CIRippleTransition.extent", \.extent, part)
    ripple.input("CIRippleTransition.width", \.width, 8)
    ripple.input("CIRippleTransition.scale", \.scale, -2)
    let holes = TypedFilter(CIFilter.modTransition) { [middle] in
      $0.center = middle
      $0.radius = 6
      $0.compression = 8
      $0.time = 0.4
    }
    holes.input("CIModTransition.center", \.center, aside)
    holes.input("CIModTransition.angle", \.angle, 1)
    holes.input("CIModTransition.radius", \.radius, 4)
    holes.input("CIModTransition.compression", \.compression, 40)
  }

  @Test func folds() {
    let fold = TypedFilter(CIFilter.accordionFoldTransition) { $0.time = 0.4 }
    fold.input("CIAccordionFoldTransition.bottomHeight", \.bottomHeight, 8)
    fold.input("CIAccordionFoldTransition.numberOfFolds", \.numberOfFolds, 5)
    fold.input("CIAccordionFoldTransition.foldShadowAmount", \.foldShadowAmount, 0.75)
    let curl = TypedFilter(CIFilter.pageCurlTransition) { [all] in
      $0.extent = all
      $0.radius = 5
      $0.time = 0.4
    }
    curl.input("CIPageCurlTransition.backsideImage", \.backsideImage)
    curl.input("CIPageCurlTransition.shadingImage", \.shadingImage)
    curl.input("CIPageCurlTransition.extent", \.extent, part)
    curl.input("CIPageCurlTransition.angle", \.angle, 1)
    curl.input("CIPageCurlTransition.radius", \.radius, 3)
    let page = TypedFilter(CIFilter.pageCurlWithShadowTransition) { [all] in
      $0.extent = all
      $0.radius = 5
      $0.time = 0.4
    }
    page.input("CIPageCurlWithShadowTransition.backsideImage", \.backsideImage)
    page.input("CIPageCurlWithShadowTransition.extent", \.extent, part)
    page.input("CIPageCurlWithShadowTransition.angle", \.angle, 1)
    page.input("CIPageCurlWithShadowTransition.radius", \.radius, 3)
    page.input("CIPageCurlWithShadowTransition.shadowSize", \.shadowSize, 1)
    page.input("CIPageCurlWithShadowTransition.shadowAmount", \.shadowAmount, 0.25)
    page.input("CIPageCurlWithShadowTransition.shadowExtent", \.shadowExtent, part)
  }
}

extension CIFilter {
  /// Sets an input if the filter has it.
  fileprivate func setInput(_ value: Any, _ key: String) {
    if inputKeys.contains(key) { setValue(value, forKey: key) }
  }
}
