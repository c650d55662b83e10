// Shortcuts of the home screen.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The picture of a shortcut.
@preconcurrency
@MainActor
open class UIApplicationShortcutIcon: NSObject {
  /// A picture that the system knows.
  public enum IconType: Int, Sendable {
    /// A sheet with a pencil.
    case compose = 0
    /// A triangle.
    case play = 1
    /// Two lines.
    case pause = 2
    /// A plus.
    case add = 3
    /// A place.
    case location = 4
    /// A magnifying glass.
    case search = 5
    /// An arrow out of a box.
    case share = 6
    /// A forbidden thing.
    case prohibit = 7
    /// A person.
    case contact = 8
    /// A house.
    case home = 9
    /// A pin.
    case markLocation = 10
    /// A heart.
    case favorite = 11
    /// A heart.
    case love = 12
    /// A cloud.
    case cloud = 13
    /// An invitation.
    case invitation = 14
    /// A mark.
    case confirmation = 15
    /// An envelope.
    case mail = 16
    /// A speech bubble.
    case message = 17
    /// A calendar.
    case date = 18
    /// A clock.
    case time = 19
    /// A camera.
    case capturePhoto = 20
    /// A camera for films.
    case captureVideo = 21
    /// A list.
    case task = 22
    /// A list with a mark.
    case taskCompleted = 23
    /// A clock that rings.
    case alarm = 24
    /// A bookmark.
    case bookmark = 25
    /// Two arrows.
    case shuffle = 26
    /// A note.
    case audio = 27
    /// An arrow in a circle.
    case update = 28
  }

  /// The name of the picture or symbol; nil for one that the system knows.
  let name: String?
  let type: IconType?

  /// A picture that the system knows.
  public init(type: IconType) {
    name = nil
    self.type = type
    super.init()
  }

  /// A picture of the program.
  public init(templateImageName: String) {
    name = templateImageName
    type = nil
    super.init()
  }

  /// A symbol.
  public init(systemImageName: String) {
    name = systemImageName
    type = nil
    super.init()
  }
}

/// A shortcut of the home screen.
///
/// **Differences**: desktops show none; a program may list and perform them itself.
@preconcurrency
@MainActor
open class UIApplicationShortcutItem: NSObject {
  /// The kind.
  open fileprivate(set) var type: String
  /// The title.
  open fileprivate(set) var localizedTitle: String
  /// The smaller text below; nil if there is none.
  open fileprivate(set) var localizedSubtitle: String?
  /// The picture; nil if there is none.
  open fileprivate(set) var icon: UIApplicationShortcutIcon?
  /// Values for the program's own use.
  open fileprivate(set) var userInfo: [String: any NSSecureCoding]?
  /// The name of what it shows; nil if there is none.
  open var targetContentIdentifier: String?

  /// Creates a shortcut.
  public init(
    type: String,
    localizedTitle: String,
    localizedSubtitle: String? = nil,
    icon: UIApplicationShortcutIcon? = nil,
    userInfo: [String: any NSSecureCoding]? = nil
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.localizedSubtitle = localizedSubtitle
    self.icon = icon
    self.userInfo = userInfo
    super.init()
  }

  /// Creates a shortcut with a title.
  public convenience init(type: String, localizedTitle: String) {
    self.init(type: type, localizedTitle: localizedTitle, localizedSubtitle: nil)
  }
}

/// A shortcut whose parts may change.
open class UIMutableApplicationShortcutItem: UIApplicationShortcutItem {
  /// The kind.
  open override var type: String {
    get { super.type }
    set { super.type = newValue }
  }
  /// The title.
  open override var localizedTitle: String {
    get { super.localizedTitle }
    set { super.localizedTitle = newValue }
  }
  /// The smaller text below; nil if there is none.
  open override var localizedSubtitle: String? {
    get { super.localizedSubtitle }
    set { super.localizedSubtitle = newValue }
  }
  /// The picture; nil if there is none.
  open override var icon: UIApplicationShortcutIcon? {
    get { super.icon }
    set { super.icon = newValue }
  }
  /// Values for the program's own use.
  open override var userInfo: [String: any NSSecureCoding]? {
    get { super.userInfo }
    set { super.userInfo = newValue }
  }
}
