// Names of types before Swift 4.2, which older programs have.
// Licensed under the MIT license; see LICENSE.

/// The name of `UITableViewCell.CellStyle` before Swift 4.2.
public typealias UITableViewCellStyle = UITableViewCell.CellStyle

/// The name of `UIAlertAction.Style` before Swift 4.2.
public typealias UIAlertActionStyle = UIAlertAction.Style

/// The name of `UIAlertController.Style` before Swift 4.2.
public typealias UIAlertControllerStyle = UIAlertController.Style

/// The name of `UIBarButtonItem.SystemItem` before Swift 4.2.
public typealias UIBarButtonSystemItem = UIBarButtonItem.SystemItem

/// The name of `UIActivityIndicatorView.Style` before Swift 4.2.
public typealias UIActivityIndicatorViewStyle = UIActivityIndicatorView.Style

/// The name of `UIFontDescriptor.SymbolicTraits` before Swift 4.2.
public typealias UIFontDescriptorSymbolicTraits = UIFontDescriptor.SymbolicTraits

extension UIViewController {
  /// The name of `children` before Swift 4.2.
  public var childViewControllers: [UIViewController] { children }
}
