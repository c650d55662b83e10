// The page of a letter that cannot be sent.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import UIKit

/// A page that says that nothing can be sent, with what the program has written.
@preconcurrency
@MainActor
final class ComposePage: UIViewController {
  private let note: String
  private let parts: () -> [(name: String, text: String)]
  private let cancel: () -> Void
  private let message = UILabel()
  private let letter = UILabel()

  /// The most characters of a part that show.
  private static let longestText = 500

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - title: The title of its bar.
  ///   - note: The sentence that says that nothing can be sent.
  ///   - parts: Returns the parts of the letter, each with its name; empty ones are left out.
  ///   - cancel: Called when a person cancels.
  init(
    title: String,
    note: String,
    parts: @escaping () -> [(name: String, text: String)],
    cancel: @escaping () -> Void
  ) {
    self.note = note
    self.parts = parts
    self.cancel = cancel
    super.init(nibName: nil, bundle: nil)
    self.title = title
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      systemItem: .cancel,
      primaryAction: UIAction { [weak self] _ in self?.cancel() }
    )
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    message.text = note
    message.textColor = .secondaryLabel
    message.textAlignment = .center
    for label in [message, letter] {
      label.numberOfLines = 0
      label.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(label)
    }
    let (area, width) = (view.safeAreaLayoutGuide, view.readableContentGuide)
    NSLayoutConstraint.activate([
      message.topAnchor.constraint(equalTo: area.topAnchor, constant: 24),
      message.leadingAnchor.constraint(equalTo: width.leadingAnchor),
      message.trailingAnchor.constraint(equalTo: width.trailingAnchor),
      letter.topAnchor.constraint(equalTo: message.bottomAnchor, constant: 24),
      letter.leadingAnchor.constraint(equalTo: width.leadingAnchor),
      letter.trailingAnchor.constraint(equalTo: width.trailingAnchor),
      letter.bottomAnchor.constraint(lessThanOrEqualTo: area.bottomAnchor, constant: -8),
    ])
    show()
  }

  /// Shows the letter anew.
  func show() {
    guard isViewLoaded else { return }
    letter.text = parts().filter { !$0.text.isEmpty }.map { part in
      let text = part.text.prefix(Self.longestText)
      return "\(part.name): \(text)" + (text.endIndex < part.text.endIndex ? "…" : "")
    }.joined(separator: "\n")
  }
}
