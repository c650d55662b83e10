// The life of programs, their scenes and what they ask of the desktop.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing
import UIKit

@MainActor
@Suite(.serialized) struct LifeCycleTests {
  private final class Noting: UIResponder, UIApplicationDelegate {
    var log: [String] = []
    var opened: [URL] = []

    func application(
      _ application: UIApplication,
      willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      log.append("will finish")
      return true
    }
    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      log.append("did finish")
      return true
    }
    func applicationDidBecomeActive(_ application: UIApplication) { log.append("active") }
    func applicationWillResignActive(_ application: UIApplication) { log.append("resign") }
    func applicationDidEnterBackground(_ application: UIApplication) { log.append("background") }
    func applicationWillEnterForeground(_ application: UIApplication) { log.append("foreground") }
    func applicationWillTerminate(_ application: UIApplication) { log.append("terminate") }
    func application(
      _ application: UIApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { log.append("no notifications") }
    func application(
      _ app: UIApplication,
      open url: URL,
      options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
      opened.append(url)
      return true
    }
  }

  @Test func delegatesHearOfTheStepsInOrder() throws {
    let app = UIApplication.shared
    let delegate = Noting()
    let url = try #require(URL(string: "notes:1"))
    defer {
      app.applicationState = .active
      app.delegate = nil
    }
    app.launch(delegate, opening: [url])
    #expect(delegate.log == ["will finish", "did finish", "active"])
    #expect(delegate.opened == [url])
    delegate.log = []
    app.applicationState = .background
    #expect(delegate.log == ["resign", "background"])
    app.applicationState = .background
    app.applicationState = .active
    #expect(delegate.log == ["resign", "background", "foreground", "active"])
    delegate.log = []
    app.applicationState = .inactive
    #expect(delegate.log == ["resign"])
    app.registerForRemoteNotifications()
    app.terminate()
    #expect(delegate.log == ["resign", "no notifications", "terminate"])
  }

  @Test func observersHearOfTheStepsToo() {
    let names = [
      UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
      UIApplication.willEnterForegroundNotification, UIApplication.didBecomeActiveNotification,
    ]
    // Safe because: notifications are posted on this thread.
    nonisolated(unsafe) var heard: [Notification.Name] = []
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        heard.append(name)
      }
    }
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    UIApplication.shared.applicationState = .background
    UIApplication.shared.applicationState = .active
    #expect(heard == names)
  }

  @Test func addressesThatTheDesktopCannotOpenAreRefused() throws {
    let app = UIApplication.shared
    let settings = try #require(URL(string: UIApplication.openSettingsURLString))
    #expect(!app.canOpenURL(settings))
    var answer: Bool?
    app.open(settings) { answer = $0 }
    #expect(answer == false)
  }

  @Test func tasksInTheBackgroundHaveNumbers() {
    let app = UIApplication.shared
    let first = app.beginBackgroundTask()
    let second = app.beginBackgroundTask(withName: "sync")
    #expect(first != .invalid)
    #expect(first != second)
    app.endBackgroundTask(first)
    app.endBackgroundTask(second)
  }

  @Test func oneActivityIsCurrent() {
    let reading = NSUserActivity(activityType: "reading")
    reading.addUserInfoEntries(from: ["page": 3])
    reading.addUserInfoEntries(from: ["line": 1])
    #expect(reading.userInfo?.count == 2)
    reading.becomeCurrent()
    #expect(NSUserActivity.current === reading)
    let writing = NSUserActivity(activityType: "writing")
    writing.becomeCurrent()
    reading.resignCurrent()
    #expect(NSUserActivity.current === writing)
    writing.invalidate()
    #expect(NSUserActivity.current == nil)
  }
}
