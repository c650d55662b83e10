// Places: distances along the earth, equality, archives, circles.
// Licensed under the MIT license; see LICENSE.

import CoreLocation
import Foundation
import TestClaims
import Testing

@Suite("CLLocation")
struct LocationTests {
  /// Two places and the metres between them.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let start: CLLocationCoordinate2D
    let end: CLLocationCoordinate2D
    let metres: CLLocationDistance

    init(
      _ name: String,
      _ start: (CLLocationDegrees, CLLocationDegrees),
      _ end: (CLLocationDegrees, CLLocationDegrees),
      _ metres: CLLocationDistance
    ) {
      testDescription = name
      self.start = CLLocationCoordinate2D(latitude: start.0, longitude: start.1)
      self.end = CLLocationCoordinate2D(latitude: end.0, longitude: end.1)
      self.metres = metres
    }
  }

  // The first is of the manual of GDA94 (its ellipsoid differs by 0.1 mm), the second and the third
  // are of the documents of GeographicLib and of Karney's article; the others are GeographicLib's.
  private static let ways = [
    Way(
      "Flinders Peak to Buninyong",
      (-37.95103341666667, 144.42486788888888),
      (-37.65282113888889, 143.92649552777777),
      54_972.271
    ),
    Way("Wellington to Salamanca", (-41.32, 174.81), (40.96, -5.5), 19_959_679.267),
    Way("nearly opposite", (-30, 0), (29.9, 179.8), 19_989_832.828),
    Way("a degree of the equator", (0, 0), (0, 1), 111_319.491),
    Way("equator to pole", (0, 0), (90, 0), 10_001_965.729),
    Way("pole to pole", (-90, 5), (90, 120), 20_003_931.459),
    Way("opposite on the equator", (0, 0), (0, 180), 20_003_931.459),
    Way("half a degree less", (0, 0), (0, 179.5), 19_980_861.909),
    Way("along the equator", (0, 0), (0, 179.2), 19_948_452.750),
    Way("opposite at 30 degrees", (30, 0), (-30, 180), 20_003_931.459),
    Way("over the line of dates", (10, 179.9), (10, -179.9), 21_927.872),
    Way("a longitude beyond 180", (10, 179.9), (10, 180.1), 21_927.872),
    Way("a metre", (48.8583701, 2.2944813), (48.8583701, 2.2944950), 1.005),
    Way("Berlin to Munich", (52.52, 13.405), (48.1351, 11.582), 504_689.411),
    Way("none", (52.52, 13.405), (52.52, 13.405), 0),
    Way("none at a pole", (90, 13.405), (90, -50), 0),
  ]

  @Test("distances are those of geodesics, both ways", arguments: ways)
  func distance(way: Way) {
    let start = CLLocation(latitude: way.start.latitude, longitude: way.start.longitude)
    let end = CLLocation(latitude: way.end.latitude, longitude: way.end.longitude)
    #expect(abs(start.distance(from: end) - way.metres) < 0.001)
    #expect(abs(end.distance(from: start) - way.metres) < 0.001)
  }

  @Test("what is no place has no distance")
  func noDistance() {
    let berlin = CLLocation(latitude: 52.52, longitude: 13.405)
    for (latitude, longitude) in [
      (-180.0, -180.0), (90.1, 0), (.nan, 0), (0, .nan), (0, .infinity), (-.infinity, 0),
    ] {
      let other = CLLocation(latitude: latitude, longitude: longitude)
      #expect(berlin.distance(from: other).isNaN && other.distance(from: berlin).isNaN)
      #expect(other.distance(from: other).isNaN)
    }
    #expect(berlin.distance(from: CLLocation(latitude: 0, longitude: 1e300)).isFinite)
  }

  @Test("angles are valid up to 90 and 180 degrees")
  func valid() {
    #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D()))
    #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(-90, 180)))
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(-90.1, 180)))
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(0, -180.1)))
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(.nan, 0)))
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
  }

  private func moving(_ speed: CLLocationSpeed) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2),
      altitude: 3,
      horizontalAccuracy: 4,
      verticalAccuracy: 5,
      course: 6,
      courseAccuracy: 7,
      speed: speed,
      speedAccuracy: 9,
      timestamp: Date(timeIntervalSinceReferenceDate: 10)
    )
  }

  @Test("initialisers set what they have, and leave the rest unknown")
  func initialisers() {
    let date = Date(timeIntervalSinceReferenceDate: 10)
    let place = CLLocationCoordinate2D(latitude: 1, longitude: 2)
    let short = CLLocation(latitude: 1, longitude: 2)
    #expect(short.coordinate.latitude == 1 && short.coordinate.longitude == 2)
    #expect(short.horizontalAccuracy == 0 && short.verticalAccuracy == -1 && short.altitude == 0)
    #expect(
      short.course == -1 && short.speed == -1 && abs(short.timestamp.timeIntervalSinceNow) < 60
    )
    let still = CLLocation(
      coordinate: place,
      altitude: 3,
      horizontalAccuracy: 4,
      verticalAccuracy: 5,
      timestamp: date
    )
    #expect(still.altitude == 3 && still.horizontalAccuracy == 4 && still.verticalAccuracy == 5)
    #expect(still.speed == -1 && still.speedAccuracy == -1 && still.timestamp == date)
    let moved = CLLocation(
      coordinate: place,
      altitude: 3,
      horizontalAccuracy: 4,
      verticalAccuracy: 5,
      course: 6,
      speed: 8,
      timestamp: date
    )
    #expect(moved.course == 6 && moved.courseAccuracy == -1 && moved.speed == 8)
    let all = moving(8)
    #expect(all.courseAccuracy == 7 && all.speedAccuracy == 9 && all.speed == 8)
  }

  @Test("locations with the same values are equal, and say what they are")
  func equality() {
    #expect(moving(8) == moving(8) && moving(8).hash == moving(8).hash && moving(8) != moving(9))
    #expect(Set([moving(8), moving(8), moving(9)]).count == 2)
    #expect(!moving(8).isEqual(NSString("a")) && !moving(8).isEqual(nil))
    let text = moving(8).description
    #expect(text.hasPrefix("<+1.00000000,+2.00000000> +/- 4.00m (speed 8.00 mps / course 6.00) @ "))
    #expect(moving(8).copy() as? CLLocation == moving(8))
  }

  @Test("locations and circles come back from archives")
  func archives() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: moving(8),
      requiringSecureCoding: true
    )
    let location = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data)
    #expect(location == moving(8))
    let park = CLCircularRegion(center: moving(8).coordinate, radius: 250, identifier: "park")
    park.notifyOnExit = false
    let bytes = try NSKeyedArchiver.archivedData(withRootObject: park, requiringSecureCoding: true)
    let circle = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLCircularRegion.self, from: bytes)
    #expect(circle?.identifier == "park" && circle?.radius == 250)
    #expect(circle?.center.latitude == 1 && circle?.center.longitude == 2)
    #expect(circle?.notifyOnEntry == true && circle?.notifyOnExit == false)
  }

  @Test("an archive without a value gives no object")
  func emptyArchives() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode("x" as NSString, forKey: "region.identifier")
    archiver.finishEncoding()
    let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(CLLocation(coder: coder) == nil)
    #expect(CLCircularRegion(coder: coder) == nil)
  }

  @Test("circles contain what is not further than their radius")
  func circles() {
    let center = CLLocationCoordinate2D(latitude: 0, longitude: 179.999)
    let circle = CLCircularRegion(center: center, radius: 300, identifier: "line")
    #expect(circle.contains(center))
    // A thousandth of a degree is 111 m on the equator.
    #expect(circle.contains(CLLocationCoordinate2D(latitude: 0, longitude: -179.9995)))
    #expect(!circle.contains(CLLocationCoordinate2D(latitude: 0, longitude: -179.998)))
    #expect(!circle.contains(kCLLocationCoordinate2DInvalid))
    let none = CLCircularRegion(center: center, radius: -1, identifier: "line")
    #expect(!none.contains(center))
    #expect(none == circle && none.hash == circle.hash)
    #expect(none != CLCircularRegion(center: center, radius: -1, identifier: "other"))
    let copy = circle.copy() as? CLCircularRegion
    #expect(copy !== circle && copy?.radius == 300 && copy == circle)
    #expect(circle.description.contains("identifier:'line'"))
  }

  @Test("errors are caught by their kinds, and say what is the matter")
  func errors() {
    let error = CLError(.denied) as any Error
    #expect((error as? CLError)?.code == .denied && (error as NSError).domain == kCLErrorDomain)
    #expect((error as NSError).code == 1 && CLError(.network) == CLError(.network))
    switch error {
    case CLError.locationUnknown: Issue.record("another kind")
    case CLError.denied: break
    default: Issue.record("another kind")
    }
    let known = CLError(_nsError: NSError(domain: kCLErrorDomain, code: 18))
    #expect(known.code == .promptDeclined)
  }

  @Test("an error of another domain or kind ends the program")
  func otherErrors() async {
    await #expect(processExitsWith: .failure) {
      _ = CLError(_nsError: NSError(domain: kCLErrorDomain, code: 99))
    }
    await #expect(processExitsWith: .failure) {
      _ = CLError(_nsError: NSError(domain: "a", code: 1))
    }
  }
}
