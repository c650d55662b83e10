// The properties that appearance proxies give to objects.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A property of a class.
@MainActor
struct AppearanceRow {
  /// Whether an object has it.
  let applies: (AnyObject) -> Bool
  /// The value; nil if there is none.
  let value: (AnyObject) -> NSObject?
  /// Gives the second object the value of the first one.
  let copy: (AnyObject, AnyObject) -> Void

  private init<Owner: AnyObject, Value>(
    _ path: ReferenceWritableKeyPath<Owner, Value>,
    _ boxed: @escaping (Value) -> NSObject?
  ) {
    applies = { $0 is Owner }
    value = { object in (object as? Owner).flatMap { boxed($0[keyPath: path]) } }
    copy = { proxy, object in
      guard let proxy = proxy as? Owner, let object = object as? Owner else { return }
      object[keyPath: path] = proxy[keyPath: path]
    }
  }

  /// An object, or none.
  private static func object<Owner: AnyObject, Value: NSObject>(
    _ path: ReferenceWritableKeyPath<Owner, Value?>
  ) -> AppearanceRow {
    AppearanceRow(path) { $0 }
  }

  /// A truth value.
  private static func flag<Owner: AnyObject>(
    _ path: ReferenceWritableKeyPath<Owner, Bool>
  ) -> AppearanceRow {
    AppearanceRow(path) { NSNumber(value: $0) }
  }

