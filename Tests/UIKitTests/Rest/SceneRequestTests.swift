// Requests for scenes, notifications of the application, the battery, symbols of buttons.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UserNotifications

@testable import UIKit

/// A delegate of a scene that notes its activities.
private final class SceneListener: UIResponder, UISceneDelegate {
  var activities: [String] = []
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    activities.append(userActivity.activityType)
  }
}

private final class Photographer: NSObject, UIScreenshotServiceDelegate {
  func screenshotService(
    _ screenshotService: UIScreenshotService,
    generatePDFRepresentationWithCompletion completionHandler:
      @escaping (Data?, Int, CGRect) -> Void
  ) { completionHandler(Data([1]), 2, CGRect(x: 0, y: 0, width: 3, height: 4)) }
}

@Suite("Requests for scenes", .serialized)
@MainActor
struct SceneRequestTests {
  private var app: UIApplication { .shared }

  @Test("A second scene is an error, and the only one comes to the front")
  func activation() {
    var codes: [UISceneError.Code] = []
    func note(_ error: (any Error)?) {
      if let error = error as? UISceneError { codes.append(error.code) }
    }
    app.requestSceneSessionActivation(nil, userActivity: nil, options: nil, errorHandler: note)
    app.activateSceneSession(for: UISceneSessionActivationRequest()) { note($0) }
    #expect(codes == [.multipleScenesNotSupported, .multipleScenesNotSupported])
    app.requestSceneSessionDestruction(app.scene.session, options: nil) { note($0) }
    #expect(codes.last == .requestDenied)
    let (old, listener) = (app.scene.delegate, SceneListener())
    app.scene.delegate = listener
    app.applicationState = .background
    defer {
      app.scene.delegate = old
      app.applicationState = .active
    }
    app.requestSceneSessionActivation(
      app.scene.session,
      userActivity: NSUserActivity(activityType: "read"),
      options: nil,
      errorHandler: note
    )
    #expect(codes.count == 3)
    #expect(app.applicationState == .active)
    #expect(listener.activities == ["read"])
  }

  @Test("Geometries that the screen has not are an error")
  func geometry() {
    let window = makeWindow(CGSize(width: 100, height: 300))
    var errors: [UISceneError] = []
    let scene = app.scene
    for mask: UIInterfaceOrientationMask? in [nil, .portrait, .all, .landscape] {
      scene.requestGeometryUpdate(.iOS(interfaceOrientations: mask)) {
        if let error = $0 as? UISceneError { errors.append(error) }
      }
    }
    #expect(errors.map(\.code) == [.geometryRequestUnsupported])
    #expect(errors.first?.localizedDescription.contains("300") == true)
    window.isHidden = true
  }

  @Test("A document of the scene comes from the service's delegate")
  func screenshot() throws {
    let service = try #require(app.scene.screenshotService)
    #expect(service.windowScene === app.scene)
    var got: [Int] = []
    service.generatePDF { data, page, _ in got.append(data == nil ? -1 : page) }
    let photographer = Photographer()
    service.delegate = photographer
    service.generatePDF { data, page, _ in got.append(data == nil ? -1 : page) }
    #expect(got == [-1, 2])
  }

  @Test("The number on the icon is the center's, which knows whether the program is in front")
  func badge() async throws {
    let center = UNUserNotificationCenter.current()
    app.applicationIconBadgeNumber = 5
    #expect(center.badgeCount == 5)
    try await center.setBadgeCount(2)
    #expect(app.applicationIconBadgeNumber == 2)
    app.applicationIconBadgeNumber = -3
    #expect(app.applicationIconBadgeNumber == 0)
    app.applicationState = .background
    #expect(!center.isInFront)
    app.applicationState = .active
    #expect(center.isInFront)
  }

