// Views in keyed archives, and archives that are no views.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Archives of views", .serialized)
@MainActor
struct ViewArchiveTests {
  /// An unarchiver as programs make it: with the policy that it has by default.
  private func unarchiver(_ write: (NSKeyedArchiver) -> Void) throws -> NSKeyedUnarchiver {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    write(archiver)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(unarchiver.decodingFailurePolicy == .raiseException)
    return unarchiver
  }

  private func card() -> UIView {
    let view = UIView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
    view.transform = CGAffineTransform(scaleX: 2, y: 3)
    (view.alpha, view.tag, view.clipsToBounds) = (0.5, 7, true)
    return view
  }

  @Test(
    "A view comes back with its values",
    .shows("UIView.init(coder:)", "UILabel.text")
  )
  func roundTrip() throws {
    let view = card()
    let back = try #require(UIView(coder: try unarchiver { view.encode(with: $0) }))
    #expect(back.bounds == view.bounds && back.center == view.center && back.alpha == 0.5)
    #expect(back.transform == view.transform && back.tag == 7 && back.clipsToBounds)
    let label = UILabel(frame: CGRect(x: 3, y: 4, width: 5, height: 6))
    label.text = "One"
    let copy = try #require(UILabel(coder: try unarchiver { label.encode(with: $0) }))
    #expect(copy.text == "One" && copy.frame == label.frame && copy.numberOfLines == 1)
    let controls: [UIView] = [
      UISlider(), UISwitch(), UIStepper(), UIButton(), UISegmentedControl(items: ["A", "B"]),
      UIStackView(), UIProgressView(), UIPageControl(), UITextField(),
      UITextView(), UIScrollView(), UIImageView(),
    ]
    for control in controls {
      control.frame = CGRect(x: 1, y: 2, width: 100, height: 40)
      let coder = try unarchiver { control.encode(with: $0) }
      let copy = try #require(type(of: control).init(coder: coder), "\(type(of: control))")
      #expect(copy.frame == control.frame, "\(type(of: control))")
    }
  }

  @Test(
    "An archive without values makes views as they are at first",
    .shows("UIView.init(coder:)", "UILabel", "UIButton", "UIImageView", "UITextView")
  )
  func empty() throws {
    let types: [UIView.Type] = [
      UIView.self, UILabel.self, UIButton.self, UIImageView.self, UITextView.self,
      UITextField.self, UIVisualEffectView.self, UIStackView.self, UIScrollView.self,
      UITableView.self, UISwitch.self, UISlider.self, UIWindow.self,
    ]
    for type in types {
      let view = type.init(coder: try unarchiver { _ in })
      #expect(view?.alpha == 1 && view?.isHidden == (type == UIWindow.self), "\(type)")
    }
    let slider = UISlider(coder: try unarchiver { _ in })
    #expect(slider?.maximumValue == 1)
    #expect(UILabel(coder: try unarchiver { _ in })?.numberOfLines == 1)
    #expect(UIBezierPath(coder: try unarchiver { _ in })?.lineWidth == 1)
    #expect(UIViewController(coder: try unarchiver { _ in }) != nil)
    #expect(UIImage(coder: try unarchiver { _ in }) == nil)
    #expect(UIBezierPath(coder: try unarchiver { _ in })?.isEmpty == true)
    #expect(CALayer(coder: try unarchiver { _ in }) == nil)
    #expect(CABasicAnimation(coder: try unarchiver { _ in }) == nil)
  }

  @Test(
    "An archive with values of other classes is damaged, and makes no view",
    .shows("UIView.init(coder:)")
  )
  func damaged() throws {
    for key in ["bounds", "center", "transform"] {
      let coder = try unarchiver { $0.encode("text" as NSString, forKey: "UIViewLayer.\(key)") }
      #expect(UIView(coder: coder) == nil, "\(key)")
    }
    for value in ["text" as NSString, NSNumber(value: 1), [NSNumber(value: 1)] as NSArray] {
      let coder = try unarchiver { $0.encode(value, forKey: "UIViewSubviews") }
      #expect(UIView(coder: coder) == nil && UILabel(coder: coder) == nil)
    }
    let text = try unarchiver { $0.encode(NSNumber(value: 1), forKey: "UIText") }
    #expect(UILabel(coder: text)?.text == nil)
  }
}
