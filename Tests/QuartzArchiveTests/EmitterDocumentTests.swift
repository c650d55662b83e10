// Emitters in documents: cells with all that they say, animations of cells, pictures.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzModel
import QuartzTesting
import Testing

@testable import QuartzCore

@Suite(.serialized) struct EmitterDocumentTests {
  private static let markup = """
    <sublayers>
      <CAEmitterLayer emitterPosition="3 4" emitterShape="circle" emitterMode="outline" renderMode="additive" seed="12" birthRate="0.5">
        <animations>
          <p key="rate" type="CABasicAnimation" keyPath="emitterCells.rocket.birthRate" duration="2">
            <toValue type="real" value="3"/>
          </p>
        </animations>
        <emitterCells>
          <CAEmitterCell name="rocket" birthRate="10" lifetime="2" velocity="40" beginTime="-15" duration="inf" alphaSpeed="-0.5" contentsRect="0 0 0.5 1" magnificationFilter="nearest" particleType="plane">
            <color value="1 0.5 0.25" opacity="0.5"/>
            <emitterCells>
              <CAEmitterCell name="trail" birthRate="7" enabled="0" color="0 1 0"/>
            </emitterCells>
          </CAEmitterCell>
        </emitterCells>
      </CAEmitterLayer>
    </sublayers>
    """

  private func emitter(_ package: CAPackage) throws -> CAEmitterLayer {
    try #require(package.rootLayer.sublayers?.first as? CAEmitterLayer)
  }

  private func expectRead(_ layer: CAEmitterLayer) throws {
    #expect(layer.emitterPosition == CGPoint(x: 3, y: 4) && layer.seed == 12)
    #expect(layer.emitterShape == .circle && layer.emitterMode == .outline)
    #expect(layer.renderMode == .additive && layer.birthRate == 0.5)
    let cells = try #require(layer.emitterCells)
    #expect(cells.count == 1)
    let rocket = cells[0]
    #expect(rocket.name == "rocket" && rocket.birthRate == 10 && rocket.lifetime == 2)
    #expect(rocket.velocity == 40 && rocket.beginTime == -15 && rocket.alphaSpeed == -0.5)
    #expect(rocket.duration == .infinity && rocket.magnificationFilter == "nearest")
    #expect(rocket.contentsRect == CGRect(x: 0, y: 0, width: 0.5, height: 1))
    #expect(rocket.color?.components == [1, 0.5, 0.25, 0.5])
    #expect(rocket.value(forKey: "particleType") as? String == "plane")
    let trail = try #require(rocket.emitterCells?.first)
    #expect(trail.name == "trail" && trail.birthRate == 7 && !trail.isEnabled)
    #expect(trail.color?.components == [0, 1, 0, 1])
    let animation = layer.animation(forKey: "rate") as? CABasicAnimation
    #expect(animation?.keyPath == "emitterCells.rocket.birthRate")
    #expect((animation?.toValue as? NSNumber)?.doubleValue == 3)
  }

  @Test func cellsAreRead() throws {
    let package = try read(document(Self.markup))
    try expectRead(try emitter(package))
    #expect(messages(package).isEmpty, "\(messages(package))")
  }

  @Test func cellsAreWritten() throws {
    let package = try read(document(Self.markup))
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("Copy.ca")
    #expect(try package.write(to: url) == [])
    let back = try CAPackage(contentsOf: url)
    try expectRead(try emitter(back))
    #expect(try back.files() == (try package.files()))
  }

  @Test func elementsOtherThanCellsAreLeftOut() throws {
    let package = try read(
      document(
        """
        <sublayers><CAEmitterLayer><emitterCells>
          <CALayer/><CAEmitterCell birthRate="many" lifetime="nan" scale="2"><nonsense/></CAEmitterCell>
        </emitterCells></CAEmitterLayer></sublayers>
        """
      )
    )
    let cell = try #require(try emitter(package).emitterCells?.first)
    #expect(cell.birthRate == 0 && cell.lifetime == 0 && cell.scale == 2)
    #expect(messages(package).count >= 4)
  }

  /// The example has rockets, their trails and bursts in the air.
  @Test func fireworks() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Examples/Fireworks.ca").standardized
    let package = try CAPackage(contentsOf: url)
    #expect(package.warnings.isEmpty, "\(package.warnings)")
    let picture = try ArchivedPicture(package, at: 3)
    var bright = 0
    for x in 0..<320 {
      for y in 0..<320 where picture(x, y).prefix(3).contains(where: { $0 > 128 }) { bright += 1 }
    }
    #expect(bright > 300, "\(bright)")
  }

  /// The particles of the case lie on one line, 4 points apart, as far as they have come.
  @Test func sparks() throws {
    let package = try Authored.package("DepthSparks")
    #expect(package.warnings.isEmpty)
    for (time, farthest) in [(1.05, 62.0), (3.05, 100.0)] {
      let picture = try ArchivedPicture(package, at: time)
      var isLit = false
      for x in 0..<200 {
        for y in 0..<160 where picture(x, y)[0] > 0 {
          isLit = true
          // y points up: 50 points from the bottom.
          #expect(abs(y - 110) <= 2 && Double(x) <= farthest + 2)
        }
      }
      #expect(isLit)
    }
  }
}
