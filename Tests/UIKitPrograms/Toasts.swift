// Short messages that come, wait and go, one after another.
// Licensed under the MIT license; see LICENSE.

import UIKit

final class ToastView: UIView {
  enum Kind {
    case info, success, failure

    var color: UIColor {
      switch self {
      case .info: return .darkGray
      case .success: return .systemGreen
      case .failure: return .systemRed
      }
    }
  }

  let label = UILabel()

  init(text: String, kind: Kind) {
    super.init(frame: .zero)
    backgroundColor = kind.color
    layer.cornerRadius = 10
    layoutMargins = UIEdgeInsets(top: 8, left: 14, bottom: 8, right: 14)
    label.text = text
    label.font = .systemFont(ofSize: 14)
    label.textColor = .white
    label.numberOfLines = 0
    label.lineBreakMode = .byWordWrapping
    addSubview(label)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let margins = layoutMargins
    let inner = CGSize(
      width: size.width - margins.left - margins.right,
      height: .greatestFiniteMagnitude
    )
    let text = label.sizeThatFits(inner)
    return CGSize(
      width: ceil(min(text.width, inner.width)) + margins.left + margins.right,
      height: ceil(text.height) + margins.top + margins.bottom
    )
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds.inset(by: layoutMargins)
  }
}

class Toaster {
  static let shared = Toaster()
  private var queue: [(ToastView, UIView)] = []
  private(set) var current: ToastView?
  var duration: TimeInterval = 2

  func show(_ text: String, kind: ToastView.Kind = .info, in view: UIView) {
    queue.append((ToastView(text: text, kind: kind), view))
    if current == nil { showNext() }
  }

  private func showNext() {
    guard !queue.isEmpty else { return }
    let (toast, view) = queue.removeFirst()
    current = toast
    let area = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: 20, dy: 20)
    toast.frame.size = toast.sizeThatFits(area.size)
    toast.center = CGPoint(x: area.midX, y: area.maxY - toast.bounds.height / 2)
    toast.alpha = 0
    toast.transform = CGAffineTransform(translationX: 0, y: 40)
    view.addSubview(toast)
    UIAccessibility.post(notification: .announcement, argument: toast.label.text)

    UIView.animate(withDuration: 0.25, delay: 0, options: [.curveEaseOut]) {
      toast.alpha = 1
      toast.transform = .identity
    } completion: { _ in
      UIView.animate(withDuration: 0.25, delay: self.duration, options: [.curveEaseIn]) {
        toast.alpha = 0
      } completion: { _ in
        toast.removeFromSuperview()
        self.current = nil
        self.showNext()
      }
    }
  }
}

class ToastsViewController: UIViewController {
  let saveButton = UIButton(configuration: .borderedProminent())
  let deleteButton = UIButton(configuration: .tinted())
  let toaster = Toaster()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    saveButton.configuration?.title = "Save"
    deleteButton.configuration?.title = "Delete"
    deleteButton.configuration?.baseForegroundColor = .systemRed
    deleteButton.configuration?.baseBackgroundColor = .systemRed
    saveButton.addAction(
      UIAction { [unowned self] _ in toaster.show("Saved.", kind: .success, in: view) },
      for: .primaryActionTriggered
    )
    deleteButton.addAction(
      UIAction { [unowned self] _ in
        toaster.show(
          "The document could not be deleted because it is open.",
          kind: .failure,
          in: view
        )
      },
      for: .primaryActionTriggered
    )
    view.addSubview(saveButton)
    view.addSubview(deleteButton)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    saveButton.frame = CGRect(x: 20, y: 30, width: 90, height: 40)
    deleteButton.frame = CGRect(x: view.bounds.width - 110, y: 30, width: 90, height: 40)
  }
}
