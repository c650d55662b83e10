// Objects of classes that lack an initialiser, and copies of all that they store.
// Licensed under the MIT license; see LICENSE.

import Synchronization
import Testing

@testable import QuartzInstances

class Vehicle {
  var wheels = 4
  init() {}
}

extension Vehicle {
  @_silgen_name("quartz_test_Vehicle_init")
  convenience init(_: Void) {
    self.init()
  }

  @_silgen_name("quartz_test_Vehicle_init")
  static func make() -> Vehicle
}

protocol Named {
  var name: String { get }
}

struct Person: Named {
  var name: String
  var age: Int
}

/// A class with every kind of stored property.
class Garage<Item> {
  let items: [Item]
  var owner: any Named
  weak var nearest: Vehicle?
  unowned let first: Vehicle
  lazy var count = items.count
  let lock = Mutex(3)
  let closure: () -> Int

  init(items: [Item], owner: any Named, nearest: Vehicle, first: Vehicle) {
    self.items = items
    self.owner = owner
    self.nearest = nearest
    self.first = first
    closure = { items.count }
  }
}

final class LargeGarage<Item>: Garage<Item> {
  var isOpen = true
  var floors = ["ground": 1, "roof": 2]
}

@Suite("Objects of classes known at run time")
struct InstancesTests {
  @Test("A class without the initialiser gives nil, each time")
  func missingInitializer() {
    final class Cart: Vehicle {
      let load: Int
      init(load: Int) {
        self.load = load
        super.init()
      }
    }
    #expect(Instances.implements(Cart.self, "init()") == nil)
    for _ in 0..<3 {
      let type: Vehicle.Type = Cart.self
      #expect(Instances.attempt(type, "init()") { type.make() } == nil)
      #expect(Instances.implements(type, "init()") == false)
    }
  }

  @Test("A class that inherits or overrides the initialiser gives an object of its own")
  func initializer() throws {
    final class Van: Vehicle {
      var seats = [1, 2, 3]
    }
    final class Tricycle: Vehicle {
      override init() {
        super.init()
        wheels = 3
      }
    }
    for type in [Vehicle.self, Van.self, Tricycle.self] as [Vehicle.Type] {
      let made = try #require(Instances.attempt(type, "init()") { type.make() })
      #expect(Swift.type(of: made) == type)
      #expect(made.wheels == (type == Tricycle.self ? 3 : 4))
    }
    #expect((Instances.attempt(Van.self, "init()") { Van.make() } as? Van)?.seats == [1, 2, 3])
  }

  @Test("Attempts nest, and an inner one that fails leaves the outer one alone")
  func nestedAttempts() {
    final class Cart: Vehicle {
      let load: Int
      init(load: Int) {
        self.load = load
        super.init()
      }
    }
    let type: Vehicle.Type = Cart.self
    let outer = Instances.attempt(Vehicle.self, "init()") { () -> Vehicle in
      #expect(Instances.attempt(type, "init()") { type.make() } == nil)
      return Vehicle.make()
    }
    #expect(outer?.wheels == 4)
  }

  @Test("A copy has the class and the values of all stored properties")
  func memberwiseCopies() {
    let car = Vehicle()
    car.wheels = 6
    let garage = LargeGarage(
      items: ["a", "b"],
      owner: Person(name: "Ada", age: 36),
      nearest: car,
      first: car
    )
    #expect(garage.count == 2)
    garage.floors["cellar"] = 0
    let copy = Instances.memberwiseCopy(of: garage as Garage<String>)
    #expect(type(of: copy) == LargeGarage<String>.self)
    garage.floors["cellar"] = nil
    garage.isOpen = false
    #expect(copy.items == ["a", "b"] && copy.count == 2 && copy.closure() == 2)
    #expect(copy.owner.name == "Ada" && copy.nearest === car && copy.first === car)
    #expect((copy as? LargeGarage)?.floors["cellar"] == 0)
    #expect((copy as? LargeGarage)?.isOpen == true)
  }

  @Test("A copy retains as its original does, and a weak reference does not")
  func referencesOfCopies() {
    weak var released: Vehicle?
    do {
      let car = Vehicle()
      released = car
      let garage = Garage(items: [car], owner: Person(name: "", age: 0), nearest: car, first: car)
      let copy = Instances.memberwiseCopy(of: garage)
      #expect(copy.items.first === car)
    }
    #expect(released == nil)
    let garage: Garage<Int>
    do {
      let car = Vehicle()
      garage = Garage(items: [], owner: Person(name: "", age: 0), nearest: car, first: car)
      #expect(Instances.memberwiseCopy(of: garage).nearest === car)
    }
    #expect(Instances.memberwiseCopy(of: garage).nearest == nil)
  }
}