  /// A case.
  private static func choice<Owner: AnyObject, Value: RawRepresentable>(
    _ path: ReferenceWritableKeyPath<Owner, Value>
  ) -> AppearanceRow where Value.RawValue: BinaryInteger {
    AppearanceRow(path) { NSNumber(value: Int($0.rawValue)) }
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// Attributes of a text, or none.
  private static func attributes<Owner: AnyObject>(
    _ path: ReferenceWritableKeyPath<Owner, [NSAttributedString.Key: Any]?>
  ) -> AppearanceRow {
    AppearanceRow(path) { $0.map(boxed) }
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// Attributes of a text by states.
  private static func attributes<Owner: AnyObject>(
    _ path: ReferenceWritableKeyPath<Owner, [UInt: [NSAttributedString.Key: Any]]>
  ) -> AppearanceRow {
    AppearanceRow(path) { states in
      states.isEmpty
        ? nil
        : NSDictionary(
          dictionary: Dictionary(
            uniqueKeysWithValues: states.map { (NSNumber(value: $0), boxed($1)) }
          )
        )
    }
  }

  // `Any` because: it is the type of attributes in Foundation.
  private static func boxed(_ attributes: [NSAttributedString.Key: Any]) -> NSDictionary {
    NSDictionary(
      dictionary: Dictionary(uniqueKeysWithValues: attributes.map { ($0.rawValue, $1) })
    )
  }

  /// All of them.
  static let all: [AppearanceRow] = views + texts + controls + bars + items + lists

  private static let views: [AppearanceRow] = [
    object(\UIView.backgroundColor), object(\UIView.appearanceTint),
  ]

  private static let texts: [AppearanceRow] = [
    object(\UILabel.ownFont),
    object(\UILabel.ownTextColor),
    object(\UILabel.highlightedTextColor), object(\UILabel.shadowColor),
    object(\UITextField.font),
    object(\UITextField.textColor),
    choice(\UITextField.keyboardAppearance),
    object(\UITextView.font),
    object(\UITextView.textColor),
  ]

  private static let controls: [AppearanceRow] =
    [
      object(\UISwitch.onTintColor), object(\UISwitch.thumbTintColor),
      object(\UISlider.minimumTrackTintColor), object(\UISlider.maximumTrackTintColor),
      object(\UISlider.thumbTintColor), object(\UIProgressView.progressTintColor),
      object(\UIProgressView.trackTintColor), object(\UIProgressView.progressImage),
      object(\UIProgressView.trackImage), object(\UIPageControl.pageIndicatorTintColor),
      object(\UIPageControl.currentPageIndicatorTintColor),
      object(\UIActivityIndicatorView.appearanceColor),
      object(\UISegmentedControl.selectedSegmentTintColor),
      attributes(\UISegmentedControl.textAttributes),
    ]
    + [UIControl.State.normal, .highlighted, .disabled, .selected].flatMap { state in
      [
        AppearanceRow(\UIButton.[look: state, \.titleColor]) { $0 },
        AppearanceRow(\UIButton.[look: state, \.shadowColor]) { $0 },
        AppearanceRow(\UIButton.[look: state, \.background]) { $0 },
      ]
    }

  private static let bars: [AppearanceRow] = [
    flag(\UINavigationBar.isTranslucent),
    choice(\UINavigationBar.barStyle),
    flag(\UINavigationBar.prefersLargeTitles),
    object(\UINavigationBar.barTintColor), object(\UINavigationBar.shadowImage),
    object(\UINavigationBar.backIndicatorImage),
    object(\UINavigationBar.backIndicatorTransitionMaskImage),
    attributes(\UINavigationBar.titleTextAttributes),
    attributes(\UINavigationBar.largeTitleTextAttributes),
    object(\UINavigationBar.ownStandard), object(\UINavigationBar.compactAppearance),
    object(\UINavigationBar.scrollEdgeAppearance),
    object(\UINavigationBar.compactScrollEdgeAppearance),
    AppearanceRow(\UINavigationBar.images) { images in
      images.isEmpty ? nil : NSDictionary(dictionary: images)
    },
    flag(\UITabBar.isTranslucent),
    choice(\UITabBar.barStyle), object(\UITabBar.barTintColor),
    object(\UITabBar.unselectedItemTintColor), object(\UITabBar.backgroundImage),
    object(\UITabBar.shadowImage), object(\UITabBar.selectionIndicatorImage),
    object(\UITabBar.ownStandard), object(\UITabBar.scrollEdgeAppearance),
    flag(\UIToolbar.isTranslucent),
    choice(\UIToolbar.barStyle), object(\UIToolbar.barTintColor),
    object(\UIToolbar.ownStandard), object(\UIToolbar.compactAppearance),
    object(\UIToolbar.scrollEdgeAppearance), object(\UIToolbar.compactScrollEdgeAppearance),
    choice(\UISearchBar.searchBarStyle),
    choice(\UISearchBar.barStyle), object(\UISearchBar.barTintColor),
    object(\UISearchBar.backgroundImage), object(\UISearchBar.scopeBarBackgroundImage),
  ]

  private static let items: [AppearanceRow] = [
    attributes(\UIBarItem.titleAttributes), object(\UIBarButtonItem.tintColor),
    object(\UITabBarItem.badgeColor), object(\UITabBarItem.standardAppearance),
    object(\UITabBarItem.scrollEdgeAppearance),
  ]

  private static let lists: [AppearanceRow] = [
    object(\UITableView.separatorColor),
    choice(\UITableView.separatorStyle),
    choice(\UITableViewCell.selectionStyle),
    choice(\UIScrollView.indicatorStyle),
  ]
}

extension UIView {
  /// The view's own tint.
  fileprivate var appearanceTint: UIColor? {
    get { extras?.tint }
    set { tintColor = newValue }
  }
}

extension UILabel {
  fileprivate var ownFont: UIFont? {
    get { font }
    set { font = newValue }
  }

  fileprivate var ownTextColor: UIColor? {
    get { textColor }
    set { textColor = newValue }
  }
}

extension UIActivityIndicatorView {
  fileprivate var appearanceColor: UIColor? {
    get { ownColor }
    set { color = newValue }
  }
}

extension UIButton {
  /// A part of the look that was set for a state.
  fileprivate subscript<Value>(look state: State, path: WritableKeyPath<Look, Value?>) -> Value? {
    get { looks[state.rawValue]?[keyPath: path] }
    set { change(state) { $0[keyPath: path] = newValue } }
  }
}
