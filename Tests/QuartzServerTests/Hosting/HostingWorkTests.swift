// The work of a host: the offers and departures that concern it, each once.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzWire
import Testing

@Suite struct HostingWorkTests {
  private let key = LayerServerKey(high: 5, low: 6, process: 0)

  /// A host whose layers show the clients 1 to `count`, and a program with a context for each.
  private final class Stage {
    let harness: LoopHarness
    let host: ClientID
    let guest: ClientID
    let count: UInt32
    private let key: LayerServerKey

    init(_ count: UInt32, _ key: LayerServerKey) throws {
      var options = ServerOptions()
      options.limits.wire.contexts = 100_000
      harness = try LoopHarness(options)
      (host, guest) = (harness.connect(1), harness.connect(2))
      (self.count, self.key) = (count, key)
      _ = harness.createContext(1, of: host, clock: .stepped)
      harness.post(.serveLayers(ServeLayers(high: key.high, low: key.low)), from: host)
      harness.commit(Scenes.hostingAll(1...count), of: host)
      for number in 1...count {
        _ = harness.createContext(number, of: guest, clock: .stepped)
        harness.commit(Scenes.box(), to: number, of: guest)
      }
      settle()
    }

    var passes: Int { harness.loop.directory.counts.hostingPasses.value }
    var resolutions: Int { harness.loop.directory.counts.hostingResolutions.value }
    var hosted: Int { harness.loop.directory.counts.hosted.value }

    func offer(_ context: UInt32, as client: UInt32) {
      let offer = OfferContext(context: context, key: key, client: client)
      harness.post(.offerContext(offer), from: guest)
    }

    func settle() {
      for _ in 0..<6 { harness.turn() }
    }

    /// The passes and the resolutions of what a body asks for.
    func work(_ body: () -> Void) -> (passes: Int, resolutions: Int) {
      let before = (passes, resolutions)
      body()
      settle()
      return (passes - before.0, resolutions - before.1)
    }
  }

  /// Each layer is looked at once when what it shows is offered, and once when that is gone.
  @Test(arguments: [100, 200] as [UInt32])
  func eachChangeIsLookedAtOnce(count: UInt32) throws {
    let stage = try Stage(count, key)
    let offers = stage.work { for id in 1...count { stage.offer(id, as: id) } }
    #expect(offers == (0, Int(count)))
    #expect(stage.hosted == Int(count))
    let ends = stage.work {
      for id in 1...count {
        stage.harness.post(.destroyContext(DestroyContext(context: id)), from: stage.guest)
        stage.harness.turn()
      }
    }
    #expect(ends == (0, Int(count)))
    #expect(stage.hosted == 0)
    #expect(stage.harness.loop.clients[stage.host]?.feeds.isEmpty == true)
  }

  /// A program that ends takes all of its contexts away in one turn of the host.
  @Test func aProgramWithManyContextsEnds() throws {
    let stage = try Stage(150, key)
    for id in 1...stage.count { stage.offer(id, as: id) }
    stage.settle()
    let ends = stage.work { stage.harness.mailbox.post(.disconnected(stage.guest)) }
    #expect(ends == (0, 150))
    #expect(stage.hosted == 0)
  }

  /// Offers of ids that no layer asks for cost the host nothing.
  @Test func offersOfOthersAreNotLookedAt() throws {
    let stage = try Stage(50, key)
    let work = stage.work { for id in 1000..<4000 as Range<UInt32> { stage.offer(1, as: id) } }
    #expect(work == (0, 0))
  }

  /// More changes than are named one by one cost a pass over the layers, however many they are.
  @Test func aFloodOfOffersIsAPass() throws {
    let stage = try Stage(50, key)
    let directory = stage.harness.loop.directory
    let token = try #require(stage.harness.loop.clients[stage.guest]?.contexts[1]?.token)
    // The host does nothing meanwhile.
    for id in 1...20_000 as ClosedRange<UInt32> {
      let offer = OfferContext(context: 1, key: key, client: id)
      #expect(directory.offer(token, of: stage.guest, offer))
    }
    #expect(stage.harness.mailbox.take().count == 1)
    #expect(directory.takeChangedOffers(for: stage.host) == .all)
    let work = stage.work {
      let offer = OfferContext(context: 1, key: key, client: 7)
      #expect(directory.offer(token, of: stage.guest, offer))
    }
    #expect(work == (0, 1) && stage.hosted == 1)
  }

  /// Changes that the host has not looked at yet are told once.
  @Test func changesAreMerged() throws {
    let stage = try Stage(2, key)
    let directory = stage.harness.loop.directory
    let token = try #require(stage.harness.loop.clients[stage.guest]?.contexts[1]?.token)
    let work = stage.work {
      for round in 0..<1000 as Range<UInt32> {
        let offer = OfferContext(context: 1, key: key, client: round % 2 + 1)
        #expect(directory.offer(token, of: stage.guest, offer))
      }
    }
    #expect(work == (0, 2) && stage.hosted == 1)
    #expect(directory.counts.offers.value == 1)
  }
}
