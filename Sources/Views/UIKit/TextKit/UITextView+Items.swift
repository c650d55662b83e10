// Links and attachments of text views: how they show, and what touches of them do.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension UITextView {
  /// Returns a text with the links that are found in it, and with the look of links.
  final func withLinks(_ text: NSAttributedString) -> NSAttributedString {
    var result = text
    if !isEditable, dataDetectorTypes.contains(.link) {
      for (url, range) in TextLinks.found(in: text.string) {
        result = result.changingAttributes(in: range) { if $0[.link] == nil { $0[.link] = url } }
      }
    }
    var hasLinks = false
    let whole = NSRange(location: 0, length: result.length)
    result.enumerateAttributes(in: whole, options: .longestEffectiveRangeNotRequired) {
      attributes,
      _,
      stop in
      guard attributes[.link] != nil else { return }
      hasLinks = true
      stop.pointee = true
    }
    guard hasLinks, let look = linkTextAttributes else { return result }
    return result.changingAttributes {
      if TextLinks.url($0[.link]) != nil { $0.merge(look) { $1 } }
    }
  }

  /// Returns the link, the attachment or the part with a name at a point; nil if there is none.
  final func item(at point: CGPoint) -> UITextItem? {
    let place = CGPoint(x: point.x - origin.x, y: point.y - origin.y)
    let text = shownBox.string
    guard let unit = places.character(at: place), unit < text.length else { return nil }
    let attributes = text.attributes(at: unit, effectiveRange: nil)
    if let url = TextLinks.url(attributes[.link]) {
      let range = text.range(around: unit) { TextLinks.url($0[.link]) == url }
      return UITextItem(.link(url), range)
    }
    if let tag = attributes[.textItemTag] as? String {
      let range = text.range(around: unit) { $0[.textItemTag] as? String == tag }
      return UITextItem(.tag(tag), range)
    }
    guard shownBox.attachments.places[unit] != nil,
      let attachment = attributes[.attachment] as? NSTextAttachment
    else { return nil }
    return UITextItem(.textAttachment(attachment), NSRange(location: unit, length: 1))
  }

  /// Does what a tap on an item does, if the delegate lets it.
  final func open(_ item: UITextItem) {
    let standard = UIAction(title: "Open") { _ in
      if case .link(let url) = item.content { UIApplication.shared.open(url) }
    }
    let delegate = textDelegate
    let action =
      delegate == nil
      ? standard : delegate?.textView(self, primaryActionFor: item, defaultAction: standard)
    guard let action else { return }
    guard action !== standard || mayTouch(item, .invokeDefaultAction) else { return }
    action.perform(from: self)
  }

  private func mayTouch(_ item: UITextItem, _ interaction: UITextItemInteraction) -> Bool {
    switch item.content {
    case .link(let url):
      textDelegate?.textView(
        self,
        shouldInteractWith: url,
        in: item.range,
        interaction: interaction
      ) ?? true
    case .textAttachment(let attachment):
      textDelegate?.textView(
        self,
        shouldInteractWith: attachment,
        in: item.range,
        interaction: interaction
      ) ?? true
    case .tag: true
    }
  }

  /// Shows the menu of an item, if the delegate lets it.
  final func showMenu(of item: UITextItem, at point: CGPoint) {
    var actions: [UIMenuElement] = []
    if case .link(let url) = item.content {
      actions = [
        UIAction(title: "Open Link") { _ in UIApplication.shared.open(url) },
        UIAction(title: "Copy Link") { _ in UIPasteboard.general.string = url.absoluteString },
      ]
    }
    let standard = UIMenu(children: actions)
    let delegate = textDelegate
    let shown =
      delegate == nil
      ? UITextItem.MenuConfiguration(menu: standard)
      : delegate?.textView(self, menuConfigurationFor: item, defaultMenu: standard)
    guard let shown else { return }
    guard shown.menu !== standard || mayTouch(item, .presentActions) else { return }
    guard !shown.menu.children.isEmpty else { return }
    MenuPresenter.show(shown.menu, from: self, at: point)
  }
}

extension NSAttributedString {
  // `Any` because: it is the type of attributes in Foundation.
  /// The units around one whose attributes are as wanted.
  fileprivate func range(
    around unit: Int,
    _ isWanted: ([NSAttributedString.Key: Any]) -> Bool
  ) -> NSRange {
    var found = NSRange(location: unit, length: 1)
    var isOver = false
    let whole = NSRange(location: 0, length: length)
    enumerateAttributes(in: whole, options: .longestEffectiveRangeNotRequired) {
      attributes,
      range,
      _ in
      guard !isOver else { return }
      if isWanted(attributes) {
        let touches = found.length > 0 && found.location + found.length == range.location
        found = touches ? NSUnionRange(found, range) : range
      } else if found.location + found.length > unit, range.location > unit {
        isOver = true
      } else {
        found.length = 0
      }
    }
    return NSLocationInRange(unit, found) ? found : NSRange(location: unit, length: 1)
  }
}
