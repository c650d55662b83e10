// An introduction in three steps, moved by keyframes.
// Licensed under the MIT license; see LICENSE.

import UIKit

class OnboardingViewController: UIViewController {
  enum Step: Int, CaseIterable {
    case welcome, notify, done

    var headline: String {
      switch self {
      case .welcome: return "Welcome"
      case .notify: return "Stay informed"
      case .done: return "All set"
      }
    }

    var color: UIColor {
      switch self {
      case .welcome: return #colorLiteral(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
      case .notify: return #colorLiteral(red: 0.9, green: 0.5, blue: 0.2, alpha: 1)
      case .done: return #colorLiteral(red: 0.2, green: 0.7, blue: 0.4, alpha: 1)
      }
    }
  }

  var onFinish: (() -> Void)?
  private(set) var step = Step.welcome
  let badge = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 80))
  let headline = UILabel()
  lazy var nextButton: UIButton = {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Continue"
    configuration.cornerStyle = .capsule
    return UIButton(
      configuration: configuration,
      primaryAction: UIAction { [weak self] _ in self?.advance() }
    )
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    badge.backgroundColor = step.color
    badge.layer.cornerRadius = 40
    headline.text = step.headline
    headline.font = .systemFont(ofSize: 24, weight: .heavy)
    headline.textAlignment = .center
    headline.numberOfLines = 0
    [badge, headline, nextButton].forEach(view.addSubview)
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    let bounds = view.bounds
    badge.center = CGPoint(x: bounds.midX, y: bounds.height * 0.32)
    headline.frame = CGRect(x: 20, y: bounds.midY + 10, width: bounds.width - 40, height: 36)
    let size = nextButton.intrinsicContentSize
    nextButton.frame = CGRect(
      x: bounds.midX - size.width / 2,
      y: bounds.maxY - size.height - 24,
      width: size.width,
      height: size.height
    )
  }

  private func advance() {
    guard let next = Step(rawValue: step.rawValue + 1) else {
      onFinish?()
      return
    }
    step = next
    nextButton.isEnabled = false
    UIView.animateKeyframes(withDuration: 1.2, delay: 0, options: [.calculationModeCubic]) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) {
        self.badge.transform = CGAffineTransform(scaleX: 0.6, y: 0.6)
        self.headline.alpha = 0
      }
      UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.25) {
        self.badge.transform = CGAffineTransform(scaleX: 1.3, y: 1.3).rotated(by: .pi / 4)
        self.badge.backgroundColor = next.color
      }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
        self.badge.transform = .identity
      }
    } completion: { finished in
      self.headline.text = next.headline
      if next == .done { self.nextButton.configuration?.title = "Start" }
      self.view.setNeedsLayout()
      UIView.transition(
        with: self.headline,
        duration: 0.3,
        options: .transitionCrossDissolve,
        animations: { self.headline.alpha = 1 }
      )
      self.nextButton.isEnabled = true
    }
  }
}
