// Controllers of nibs and storyboards.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzCore

/// Where a controller comes from.
struct ControllerOrigin {
  /// The name that the program gave, or nil.
  var nibName: String?
  var bundle: Bundle?
  var storyboard: UIStoryboard?
  /// Makes the view; nil for a controller without a storyboard.
  var loader: (@MainActor () -> Void)?
  var segues: [NibSegue] = []
  /// The objects at the top of the scene.
  var kept: [AnyObject] = []
  /// The sections of a table whose cells a storyboard has; nil for those of the program.
  var sections: [NibTableSection]?

  func section(_ index: Int) -> NibTableSection? {
    guard let sections, sections.indices.contains(index) else { return nil }
    return sections[index]
  }

  private func row(_ path: IndexPath) -> (cell: UITableViewCell, height: CGFloat?)? {
    guard path.count == 2, let section = section(path.section),
      section.cells.indices.contains(path.row)
    else { return nil }
    return section.cells[path.row]
  }

  func cell(at path: IndexPath) -> UITableViewCell? { row(path)?.cell }

  func height(at path: IndexPath) -> CGFloat? { row(path)?.height }
}

/// A section of a table whose cells a storyboard has.
///
/// **Differences**: an addition, for the code that `quartz port` writes.
public struct NibTableSection {
  let header: String?
  let footer: String?
  let cells: [(cell: UITableViewCell, height: CGFloat?)]

  /// A section.
  ///
  /// - Parameters:
  ///   - header: The title above the rows, or nil.
  ///   - footer: The text below the rows, or nil.
  ///   - cells: The cells with their heights in points; nil for that of the table.
  public init(
    header: String?,
    footer: String?,
    cells: [(cell: UITableViewCell, height: CGFloat?)]
  ) {
    self.header = header
    self.footer = footer
    self.cells = cells
  }
}

extension UIViewController {
  /// The nib that makes the view: of the name that the program gave, or of that of the class.
  final var nibOfView: (name: String, code: NibCode)? {
    guard origin.loader == nil else { return nil }
    let type: AnyClass = Swift.type(of: self)
    let module = NibRegistry.module(of: type)
    var names = [origin.nibName].compactMap { $0 }
    if names.isEmpty {
      let own = String(describing: type)
      if own.hasSuffix("ViewController") { names.append(String(own.dropLast(10))) }
      names.append(own)
    }
    for name in names {
      if let code = NibRegistry.nib(name, in: module) { return (name, code) }
    }
    return nil
  }

  /// Makes the view by the storyboard or the nib of the controller.
  ///
  /// - Returns: Whether there is one.
  final func loadFromNib() -> Bool {
    if let loader = origin.loader {
      loader()
      return isViewLoaded
    }
    guard let (name, code) = nibOfView else {
      if let name = origin.nibName {
        Diagnostics.report(
          "UIKit: UIViewController(nibName:bundle:): there is no nib \"\(name)\"; expected the "
            + "name of a .xib that quartz port wrote as Swift"
        )
      }
      return false
    }
    UINib(name, bundle: origin.bundle, code).instantiate(withOwner: self)
    if !isViewLoaded {
      Diagnostics.report(
        "UIKit: -[UIViewController _loadViewFromNibNamed:bundle:] loaded the \"\(name)\" nib but "
          + "the view outlet was not set."
      )
    }
    return isViewLoaded
  }

  // `Any` because: senders are of many classes.
  final func takeSegue(_ identifier: String, _ sender: Any?) {
    guard let segue = origin.segues.first(where: { $0.identifier == identifier }) else {
      return Diagnostics.report(
        "UIKit: Receiver (\(type(of: self))) has no segue with identifier '\(identifier)'"
      )
    }
    segue.perform(from: self, sender: sender)
  }
}

extension NibObjects {
  /// Sets the closure by which a controller makes its view, with its outlets.
  ///
  /// - Parameters:
  ///   - controller: The controller; it holds the closure.
  ///   - load: Makes the view and sets it.
  public func loads<Controller: UIViewController>(
    _ controller: Controller,
    _ load: @escaping @MainActor (Controller, NibObjects) -> Void
  ) {
    let (bundle, storyboard) = (bundle, storyboard)
    controller.origin.loader = { [unowned controller] in
      let objects = NibObjects(owner: controller, bundle: bundle, storyboard: storyboard)
      load(controller, objects)
      objects.awake()
    }
  }

  /// Adds a segue that the program takes by its identifier.
  public func add(_ segue: NibSegue, to controller: UIViewController) {
    controller.origin.segues.append(segue)
  }

  /// Takes a segue at once: one that puts its destination into a view.
  public func take(_ segue: NibSegue, from controller: UIViewController) {
    segue.perform(from: controller, sender: nil)
  }

  /// Sets the cells of a table that a storyboard has.
  public func setSections(_ sections: [NibTableSection], of controller: UITableViewController) {
    controller.origin.sections = sections
  }

  /// Makes the controller of another scene of the storyboard: a child of a container.
  public func scene(_ id: String) -> UIViewController {
    storyboard?.make(id) ?? UIViewController()
  }

  /// Makes a controller of another storyboard.
  ///
  /// - Parameters:
  ///   - storyboard: The name of the storyboard.
  ///   - identifier: The identifier of the controller; nil for the one that it begins with.
  public func reference(_ storyboard: String, _ identifier: String?) -> UIViewController {
    let other = UIStoryboard(name: storyboard, bundle: bundle)
    guard let identifier else {
      return other.instantiateInitialViewController() ?? UIViewController()
    }
    return other.instantiateViewController(withIdentifier: identifier)
  }
}
