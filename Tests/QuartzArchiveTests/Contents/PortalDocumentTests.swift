// Portals and behaviours in documents and archives.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzTesting
import Testing

@testable import QuartzCore

@Suite(.serialized) struct PortalDocumentTests {
  private func again(_ package: CAPackage) throws -> (CAPackage, text: String) {
    let written = try CAPackage(rootLayer: package.rootLayer, size: package.size)
    let text = try written.documentText()
    return (try read(text), text)
  }

  /// B5.11: a portal names its source, which may stand behind it.
  @Test func portalsHaveTheirSources() throws {
    let package = try read(
      document(
        """
        <sublayers>
          <portal name="glass" source="card" hidesSourceLayer="1" matchesOpacity="1"/>
          <CALayer id="7" name="card"><sublayers><CALayer name="card"/></sublayers></CALayer>
          <CAPortalLayer source="7"/>
        </sublayers>
        """
      )
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    for package in [package, try again(package).0] {
      let layers = try #require(package.rootLayer.sublayers)
      let portal = try #require(layers[0] as? CAPortalLayer)
      #expect(portal.sourceLayer === layers[1])
      #expect(portal.hidesSourceLayer && portal.matchesOpacity && !portal.matchesPosition)
      #expect((layers[2] as? CAPortalLayer)?.sourceLayer === layers[1])
    }
    #expect(try again(package).text.contains("<portal"))
    #expect(try again(package).text.contains("source=\"card\""))
  }

  /// A source that is not there, or has no name, is said once; nothing shows.
  @Test func lostSources() throws {
    let package = try read(document("<sublayers><portal source=\"gone\"/></sublayers>"))
    #expect(messages(package).count == 1, "\(messages(package))")
    let portal = try #require(package.rootLayer.sublayers?.first as? CAPortalLayer)
    #expect(portal.sourceLayer == nil)
    portal.sourceLayer = package.rootLayer
    package.rootLayer.name = nil
    let text = try again(package).text
    #expect(!text.contains("source="))
  }

  private static let behaviors = """
    <sublayers>
      <CAEmitterLayer>
        <emitterBehaviors>
          <CAEmitterBehavior behavior="attractor" name="pull" stiffness="12.5" falloff="inf">
            <position type="CGPoint" value="30 -4"/>
            <attractorType type="string" value="planar"/>
          </CAEmitterBehavior>
          <CAEmitterBehavior behavior="valueOverLife" enabled="0">
            <keyPath type="string" value="color.red"/>
            <values type="NSArray"><real value="0"/><real value="1"/><real value="0.5"/></values>
          </CAEmitterBehavior>
          <CAEmitterBehavior behavior="wave" force="1 2 3" frequency="0.5"/>
        </emitterBehaviors>
        <animations>
          <p key="grow" type="CABasicAnimation" keyPath="emitterBehaviors.pull.stiffness" duration="2">
            <toValue type="real" value="3"/>
          </p>
        </animations>
      </CAEmitterLayer>
    </sublayers>
    """

  private func expectBehaviors(_ root: CALayer) throws {
    let emitter = try #require(root.sublayers?.first as? CAEmitterLayer)
    let behaviors = try #require(emitter.emitterBehaviors)
    #expect(behaviors.map(\.type) == ["attractor", "valueOverLife", "wave"])
    let pull = behaviors[0]
    #expect(pull.name == "pull" && pull.isEnabled && !behaviors[1].isEnabled)
    #expect(pull.value(forKey: "stiffness") as? NSNumber == 12.5)
    #expect(pull.value(forKey: "attractorType") as? String == "planar")
    #expect(pull.filterDescription["position"] == .vector([30, -4]))
    #expect(pull.filterDescription["falloff"] == .number(1e9))
    #expect(behaviors[1].filterDescription["values"] == .vector([0, 1, 0.5]))
    #expect(behaviors[2].filterDescription["force"] == .vector([1, 2, 3]))
    let animation = emitter.animation(forKey: "grow") as? CABasicAnimation
    #expect(animation?.keyPath == "emitterBehaviors.pull.stiffness")
  }

  @Test func behaviorsGoRoundInDocuments() throws {
    let package = try read(document(Self.behaviors))
    #expect(messages(package).isEmpty, "\(messages(package))")
    try expectBehaviors(package.rootLayer)
    try expectBehaviors(try again(package).0.rootLayer)
  }

  @Test func behaviorsGoRoundInArchives() throws {
    let package = try read(document(Self.behaviors))
    try expectBehaviors(try CAPackage(archive: package.archivedData()).rootLayer)
  }

  /// Behaviours and inputs that nobody knows, and numbers that are none, are said and left out.
  @Test func strangeBehaviors() throws {
    let package = try read(
      document(
        """
        <sublayers><CAEmitterLayer><emitterBehaviors>
          <CAEmitterBehavior behavior="tornado" speed="3"/>
          <CAEmitterBehavior behavior="drag" drag="nan" lift="2"/>
          <CAFilter filter="gaussianBlur"/>
        </emitterBehaviors></CAEmitterLayer></sublayers>
        """
      )
    )
    #expect(messages(package).count == 4, "\(messages(package))")
    let emitter = try #require(package.rootLayer.sublayers?.first as? CAEmitterLayer)
    #expect(emitter.emitterBehaviors?.map(\.type) == ["tornado", "drag"])
    #expect(emitter.emitterBehaviors?[1].filterDescription.inputs.isEmpty == true)
  }
}
