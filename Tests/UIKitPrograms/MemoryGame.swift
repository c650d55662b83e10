// Pairs of cards that are flipped.
// Licensed under the MIT license; see LICENSE.

import UIKit

class MemoryCardView: UIView {
  let symbol: String
  private let back = UIView()
  private let front = UILabel()
  private(set) var isFaceUp = false
  var onTap: ((MemoryCardView) -> Void)?

  init(symbol: String) {
    self.symbol = symbol
    super.init(frame: .zero)
    back.backgroundColor = .systemIndigo
    front.text = symbol
    front.font = .systemFont(ofSize: 30, weight: .bold)
    front.textAlignment = .center
    front.backgroundColor = .secondarySystemBackground
    for side in [back, front] {
      side.layer.cornerRadius = 8
      side.layer.masksToBounds = true
      side.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(side)
    }
    front.isHidden = true
    addGestureRecognizer(
      UITapGestureRecognizer(target: self, action: Selector("tapped:", MemoryCardView.tapped))
    )
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  private func tapped(_ gesture: UITapGestureRecognizer) {
    guard gesture.state == .ended else { return }
    onTap?(self)
  }

  func flip(completion: ((Bool) -> Void)? = nil) {
    isFaceUp.toggle()
    UIView.transition(
      from: isFaceUp ? back : front,
      to: isFaceUp ? front : back,
      duration: 0.4,
      options: [
        isFaceUp ? .transitionFlipFromLeft : .transitionFlipFromRight, .showHideTransitionViews,
      ],
      completion: completion
    )
  }
}

class MemoryGameViewController: UIViewController {
  private(set) var cards: [MemoryCardView] = []
  let movesLabel = UILabel()
  private var open: [MemoryCardView] = []
  private(set) var moves = 0
  private(set) var found = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let symbols = ["A", "B", "C", "D", "E", "F"]
    for symbol in symbols + symbols.reversed() {
      let card = MemoryCardView(symbol: symbol)
      card.onTap = { [weak self] in self?.choose($0) }
      cards.append(card)
      view.addSubview(card)
    }
    movesLabel.font = .preferredFont(forTextStyle: .headline)
    movesLabel.text = "Moves: 0"
    view.addSubview(movesLabel)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    movesLabel.frame = CGRect(x: 10, y: 8, width: 200, height: 24)
    let area = view.bounds.inset(by: UIEdgeInsets(top: 40, left: 10, bottom: 10, right: 10))
    let size = CGSize(width: (area.width - 30) / 4, height: (area.height - 20) / 3)
    for (index, card) in cards.enumerated() {
      card.frame = CGRect(
        x: area.minX + CGFloat(index % 4) * (size.width + 10),
        y: area.minY + CGFloat(index / 4) * (size.height + 10),
        width: size.width,
        height: size.height
      )
    }
  }

  private func choose(_ card: MemoryCardView) {
    guard !card.isFaceUp, open.count < 2 else { return }
    open.append(card)
    card.flip { [weak self] _ in self?.check(card) }
  }

  private func check(_ last: MemoryCardView) {
    guard open.count == 2, open[1] === last else { return }
    moves += 1
    movesLabel.text = "Moves: \(moves)"
    let (first, second) = (open[0], open[1])
    if first.symbol == second.symbol {
      found += 1
      UIView.animate(
        withDuration: 0.3,
        delay: 0,
        options: [.autoreverse],
        animations: {
          first.transform = CGAffineTransform(scaleX: 1.15, y: 1.15)
          second.transform = CGAffineTransform(scaleX: 1.15, y: 1.15)
        },
        completion: { _ in
          for card in [first, second] {
            card.transform = .identity
            card.alpha = 0.5
          }
        }
      )
      open = []
    } else {
      Timer.onViewClock(withTimeInterval: 0.6, repeats: false) { _ in
        first.flip()
        second.flip { _ in self.open = [] }
      }
    }
  }
}
