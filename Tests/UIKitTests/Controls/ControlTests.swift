// The controls with values.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Controls")
struct ControlTests {
  private func counting(_ control: UIControl, _ event: UIControl.Event) -> () -> Int {
    final class Count { var value = 0 }
    let count = Count()
    control.addAction(UIAction { _ in count.value += 1 }, for: event)
    return { count.value }
  }

  @Test(
    "A button has titles and images by state; those of the normal one stand in",
    .shows(
      "UIButton",
      "UIButton.init(type:)",
      "UIButton.setTitle(_:for:)",
      "UIButton.setTitleColor(_:for:)",
      "UIButton.title(for:)",
      "UIButton.currentTitle",
      "UIButton.titleLabel",
      "UIButton.ButtonType.system",
      "UIControl.isSelected",
      "UIControl.isEnabled"
    )
  )
  func button() throws {
    let button = UIButton(type: .custom)
    button.setTitle("Play", for: .normal)
    button.setTitle("Stop", for: .selected)
    button.setTitleColor(.red, for: .normal)
    button.setTitleColor(.blue, for: .disabled)
    #expect(button.title(for: .highlighted) == "Play")
    #expect(button.currentTitle == "Play")
    button.isSelected = true
    #expect(button.currentTitle == "Stop")
    button.isSelected = false
    button.isEnabled = false
    #expect(button.currentTitleColor == .blue)
    // A state of two bits without a look of its own has that of the normal one.
    button.isSelected = true
    #expect(button.currentTitleColor == .red)
    button.isEnabled = true
    button.isSelected = false
    button.sizeToFit()
    button.layoutIfNeeded()
    let label = try #require(button.titleLabel)
    #expect(label.text == "Play" && label.textColor == .red)
    #expect(label.frame.midX.rounded() == button.bounds.midX.rounded())
    #expect(UIButton(type: .custom).currentTitleColor == .white)
    #expect(UIButton(type: .system).currentTitleColor == UIColor.systemBlue)
  }

  @Test(
    "A tap of a button is touchUpInside, and its primary action",
    .shows(
      "UIButton.init(type:primaryAction:)",
      "UIButton.changesSelectionAsPrimaryAction",
      "UIControl.Event.touchUpInside",
      "UIControl.Event.primaryActionTriggered"
    )
  )
  func buttonTap() {
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
    let taps = counting(button, .touchUpInside)
    let primary = counting(button, .primaryActionTriggered)
    Finger(button).tap(10, 10)
    #expect(taps() == 1 && primary() == 1)
    let other = UIButton(type: .system, primaryAction: UIAction(title: "Go") { _ in })
    #expect(other.currentTitle == "Go")
    button.changesSelectionAsPrimaryAction = true
    Finger(button).tap(10, 10)
    #expect(button.isSelected)
  }

  @Test(
    "Image and title of a button lie side by side; insets move them",
    .shows(
      "UIButton.setImage(_:for:)",
      "UIButton.contentRect(forBounds:)",
      "UIButton.imageRect(forContentRect:)",
      "UIButton.titleRect(forContentRect:)",
      "UIButton.titleEdgeInsets",
      "UIButton.contentEdgeInsets",
      "UIControl.contentHorizontalAlignment"
    )
  )
  func buttonLayout() throws {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
    button.setImage(
      picture([[UIColor]](repeating: [.red, .red], count: 2), scale: 0.1),
      for: .normal
    )
    button.setTitle("x", for: .normal)
    let content = button.contentRect(forBounds: button.bounds)
    let (image, title) = (
      button.imageRect(forContentRect: content), button.titleRect(forContentRect: content)
    )
    #expect(image.size == CGSize(width: 20, height: 20))
    #expect(title.minX == image.maxX)
    #expect(abs(image.minX - (200 - title.maxX)) <= 1)
    button.titleEdgeInsets = UIEdgeInsets(top: 0, left: 10, bottom: 0, right: -10)
    #expect(button.titleRect(forContentRect: content).minX == title.minX + 10)
    button.contentHorizontalAlignment = .left
    #expect(button.imageRect(forContentRect: content).minX == 0)
    button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let size = button.sizeThatFits(.zero)
    #expect(abs(size.width - (20 + title.width + 6)) < 0.01)
  }

