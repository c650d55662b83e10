// The clock of chapters 8 and 10.
// Licensed under the MIT license; see LICENSE.

import UIKit

extension Lockwood2 {
  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }

  /// A time of the first day of the year 2000.
  static func time(_ hour: Int, _ minute: Int, _ second: Int) -> Date {
    Date(timeIntervalSince1970: 946_684_800 + Double(hour * 3600 + minute * 60 + second))
  }

  /// A face with three hands, which turn about a point near their lower ends.
  class ClockScreen: Screen {
    let hourHand = UIImageView(image: hand(12, 60, .darkGray))
    let minuteHand = UIImageView(image: hand(8, 80, .darkGray))
    let secondHand = UIImageView(image: hand(4, 90, .red))
    /// The date that the clock shows.
    var date = Lockwood2.time(10, 8, 42)
    var timer: Timer?

    override func viewDidLoad() {
      super.viewDidLoad()
      let face = UIImageView(image: clockFace())
      face.center = CGPoint(x: 160, y: 240)
      view.addSubview(face)
      for hand in [hourHand, minuteHand, secondHand] {
        hand.layer.anchorPoint = CGPoint(x: 0.5, y: 0.9)
        hand.center = CGPoint(x: 160, y: 240)
        view.addSubview(hand)
      }
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      timer?.invalidate()
    }

    /// Shows the next second.
    func tick() {}

    func updateHands(animated: Bool) {
      let parts = Lockwood2.calendar.dateComponents([.hour, .minute, .second], from: date)
      let turns = [
        CGFloat(parts.hour ?? 0) / 12, CGFloat(parts.minute ?? 0) / 60,
        CGFloat(parts.second ?? 0) / 60,
      ]
      for (hand, turn) in zip([hourHand, minuteHand, secondHand], turns) {
        setAngle(turn * 2 * .pi, of: hand, animated: animated)
      }
    }

    func setAngle(_ angle: CGFloat, of hand: UIView, animated: Bool) {}
  }
}
