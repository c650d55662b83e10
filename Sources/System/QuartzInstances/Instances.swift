// Objects of classes that are only known when the program runs.
// Licensed under the MIT license; see LICENSE.
//
// A presentation layer and a copy of an animation have the class of the original. Apple's runtime
// calls the initialiser by its name, and so a subclass need not have it. Swift calls an initialiser
// by a metatype only if it is `required`, and then each subclass that has another one must write
// it. No class of Apple's platforms does.
//
// A convenience initialiser calls the designated one of the object's class, whatever that is, so
// an extension of the base class has one, under a name of its own in the program. A static method
// without a body has the same name and the same signature, and takes the metatype as any static
// method does.

import CQuartzInstances
import Synchronization

/// Objects of classes that are only known when the program runs.
package enum Instances {
  /// An initialiser of a class.
  private struct Initializer: Hashable {
    var type: ObjectIdentifier
    var name: String
  }

  // Whether classes implement initialisers, as the first call of each showed.
  private static let known = Mutex<[Initializer: Bool]>([:])

  private struct Call {
    var make: () -> AnyObject
    var object: AnyObject?
  }

  /// Returns whether a class implements an initialiser; nil until it was attempted.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - initializer: The name of the initialiser, as "init(layer:)".
  package static func implements(_ type: AnyClass, _ initializer: String) -> Bool? {
    known.withLock { $0[Initializer(type: ObjectIdentifier(type), name: initializer)] }
  }

  /// Returns an object that an initialiser makes; nil if the class does not implement it.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - initializer: The name of the initialiser, as "init(layer:)".
  ///   - argument: The object that `make` calls it with, which no other thread has.
  ///   - make: Calls the initialiser of the class. It holds no reference to `argument`: what it
  ///     holds leaks if the class does not implement the initialiser.
  package static func attempt<Object: AnyObject>(
    _ type: AnyClass,
    _ initializer: String,
    with argument: AnyObject? = nil,
    _ make: @escaping () -> Object
  ) -> Object? {
    let isImplemented = implements(type, initializer)
    if let isImplemented { return isImplemented ? make() : nil }
    var call = Call(make: make)
    let isMade = withExtendedLifetime(argument) {
      withUnsafeMutablePointer(to: &call) { pointer in
        quartz_attempt_initializer(
          initializer,
          argument.map { Unmanaged.passUnretained($0).toOpaque() },
          { context in
            guard let call = context?.assumingMemoryBound(to: Call.self) else { return }
            call.pointee.object = call.pointee.make()
          },
          pointer
        )
      }
    }
    known.withLock { $0[Initializer(type: ObjectIdentifier(type), name: initializer)] = isMade }
    return isMade ? call.object as? Object : nil
  }

  /// Returns a copy of an object whose class has no initialiser for copies: of the same class, with
  /// the values of all stored properties.
  ///
  /// Values of types that cannot be copied are zero bytes in it.
  package static func memberwiseCopy<Object: AnyObject>(of object: Object) -> Object {
    let type: AnyClass = Swift.type(of: object)
    let size = instanceSize(type)
    let source = Unmanaged.passUnretained(object).toOpaque()
    guard
      let memory = quartz_allocate_object(unsafeBitCast(type, to: UnsafeRawPointer.self), size)
    else { return object }
    for index in 0..<fieldCount(type) {
      var field = Field()
      let fieldType = fieldType(type, index: index, field: &field)
      defer { field.freeName?(field.name) }
      let offset = fieldOffset(type, index: index)
      let (from, to) = (source + offset, memory + offset)
      if field.isStrong {
        copy(fieldType, from: from, to: to)
      } else if fieldType is any OptionalReference.Type {
        quartz_copy_weak(to, from)
      } else {
        let reference = from.load(as: UnsafeMutableRawPointer?.self)
        quartz_retain_unowned(reference)
        to.storeBytes(of: reference, as: UnsafeMutableRawPointer?.self)
      }
    }
    return Unmanaged<Object>.fromOpaque(memory).takeRetainedValue()
  }

  private static func copy(
    _ type: Any.Type,
    from source: UnsafeMutableRawPointer,
    to destination: UnsafeMutableRawPointer
  ) {
    func copy<Value>(as type: Value.Type) {
      destination.initializeMemory(
        as: type,
        from: source.assumingMemoryBound(to: type),
        count: 1
      )
    }
    guard quartz_is_copyable(unsafeBitCast(type, to: UnsafeRawPointer.self)) else { return }
    _openExistential(type, do: copy)
  }
}

/// An optional, as the type of a weak reference is.
private protocol OptionalReference {}

extension Optional: OptionalReference {}

// Functions of Swift's library, with which `Mirror` reads the fields of classes.

/// A field, as the library describes it.
private struct Field {
  var name: UnsafePointer<CChar>?
  var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

/// The size of a class' objects, in bytes.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int

/// The number of fields of a class and its superclasses.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  _ type: Any.Type,
  index: Int,
  field: UnsafeMutablePointer<Field>
) -> Any.Type

/// The distance of a field from the start of an object, in bytes.
@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int
