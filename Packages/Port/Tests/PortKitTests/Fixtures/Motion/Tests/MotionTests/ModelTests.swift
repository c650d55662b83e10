// The model of the engine.
// Licensed under the MIT license; see LICENSE.

import XCTest

@testable import Motion

final class ModelTests: XCTestCase {
  func testEmpty() throws {
    let json = Data("{\"w\":10,\"h\":10,\"fr\":30,\"ip\":0,\"op\":30,\"layers\":[]}".utf8)
    XCTAssertEqual(try Composition.from(json).duration, 1)
  }
}
