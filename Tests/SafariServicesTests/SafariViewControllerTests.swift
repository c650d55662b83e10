// A controller in the place of a page: its view, its end, what its delegate hears.
// Licensed under the MIT license; see LICENSE.

import Foundation
import SafariServices
import TestClaims
import Testing
import UIKit

@MainActor
@Suite(.serialized)
struct SafariViewControllerTests {
  /// Notes what a controller tells.
  private final class Told: SFSafariViewControllerDelegate {
    var words: [String] = []

    func safariViewControllerDidFinish(_ controller: SFSafariViewController) {
      words.append("finish")
    }

    func safariViewController(
      _ controller: SFSafariViewController,
      didCompleteInitialLoad didLoadSuccessfully: Bool
    ) { words.append("load \(didLoadSuccessfully)") }
  }

  private let address = URL(string: "https://example.org/page?a=1")!

  private func views<View: UIView>(in view: UIView) -> [View] {
    (view as? View).map { [$0] } ?? [] + view.subviews.flatMap { self.views(in: $0) }
  }

  @Test func aPersonEndsIt() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    defer { window.isHidden = true }
    let root = UIViewController()
    window.rootViewController = root
    window.makeKeyAndVisible()
    let (told, safari) = (Told(), SFSafariViewController(url: address))
    safari.delegate = told
    safari.dismissButtonStyle = .close
    safari.preferredControlTintColor = .red
    safari.preferredBarTintColor = .yellow
    root.present(safari, animated: false)
    safari.view.layoutIfNeeded()
    #expect(told.words == ["load false"])
    let labels: [UILabel] = views(in: safari.view)
    #expect(labels.contains { $0.text == "example.org" })
    #expect(labels.contains { $0.text?.hasSuffix(address.absoluteString) ?? false })
    let buttons: [UIButton] = views(in: safari.view)
    let close = try #require(buttons.first { $0.title(for: .normal) == "Close" })
    #expect(close.tintColor == .red && close.superview?.backgroundColor == .yellow)
    #expect(close.superview?.frame.height == 44)
    #expect(close.convert(close.bounds, to: safari.view).minX == 16)
    close.sendActions(for: .touchUpInside)
    #expect(told.words == ["load false", "finish"])
    #expect(safari.isBeingDismissed || root.presentedViewController == nil)
  }

  @Test func configurationsAreCopied() {
    let configuration = SFSafariViewController.Configuration()
    configuration.entersReaderIfAvailable = true
    let safari = SFSafariViewController(url: address, configuration: configuration)
    configuration.entersReaderIfAvailable = false
    #expect(safari.configuration.entersReaderIfAvailable)
    safari.configuration.barCollapsingEnabled = false
    #expect(safari.configuration.barCollapsingEnabled)
  }

  @Test func otherSchemesEndTheProgram() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        _ = SFSafariViewController(url: URL(fileURLWithPath: "/etc/passwd"))
      }
    }
  }
}
