// Contents of cells that are values, and the views that show them.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A value that says what a cell shows.
public protocol UIContentConfiguration {
  /// Makes a view that shows the value.
  @MainActor func makeContentView() -> any UIView & UIContentView
  /// Returns the value for a state.
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a configuration.
@preconcurrency
@MainActor
public protocol UIContentView: NSObjectProtocol {
  /// The content that it shows.
  var configuration: any UIContentConfiguration { get set }
  /// Whether it can show a configuration.
  func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
  /// Whether the configuration is of the kind that the view shows.
  public func supports(_ configuration: any UIContentConfiguration) -> Bool {
    type(of: configuration) == type(of: self.configuration)
  }
}

/// The configurations of a cell, header or footer, and their views.
@MainActor
final class CellConfigurations {
  var content: (any UIContentConfiguration)?
  var contentView: (any UIView & UIContentView)?
  var background: UIBackgroundConfiguration?
  var backgroundView: BackgroundConfigurationView?
  var updatesContent = true
  var updatesBackground = true
  /// True at first: the first layout updates.
  var needsUpdate = true
  /// Called when the state changed; nil if the program has set none.
  var handler: ((any UIConfigurationState) -> Void)?
}

/// A view that has configurations.
@MainActor
protocol ConfiguredView: UIView {
  var configurations: CellConfigurations { get }
  /// The view of contents where no configuration makes one.
  var plainContentView: UIView { get }
  var shownState: any UIConfigurationState { get }
  /// Runs the program's part of an update.
  func runUpdate()
  /// Asks the list for another size.
  func configuredSizeChanged()
}

extension ConfiguredView {
  var shownContentView: UIView { configurations.contentView ?? plainContentView }

  func setContent(_ new: (any UIContentConfiguration)?) {
    let own = configurations
    own.content = new
    guard let new else {
      guard let old = own.contentView else { return }
      own.contentView = nil
      plainContentView.frame = old.frame
      insertSubview(plainContentView, belowSubview: old)
      old.removeFromSuperview()
      return contentReplaced()
    }
    if let view = own.contentView, view.supports(new) {
      view.configuration = new
    } else {
      let made = new.makeContentView()
      let old = shownContentView
      made.frame = old.frame
      insertSubview(made, aboveSubview: old)
      old.removeFromSuperview()
      own.contentView = made
    }
    contentReplaced()
  }

  private func contentReplaced() {
    setNeedsLayout()
    configuredSizeChanged()
  }

  func setBackground(_ new: UIBackgroundConfiguration?) {
    let own = configurations
    guard own.background != new || new != nil && own.backgroundView == nil else { return }
    own.background = new
    guard let new else {
      own.backgroundView?.removeFromSuperview()
      own.backgroundView = nil
      return
    }
    let view = own.backgroundView ?? BackgroundConfigurationView(frame: bounds)
    if own.backgroundView == nil {
      own.backgroundView = view
      view.frame = bounds
      insertSubview(view, at: 0)
    }
    view.configuration = new
  }

  func requestConfigurationUpdate() {
    configurations.needsUpdate = true
    setNeedsLayout()
  }

  /// Brings configurations to the state, if it changed.
  func updateConfigurationIfNeeded() {
    guard configurations.needsUpdate else { return }
    configurations.needsUpdate = false
    runUpdate()
  }

  /// The update that views do by themselves.
  func updateOwnConfigurations(_ state: any UIConfigurationState) {
    let own = configurations
    if own.updatesContent, let content = own.content { setContent(content.updated(for: state)) }
    if own.updatesBackground, let background = own.background {
      setBackground(background.updated(for: state))
    }
    own.handler?(state)
  }

  /// Takes a program's closure, which gets the view and its state.
  func setHandler<View, State>(_ handler: ((View, State) -> Void)?) {
    configurations.handler = handler.map { handler in
      { [weak self] state in
        if let view = self as? View, let state = state as? State { handler(view, state) }
      }
    }
  }

  /// Asks for an update: a subclass may override it, whatever configurations there are.
  func stateChanged() { requestConfigurationUpdate() }

  func layOutConfigurations() {
    if let view = configurations.backgroundView, view.frame != bounds { view.frame = bounds }
  }
}

extension UIView {
  /// Whether constraints, or a configuration, decide the size of the contents.
  final var decidesSize: Bool {
    if let configured = self as? any ConfiguredView {
      return configured.shownContentView.decidesSize
        || children.contains { $0.flags.contains(.constrained) }
    }
    return self is UIListContentView || children.contains { $0.flags.contains(.constrained) }
  }
}
