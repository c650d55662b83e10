// Screens of apps on two devices, dark, with large text, from right to left.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKitScreens
import UIKitTesting

/// A screen of Tests/UIKitScreens.
enum AppScreen: String, CaseIterable, Sendable {
  case signIn, settings, feed, chat, player, calendar, product, onboarding, mapCard, editor
  case profile, dashboard

  /// The screen as an app shows it.
  @MainActor
  func controller() -> UIViewController {
    switch self {
    case .signIn: SignInScreen()
    case .settings: UINavigationController(rootViewController: SettingsScreen())
    case .feed: UINavigationController(rootViewController: FeedScreen())
    case .chat: UINavigationController(rootViewController: ChatScreen())
    case .player: PlayerScreen()
    case .calendar: UINavigationController(rootViewController: CalendarScreen())
    case .product: UINavigationController(rootViewController: ProductScreen())
    case .onboarding: OnboardingScreen()
    case .mapCard: MapCardScreen()
    case .editor: UINavigationController(rootViewController: EditorScreen())
    case .profile: ProfileScreen()
    case .dashboard: UINavigationController(rootViewController: DashboardScreen())
    }
  }
}

/// A device and its settings.
enum ScreenLook: String, CaseIterable, Sendable {
  case light, small, dark, large, reversed

  @MainActor
  var strategy: Snapshotting<UIViewController, UIImage> {
    var traits = [UITraitCollection(displayScale: 1)]
    switch self {
    case .light, .small: traits.append(UITraitCollection(userInterfaceStyle: .light))
    case .dark: traits.append(UITraitCollection(userInterfaceStyle: .dark))
    case .large:
      traits.append(UITraitCollection(preferredContentSizeCategory: .accessibilityLarge))
    case .reversed: traits.append(UITraitCollection(layoutDirection: .rightToLeft))
    }
    return .image(
      on: self == .small ? .iPhoneSe : .iPhone13,
      traits: UITraitCollection(traitsFrom: traits)
    )
  }
}

@MainActor
@Suite("Screens of apps")
struct ScreenPictureTests {
  nonisolated static let pictures: [(AppScreen, ScreenLook)] = AppScreen.allCases.flatMap {
    screen in
    ScreenLook.allCases.map { (screen, $0) }
  }

  @Test(arguments: pictures)
  func picture(of screen: AppScreen, look: ScreenLook) {
    // Hairlines are as wide as a pixel of the main screen.
    UIScreen.setMain(UIScreen(size: CGSize(width: 390, height: 844), scale: 1))
    assertSnapshot(
      of: screen.controller(),
      as: look.strategy,
      named: "\(screen.rawValue)-\(look.rawValue)",
      testName: "screen"
    )
  }
}