  @Test("The battery is the kernel's, while it is watched, and changes are posted")
  func battery() throws {
    let device = UIDevice.current
    let (folder, old) = (NSTemporaryDirectory() + UUID().uuidString, device.battery.folder)
    let files = FileManager.default
    func write(_ name: String, _ values: [String: String]) throws {
      try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      for (key, value) in values {
        try Data("\(value)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)/\(key)"))
      }
    }
    try write("AC", ["type": "Mains", "online": "1"])
    try write("A-mouse", ["type": "Battery", "scope": "Device", "capacity": "9"])
    try write("BAT0", ["type": "Battery", "capacity": "64", "status": "Discharging"])
    device.battery.folder = folder
    defer {
      device.isBatteryMonitoringEnabled = false
      device.battery.folder = old
      try? files.removeItem(atPath: folder)
    }
    #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
    device.isBatteryMonitoringEnabled = true
    #expect(device.batteryLevel == 0.64 && device.batteryState == .unplugged)
    // Safe because: notifications come within the call that posts them.
    nonisolated(unsafe) var posted: [String] = []
    let tokens = [
      UIDevice.batteryLevelDidChangeNotification, UIDevice.batteryStateDidChangeNotification,
    ].map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        posted.append(note.name.rawValue)
      }
    }
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    device.lookAtBattery()
    #expect(posted.isEmpty)
    try write("BAT0", ["status": "Charging"])
    device.lookAtBattery()
    #expect(posted == ["UIDeviceBatteryStateDidChangeNotification"])
    try write("BAT0", ["capacity": "500", "status": "nonsense"])
    device.lookAtBattery()
    #expect(posted.count == 3)
    #expect(device.batteryLevel == 1 && device.batteryState == .unknown)
  }

  @Test("A vendor has one number on a machine")
  func vendor() {
    let one = VendorIdentifier.make("machine", "org.example")
    #expect(one == VendorIdentifier.make("machine", "org.example"))
    #expect(one != VendorIdentifier.make("machine", "org.other"))
    #expect(one != VendorIdentifier.make("machineorg", ".example"))
    #expect(Array(one.uuidString)[14] == "8")
    #expect(UIDevice.current.identifierForVendor == UIDevice.current.identifierForVendor)
  }

  @Test("A button shows symbols in the size of the state, unless an image has its own")
  func buttonSymbols() throws {
    let button = UIButton(type: .custom)
    let large = UIImage.SymbolConfiguration(pointSize: 34)
    button.setImage(UIImage(systemName: "star"), for: .normal)
    let plain = button.intrinsicContentSize
    button.setPreferredSymbolConfiguration(large, forImageIn: .normal)
    #expect(button.preferredSymbolConfigurationForImage(in: .highlighted) == large)
    let tall = button.intrinsicContentSize
    // because: sizes of symbols are whole points.
    #expect(abs(tall.width - plain.width * 2) <= 2)
    let own = UIImage.SymbolConfiguration(pointSize: 51)
    button.setImage(UIImage(systemName: "star", withConfiguration: own), for: .normal)
    // because: sizes of symbols are whole points.
    #expect(abs(button.intrinsicContentSize.width - plain.width * 3) <= 3)
  }

  @Test("Texts have no drags of their own, and switching them off is no error")
  func textDrags() {
    let (view, field) = (UITextView(), UITextField())
    view.textDragInteraction?.isEnabled = false
    field.textDragInteraction?.isEnabled = false
    #expect(view.textDragInteraction == nil && view.textDropInteraction == nil)
    #expect(field.textDragInteraction == nil && field.textDropInteraction == nil)
    #expect(view.interactions.isEmpty && field.interactions.isEmpty)
  }

  @Test("Names of older programs are those of the present")
  func oldNames() {
    let cell = UITableViewCell(style: UITableViewCellStyle.value1, reuseIdentifier: nil)
    #expect(cell.detailTextLabel != nil)
    let parent = UIViewController()
    parent.addChild(UIViewController())
    #expect(parent.childViewControllers == parent.children)
  }
}
