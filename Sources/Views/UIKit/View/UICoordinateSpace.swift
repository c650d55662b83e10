// Places in the coordinates of views and of the screen.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A space with coordinates in points: a view, or the screen.
///
///     let frame = view.convert(keyboardFrame, from: UIScreen.main.coordinateSpace)
@preconcurrency
@MainActor
public protocol UICoordinateSpace: NSObjectProtocol {
  /// Returns a point of this space in another one.
  func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
  /// Returns a point of another space in this one.
  func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
  /// Returns the box of a rectangle of this space in another one.
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
  /// Returns the box of a rectangle of another space in this one.
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
  /// The rectangle of the space in its own coordinates.
  var bounds: CGRect { get }
}

extension UIView: UICoordinateSpace {
  /// From the coordinates of the window to those of the screen; zero without a window.
  private var windowOrigin: CGPoint {
    guard let window = self as? UIWindow ?? window else { return .zero }
    let (frame, bounds) = (window.frame, window.bounds)
    return CGPoint(x: frame.minX - bounds.minX, y: frame.minY - bounds.minY)
  }

  /// Returns a point of the view in another space.
  @_disfavoredOverload
  public final func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace)
    -> CGPoint
  {
    if let view = coordinateSpace as? UIView { return convert(point, to: Optional(view)) }
    let (place, origin) = (convert(point, to: UIView?.none), windowOrigin)
    let onScreen = CGPoint(x: place.x + origin.x, y: place.y + origin.y)
    if coordinateSpace is UIScreen { return onScreen }
    return coordinateSpace.convert(onScreen, from: UIScreen.main.coordinateSpace)
  }

  /// Returns a point of another space in the view.
  @_disfavoredOverload
  public final func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace)
    -> CGPoint
  {
    if let view = coordinateSpace as? UIView { return convert(point, from: Optional(view)) }
    let onScreen =
      coordinateSpace is UIScreen
      ? point : coordinateSpace.convert(point, to: UIScreen.main.coordinateSpace)
    let origin = windowOrigin
    return convert(
      CGPoint(x: onScreen.x - origin.x, y: onScreen.y - origin.y),
      from: UIView?.none
    )
  }

  /// Returns the box of a rectangle of the view in another space.
  @_disfavoredOverload
  public final func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    if let view = coordinateSpace as? UIView { return convert(rect, to: Optional(view)) }
    let origin = windowOrigin
    let onScreen = convert(rect, to: UIView?.none).offsetBy(dx: origin.x, dy: origin.y)
    if coordinateSpace is UIScreen { return onScreen }
    return coordinateSpace.convert(onScreen, from: UIScreen.main.coordinateSpace)
  }

  /// Returns the box of a rectangle of another space in the view.
  @_disfavoredOverload
  public final func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    if let view = coordinateSpace as? UIView { return convert(rect, from: Optional(view)) }
    let onScreen =
      coordinateSpace is UIScreen
      ? rect : coordinateSpace.convert(rect, to: UIScreen.main.coordinateSpace)
    let origin = windowOrigin
    return convert(onScreen.offsetBy(dx: -origin.x, dy: -origin.y), from: UIView?.none)
  }
}

extension UIScreen: UICoordinateSpace {
  /// The coordinates of the screen as it is held.
  public final var coordinateSpace: any UICoordinateSpace { self }

  /// The coordinates of the screen held upright.
  ///
  /// **Differences**: those of `coordinateSpace`; the screen of a desktop is not turned.
  public final var fixedCoordinateSpace: any UICoordinateSpace { self }

  /// Returns a point of the screen in another space.
  public final func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace)
    -> CGPoint
  { coordinateSpace is UIScreen ? point : coordinateSpace.convert(point, from: self) }

  /// Returns a point of another space on the screen.
  public final func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace)
    -> CGPoint
  { coordinateSpace is UIScreen ? point : coordinateSpace.convert(point, to: self) }

  /// Returns the box of a rectangle of the screen in another space.
  public final func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    coordinateSpace is UIScreen ? rect : coordinateSpace.convert(rect, from: self)
  }

  /// Returns the box of a rectangle of another space on the screen.
  public final func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    coordinateSpace is UIScreen ? rect : coordinateSpace.convert(rect, to: self)
  }
}
