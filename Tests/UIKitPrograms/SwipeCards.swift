// Cards that a swipe throws away: pans, transforms, springs.
// Licensed under the MIT license; see LICENSE.

import UIKit

protocol SwipeCardDelegate: AnyObject {
  func swipeCard(_ card: SwipeCard, didLeaveWith liked: Bool)
}

class SwipeCard: UIView {
  weak var delegate: SwipeCardDelegate?
  let titleLabel = UILabel()
  private let likeLabel = UILabel()
  private var startCenter = CGPoint.zero

  init(title: String, color: UIColor) {
    super.init(frame: .zero)
    backgroundColor = color
    layer.cornerRadius = 16
    layer.cornerCurve = .continuous
    layer.shadowColor = UIColor.black.cgColor
    layer.shadowOpacity = 0.25
    layer.shadowRadius = 6
    layer.shadowOffset = CGSize(width: 0, height: 3)

    titleLabel.text = title
    titleLabel.font = .systemFont(ofSize: 28, weight: .bold)
    titleLabel.textColor = .white
    titleLabel.textAlignment = .center
    addSubview(titleLabel)

    likeLabel.font = .boldSystemFont(ofSize: 20)
    likeLabel.textAlignment = .center
    likeLabel.layer.borderWidth = 2
    likeLabel.layer.cornerRadius = 6
    likeLabel.alpha = 0
    addSubview(likeLabel)

    let pan = UIPanGestureRecognizer(target: self, action: Selector("panned:", SwipeCard.panned))
    addGestureRecognizer(pan)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    titleLabel.frame = bounds
    likeLabel.frame = CGRect(x: 14, y: 14, width: 76, height: 32)
    layer.shadowPath = UIBezierPath(roundedRect: bounds, cornerRadius: 16).cgPath
  }

  private func panned(_ gesture: UIPanGestureRecognizer) {
    guard let superview = superview else { return }
    let translation = gesture.translation(in: superview)
    switch gesture.state {
    case .began:
      startCenter = center
    case .changed:
      let part = translation.x / superview.bounds.width
      center = CGPoint(x: startCenter.x + translation.x, y: startCenter.y + translation.y)
      transform = CGAffineTransform(rotationAngle: part * .pi / 6)
      likeLabel.text = part > 0 ? "LIKE" : "NOPE"
      likeLabel.textColor = part > 0 ? .systemGreen : .systemRed
      likeLabel.layer.borderColor = likeLabel.textColor.cgColor
      likeLabel.alpha = min(abs(part) * 3, 1)
    case .ended where abs(translation.x) > superview.bounds.width / 3:
      leave(liked: translation.x > 0)
    case .ended, .cancelled:
      UIView.animate(
        withDuration: 0.5,
        delay: 0,
        usingSpringWithDamping: 0.6,
        initialSpringVelocity: 0.5,
        options: [.allowUserInteraction],
        animations: {
          self.center = self.startCenter
          self.transform = .identity
          self.likeLabel.alpha = 0
        }
      )
    default:
      break
    }
  }

  func leave(liked: Bool) {
    let distance: CGFloat = liked ? 500 : -500
    UIView.animate(withDuration: 0.3, delay: 0, options: .curveEaseIn) {
      self.center.x += distance
      self.alpha = 0
    } completion: { _ in
      self.removeFromSuperview()
      self.delegate?.swipeCard(self, didLeaveWith: liked)
    }
  }
}

class SwipeCardsViewController: UIViewController, SwipeCardDelegate {
  private(set) var cards: [SwipeCard] = []
  private(set) var liked = 0
  let countLabel = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGroupedBackground
    let colors: [UIColor] = [.systemPurple, .systemTeal, .systemOrange, .systemIndigo]
    for (index, name) in ["Lisbon", "Oslo", "Kyoto", "Lima"].enumerated() {
      let card = SwipeCard(title: name, color: colors[index])
      card.delegate = self
      cards.append(card)
      view.insertSubview(card, at: 0)
    }
    countLabel.text = "0 liked"
    countLabel.font = .preferredFont(forTextStyle: .footnote)
    countLabel.textColor = .secondaryLabel
    countLabel.textAlignment = .center
    view.addSubview(countLabel)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let frame = view.bounds.inset(by: UIEdgeInsets(top: 30, left: 30, bottom: 60, right: 30))
    for (index, card) in cards.enumerated() {
      card.bounds.size = frame.size
      card.center = CGPoint(x: frame.midX, y: frame.midY + CGFloat(index) * 6)
      card.transform = CGAffineTransform(scaleX: 1 - CGFloat(index) * 0.04, y: 1)
    }
    countLabel.frame = CGRect(x: 0, y: view.bounds.maxY - 34, width: view.bounds.width, height: 20)
  }

  func swipeCard(_ card: SwipeCard, didLeaveWith liked: Bool) {
    cards.removeAll { $0 === card }
    if liked { self.liked += 1 }
    countLabel.text = "\(self.liked) liked"
    UIView.animate(withDuration: 0.2) {
      self.view.setNeedsLayout()
      self.view.layoutIfNeeded()
    }
  }
}
