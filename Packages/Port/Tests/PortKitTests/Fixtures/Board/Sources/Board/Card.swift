// A card that a nib lays out, and a controller whose view is one.
// Licensed under the MIT license; see LICENSE.

import UIKit

@IBDesignable
public final class CardView: UIView {
  @IBOutlet private weak var titleLabel: UILabel!
  @IBOutlet fileprivate var stepper: UIStepper!
  @IBOutlet private(set) public var buttons: [UIButton]!
  @IBOutlet public weak var width: NSLayoutConstraint!
  @IBInspectable public var cornerRadius: CGFloat = 0 {
    didSet { layer.cornerRadius = cornerRadius }
  }
  @IBInspectable public var accent: UIColor? { didSet { layer.backgroundColor = accent?.cgColor } }
  @IBInspectable public var marks: Int = 0
  public private(set) var taps = 0
  public private(set) var isAwake = false
  public private(set) var frameInInit = CGRect.zero

  public override init(frame: CGRect) { super.init(frame: frame) }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    frameInInit = frame
  }

  public override func awakeFromNib() {
    super.awakeFromNib()
    isAwake = titleLabel != nil && stepper != nil
  }

  public var title: String? { titleLabel.text }
  public var value: Double { stepper.value }

  @IBAction private func tapped(_ sender: UIButton) { taps += 1 }
  @objc @IBAction func stepped() { taps += 10 }

  public static func make() -> CardView? {
    Bundle.main.loadNibNamed("Card", owner: nil, options: nil)?.first as? CardView
  }
}

public final class PanelController: UIViewController, UITextFieldDelegate {
  @IBOutlet public var field: UITextField!
  @IBOutlet public var swipe: UISwipeGestureRecognizer!
  public private(set) var edits = 0

  @IBAction func edited(_ sender: UITextField) { edits += 1 }
  @IBAction func swiped(_ sender: UISwipeGestureRecognizer) {}
}

public final class RowCell: UITableViewCell {
  @IBOutlet public var name: UILabel!
}