  @Test(
    "Configurations of buttons have plates and insets",
    .shows(
      "UIButton.Configuration",
      "UIButton.Configuration.filled()",
      "UIButton.Configuration.baseBackgroundColor",
      "UIButton.Configuration.cornerStyle",
      "UIButton.init(configuration:primaryAction:)"
    )
  )
  func configuration() throws {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Buy"
    configuration.baseBackgroundColor = .red
    configuration.cornerStyle = .capsule
    let button = UIButton(configuration: configuration)
    button.layoutIfNeeded()
    #expect(button.titleLabel?.text == "Buy")
    #expect(button.currentTitleColor == .white)
    let plate = try #require(button.plate)
    #expect(plate.backgroundColor == .red)
    #expect(plate.layer.cornerRadius == button.bounds.height / 2)
    #expect(button.bounds.width > button.titleLabel?.bounds.width ?? .infinity)
  }

  @Test(
    "Layout comes to an end: parts that do not change ask for no other one",
    .shows("UIButton.configurationUpdateHandler", "UIButton.configuration")
  )
  func settling() throws {
    final class Counter: UIView {
      var count = 0
      override func layoutSubviews() { count += 1 }
    }
    let root = Counter(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    let title = NSAttributedString(string: "x", attributes: [.kern: 2])
    let button = UIButton(type: .system)
    button.setAttributedTitle(title, for: .normal)
    button.setImage(picture([[.red]]), for: .normal)
    var configuration = UIButton.Configuration.filled()
    configuration.buttonSize = .small
    let other = UIButton(configuration: configuration)
    var updates = 0
    other.configurationUpdateHandler = { button in
      updates += 1
      button.configuration?.title = "title \(button.state.rawValue)"
    }
    let segments = UISegmentedControl(items: ["a", picture([[.red]])])
    segments.setTitleTextAttributes([.kern: 1], for: .normal)
    let field = UITextField()
    field.attributedText = title
    let text = UITextView()
    text.text = "text"
    let views: [UIView] = [
      button, other, segments, field, text, UISlider(), UISwitch(), UIStepper(),
      UIProgressView(progressViewStyle: .default),
    ]
    for view in views {
      view.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
      root.addSubview(view)
    }
    root.layoutIfNeeded()
    root.layoutIfNeeded()
    let (layouts, calls) = (root.count, updates)
    for _ in 0..<10 {
      for view in views { view.setNeedsLayout() }
      root.layoutIfNeeded()
    }
    #expect(root.count == layouts)
    #expect(updates == calls && calls > 0 && calls < 5)
    other.isHighlighted = true
    root.layoutIfNeeded()
    #expect(other.titleLabel?.text == "title 1")
  }

  @Test("Controls leave their alpha to the program")
  func alpha() {
    for control in [UISlider(), UISwitch(), UITextField(), UIStepper()] as [UIControl] {
      control.alpha = 0.25
      control.isEnabled = false
      control.layoutIfNeeded()
      #expect(control.alpha == 0.25)
    }
  }

  @Test(
    "A slider keeps its value in its range, and follows a finger from its thumb",
    .shows("UISlider", "UISlider.value", "UISlider.minimumValue", "UISlider.maximumValue")
  )
  func slider() {
    let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 204, height: 31))
    slider.maximumValue = 10
    slider.value = 20
    #expect(slider.value == 10)
    slider.value = .nan
    #expect(slider.value == 0)
    let changes = counting(slider, .valueChanged)
    let finger = Finger(slider)
    finger.down(150, 15)
    #expect(!slider.isTracking)
    finger.down(14, 15)
    #expect(slider.isTracking)
    finger.move(102, 15)
    #expect(abs(slider.value - 5) < 0.1)
    finger.move(1e9, 15)
    #expect(slider.value == 10)
    finger.up()
    #expect(changes() == 2)
    slider.minimumValue = 50
    #expect(slider.value == 50 && slider.maximumValue == 50)
    slider.isContinuous = false
    slider.minimumValue = .infinity
    #expect(slider.minimumValue == 50)
  }

  @Test(
    "A switch has one size and switches at a tap",
    .shows("UISwitch", "UISwitch.isOn", "UISwitch.init(frame:)")
  )
  func switching() {
    let control = UISwitch(frame: CGRect(x: 3, y: 4, width: 500, height: 1))
    #expect(control.frame == CGRect(x: 3, y: 4, width: 51, height: 31))
    let changes = counting(control, .valueChanged)
    control.isOn = true
    #expect(changes() == 0)
    Finger(control).tap(10, 10)
    #expect(!control.isOn && changes() == 1)
    let finger = Finger(control)
    finger.down(5, 10)
    finger.move(45, 10)
    // C11: the event comes with the lift.
    #expect(control.isOn && changes() == 1)
    finger.up()
    #expect(control.isOn && changes() == 2)
  }

  @Test(
    "Segments are chosen by taps; others keep their place",
    .shows(
      "UISegmentedControl.removeSegment(at:animated:)",
      "UISegmentedControl.setEnabled(_:forSegmentAt:)",
      "UISegmentedControl.isMomentary",
      "UISegmentedControl",
      "UISegmentedControl.init(items:)",
      "UISegmentedControl.numberOfSegments",
      "UISegmentedControl.selectedSegmentIndex",
      "UISegmentedControl.noSegment",
      "UISegmentedControl.insertSegment(withTitle:at:animated:)",
      "UISegmentedControl.titleForSegment(at:)"
    )
  )
  func segments() {
    let control = UISegmentedControl(items: ["One", "Two", 3, "Three"])
    #expect(control.numberOfSegments == 3)
    #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
    let changes = counting(control, .valueChanged)
    Finger(control).tap(150, 10)
    #expect(control.selectedSegmentIndex == 1 && changes() == 1)
    Finger(control).tap(150, 10)
    #expect(changes() == 1)
    control.insertSegment(withTitle: "Zero", at: 0, animated: false)
    #expect(control.selectedSegmentIndex == 2)
    control.removeSegment(at: 2, animated: false)
    #expect(control.selectedSegmentIndex == -1)
    control.setEnabled(false, forSegmentAt: 0)
    Finger(control).tap(10, 10)
    #expect(control.selectedSegmentIndex == -1)
    control.selectedSegmentIndex = 77
    control.removeSegment(at: 77, animated: false)
    #expect(control.titleForSegment(at: 77) == nil && control.selectedSegmentIndex == -1)
    control.isMomentary = true
    Finger(control).tap(290, 10)
    #expect(control.selectedSegmentIndex == -1 && changes() == 2)
  }

  @Test(
    "A stepper steps within its range, or around it",
    .shows(
      "UIStepper.maximumValue",
      "UIStepper.wraps",
      "UIStepper.stepValue",
      "UIStepper",
      "UIStepper.value"
    )
  )
  func stepper() {
    let stepper = UIStepper(frame: .zero)
    #expect(stepper.frame.size == CGSize(width: 94, height: 32))
    stepper.maximumValue = 2
    let changes = counting(stepper, .valueChanged)
    for _ in 0..<5 { Finger(stepper).tap(80, 10) }
    #expect(stepper.value == 2 && changes() == 2)
    stepper.wraps = true
    Finger(stepper).tap(80, 10)
    #expect(stepper.value == 0)
    Finger(stepper).tap(10, 10)
    #expect(stepper.value == 2)
    stepper.stepValue = .nan
    stepper.stepValue = -1
    #expect(stepper.stepValue == 1)
    stepper.value = .nan
    #expect(stepper.value == 0)
  }

  @Test(
    "Progress stays in 0...1",
    .shows(
      "UIProgressView",
      "UIProgressView.progress",
      "UIProgressView.progressTintColor",
      "UIProgressView.trackTintColor"
    )
  )
  func progress() throws {
    let view = UIProgressView(progressViewStyle: .default)
    view.progress = 7
    #expect(view.progress == 1)
    view.progress = .nan
    #expect(view.progress == 0)
    view.progress = 0.5
    view.progressTintColor = .red
    view.trackTintColor = .blue
    let pixels = try #require(shown(view))
    #expect(pixels[30, 2] == Pixels.red && pixels[120, 2] == Pixels.blue)
  }

  @Test(
    "An indicator turns while it is asked to, and hides else",
    .shows(
      "UIActivityIndicatorView",
      "UIActivityIndicatorView.init(style:)",
      "UIActivityIndicatorView.startAnimating()",
      "UIActivityIndicatorView.stopAnimating()",
      "UIActivityIndicatorView.isAnimating",
      "UIActivityIndicatorView.color"
    )
  )
  func activity() {
    let view = UIActivityIndicatorView(style: .large)
    #expect(view.bounds.size == CGSize(width: 37, height: 37))
    #expect(!view.isAnimating)
    view.startAnimating()
    #expect(view.isAnimating)
    view.stopAnimating()
    #expect(!view.isAnimating)
    #expect(UIActivityIndicatorView(style: .white).color == .white)
  }

  @Test(
    "A page control leads to the next page and the one before",
    .shows("UIPageControl", "UIPageControl.numberOfPages", "UIPageControl.currentPage")
  )
  func pages() {
    let control = UIPageControl(frame: CGRect(x: 0, y: 0, width: 100, height: 26))
    control.numberOfPages = 3
    control.currentPage = 9
    #expect(control.currentPage == 2)
    control.currentPage = -4
    #expect(control.currentPage == 0)
    let changes = counting(control, .valueChanged)
    Finger(control).tap(90, 10)
    #expect(control.currentPage == 1 && changes() == 1)
    Finger(control).tap(5, 10)
    Finger(control).tap(5, 10)
    #expect(control.currentPage == 0 && changes() == 2)
    control.numberOfPages = 1_000_000_000
    control.layoutIfNeeded()
    #expect(control.subviews.count <= 256)
    control.numberOfPages = -5
    #expect(control.numberOfPages == 0)
  }

  @Test(
    "Controls of no size, of a huge one and of none that is a number lay out and draw",
    arguments: [
      CGSize.zero, CGSize(width: 1e9, height: 1e9), CGSize(width: -50, height: 3),
      CGSize(width: 1, height: 1e9),
    ]
  )
  func hostileSizes(_ size: CGSize) {
    let image = UIImageView(frame: .zero)
    image.image = picture([[.red, .green, .blue]]).resizableImage(
      withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 0)
    )
    let field = UITextField(frame: .zero)
    field.borderStyle = .roundedRect
    field.text = "text"
    let label = UILabel()
    label.text = "text"
    label.adjustsFontSizeToFitWidth = true
    let pages = UIPageControl()
    pages.numberOfPages = 3
    let views: [UIView] = [
      UIButton(type: .close), UISlider(), UISwitch(), UISegmentedControl(items: ["a", "b"]),
      UIStepper(), UIProgressView(progressViewStyle: .bar), UIActivityIndicatorView(style: .medium),
      pages, image, field, label, UIVisualEffectView(effect: UIBlurEffect(style: .light)),
    ]
    for view in views {
      view.frame = CGRect(origin: .zero, size: size)
      view.layoutIfNeeded()
      _ = view.sizeThatFits(size)
      _ = view.intrinsicContentSize
      _ = drawn(4, 4) { view.layer.render(in: $0) }
    }
  }
}
