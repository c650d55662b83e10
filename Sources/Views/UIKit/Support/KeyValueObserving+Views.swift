// Views tell of what their layers have, and of more where their classes say so.
// Licensed under the MIT license; see LICENSE.

public import Foundation
public import QuartzCore

extension UIView: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: NSObject {
  /// Calls a responder after each change of a property, until it or the object is gone.
  ///
  /// The responder's `observeValue(forKeyPath:of:change:context:)` is called. Views tell of
  /// `frame`, `bounds`, `center`, `transform`, `alpha`, `hidden`, `backgroundColor` and of names
  /// that begin with `layer.`; scroll views of `contentOffset`, `contentSize`, `contentInset` and
  /// `zoomScale`, controls of `enabled`, `selected` and `highlighted`.
  ///
  /// - Parameters:
  ///   - observer: The responder to call; it is not kept.
  ///   - keyPath: The name of a property in Objective-C, as "hidden" for `isHidden`.
  ///   - options: The values that the observer gets, and the moments of its calls.
  ///   - context: Given to the observer.
  public func addObserver(
    _ observer: UIResponder,
    forKeyPath keyPath: String,
    options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    add(NamedObserver(observer, keyPath, context), options) { [weak observer] object, change in
      guard let observer else { return }
      onViewThread((observer, object, change, context)) { observer, object, change, context in
        observer.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
    }
  }
}

extension UIView: NamedProperties {
  // `Any` because: see `NamedProperties`.
  package nonisolated final func value(named keyPath: String) -> Any?? {
    if keyPath.hasPrefix("layer.") {
      return layer.value(named: String(keyPath.dropFirst("layer.".count)))
    }
    return onViewThread((self, keyPath)) { view, keyPath -> Any?? in
      switch keyPath {
      case "frame": view.frame
      case "bounds": view.bounds
      case "center": view.center
      case "transform": view.transform
      case "alpha": view.alpha
      case "hidden": view.isHidden
      case "backgroundColor": .some(view.backgroundColor)
      default:
        if let scroll = view as? UIScrollView {
          scroll.told(keyPath)
        } else if let control = view as? UIControl {
          control.told(keyPath)
        } else {
          nil
        }
      }
    }
  }
}

extension UIScrollView {
  // `Any` because: see `NamedProperties`.
  fileprivate final func told(_ keyPath: String) -> Any?? {
    switch keyPath {
    case "contentOffset": contentOffset
    case "contentSize": contentSize
    case "contentInset": contentInset
    case "zoomScale": zoomScale
    default: nil
    }
  }
}

extension UIControl {
  // `Any` because: see `NamedProperties`.
  fileprivate final func told(_ keyPath: String) -> Any?? {
    switch keyPath {
    case "enabled": isEnabled
    case "selected": isSelected
    case "highlighted": isHighlighted
    default: nil
    }
  }
}
