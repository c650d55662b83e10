// A view controller, an animation and a touch; its pictures go into one PNG file.
// Licensed under the MIT license; see LICENSE.

import Foundation
import UIKit

/// A card that comes up, and counts the touches of its button.
final class CardController: UIViewController {
  private let card = UIView()
  private let label = UILabel()
  private let button = UIButton(type: .system)
  private var count = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor(white: 0.93, alpha: 1)
    card.backgroundColor = .white
    card.layer.cornerRadius = 12
    card.layer.shadowOpacity = 0.2
    label.text = "Nobody yet"
    label.textAlignment = .center
    button.setTitle("Touch me", for: .normal)
    button.addAction(UIAction { [unowned self] _ in touched() }, for: .touchUpInside)
    card.addSubview(label)
    card.addSubview(button)
    view.addSubview(card)
    card.frame = CGRect(x: 20, y: 180, width: 140, height: 90)
    label.frame = CGRect(x: 0, y: 12, width: 140, height: 24)
    button.frame = CGRect(x: 20, y: 44, width: 100, height: 34)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    UIView.animate(
      withDuration: 0.6,
      delay: 0,
      usingSpringWithDamping: 0.6,
      initialSpringVelocity: 0
    ) {
      self.card.frame.origin.y = 45
    }
  }

  private func touched() {
    count += 1
    label.text = "\(count) so far"
    UIView.animate(withDuration: 0.2) { self.card.backgroundColor = .systemYellow }
  }
}

// A screen of 180 x 180 points, 2 pixels each. Its time begins at 0.
UIScreen.setMain(UIScreen(size: CGSize(width: 180, height: 180), scale: 2))
let window = UIWindow(frame: UIScreen.main.bounds)
window.rootViewController = CardController()
window.makeKeyAndVisible()

var pictures: [UIImage] = []
@MainActor
func take(at time: TimeInterval) throws {
  pictures.append(UIImage(cgImage: try window.image(at: time), scale: 2, orientation: .up))
}
for time in [0.05, 0.15, 1] { try take(at: time) }
UIApplication.shared.tap(at: CGPoint(x: 90, y: 105), in: window)
try take(at: 1.5)

let size = CGSize(width: 180 * pictures.count + 10 * (pictures.count - 1), height: 180)
let row = UIGraphicsImageRenderer(size: size).image { _ in
  for (index, picture) in pictures.enumerated() {
    picture.draw(at: CGPoint(x: index * 190, y: 0))
  }
}
let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "views.png")
try row.pngData()?.write(to: file)
