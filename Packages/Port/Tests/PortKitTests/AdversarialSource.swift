// 10,000 lines of Swift that look like things to change.
// Licensed under the MIT license; see LICENSE.

/// Random numbers that are the same in every run.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Returns a number from 0 up to `count`.
  mutating func roll(_ count: Int) -> Int {
    // xorshift64*, Vigna 2016.
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % count
  }
}

/// A source with the lines that a port has to change, and those that it must not.
struct AdversarialSource {
  /// The lines before.
  private(set) var before: [String] = []
  /// The lines after.
  private(set) var after: [String] = []
  /// The numbers of the lines that change; 1 is the first.
  private(set) var changed: Set<Int> = []
  let newline: String
  private var dice: Dice
  private var count = 0

  init(seed: UInt64, lines: Int, newline: String = "\n") {
    dice = Dice(seed)
    self.newline = newline
    keep("import UIKit")
    while before.count < lines { addClass() }
  }

  var text: String { before.joined(separator: newline) }
  var expected: String { after.joined(separator: newline) }

  private mutating func keep(_ line: String) {
    before.append(line)
    after.append(line)
  }

  private mutating func change(_ line: String, _ result: String?) {
    before.append(line)
    changed.insert(before.count)
    if let result { after.append(result) }
  }

  private mutating func addClass() {
    count += 1
    let name = "Class\(count)"
    let indent = ["  ", "\t", "    "][dice.roll(3)]
    if dice.roll(4) == 0 { change("@objcMembers", nil) }
    keep("final class \(name): UIView {")
    change(
      "\(indent)@objc func step(_ link: CADisplayLink) {}",
      "\(indent)func step(_ link: CADisplayLink) {}"
    )
    keep("\(indent)func body() {")
    for _ in 0..<(5 + dice.roll(20)) { addStatement(name, indent + indent) }
    keep("\(indent)}")
    if dice.roll(3) == 0 { addConditions(indent, depth: 1 + dice.roll(5)) }
    keep("}")
    if dice.roll(2) == 0 { keep("") }
    if dice.roll(2) == 0 { addComments() }
  }

  private mutating func addStatement(_ type: String, _ indent: String) {
    let selector = "Selector(\"step:\", \(type).step(_:))"
    switch dice.roll(14) {
    case 0: keep(indent + #"_ = "a #selector(step(_:)) and @objc in a string""#)
    case 1: keep(indent + ##"_ = #"raw #selector(step(_:)) \(#selector(x)) "quoted" "#"##)
    case 2: keep(indent + "// #selector(step(_:)) @objc os(iOS) || os(tvOS)")
    case 3: keep(indent + "/* @objc /* #keyPath(CALayer.position) */ import UIKit.UIView */ _ = 0")
    case 4: change(indent + "_ = #selector(step(_:))", indent + "_ = " + selector)
    case 5:
      change(
        indent + #"_ = "text \(#selector(step(_:))) #selector(no)""#,
        indent + #"_ = "text \(\#(selector)) #selector(no)""#
      )
    case 6:
      change(
        indent + ##"_ = #"text \(#selector(no)) \#(#keyPath(CALayer.position))"#"##,
        indent + ##"_ = #"text \(#selector(no)) \#("position")"#"##
      )
    case 7: addLongString(indent, selector)
    case 8:
      keep(
        indent
          + "_ = 1 /* \(String(repeating: "/* ", count: 5))@objc\(String(repeating: " */", count: 5)) */ + 2"
      )
    case 9:
      keep(indent + #"let objc = "\u{40}objc", selector = { (_: Int) in }; _ = (objc, selector)"#)
    case 10: keep(indent + #"_ = /#selector\(x\) @objc/"#)
    case 11:
      change(
        indent
          + "_ = (#keyPath(CALayer.isHidden), \"é👩‍👩‍👧 #keyPath(x)\", #selector( self . step(_:) ))",
        indent + "_ = (\"hidden\", \"é👩‍👩‍👧 #keyPath(x)\", \(selector))"
      )
    case 12: keep(indent + "_ = { (os: Bool) in os || os }")
    default: keep(indent + "_ = #line + #column; if #available(iOS 13, *) {}")
    }
  }

  private mutating func addLongString(_ indent: String, _ selector: String) {
    keep(indent + "_ = \"\"\"")
    keep(indent + "@objc func #selector(step(_:)) \"quotes\"\" and \\\"\"\"")
    change(indent + "real: \\(#selector(step(_:)))", indent + "real: \\(\(selector))")
    keep(indent + "#if os(iOS) || os(tvOS)")
    keep(indent + "\"\"\"")
  }

  private mutating func addConditions(_ indent: String, depth: Int) {
    for level in 0..<depth {
      switch dice.roll(3) {
      case 0: change("#if os(iOS) || os(tvOS) // \(level)", "#if canImport(UIKit) // \(level)")
      case 1: change("\(indent)#if DEBUG && os(iOS)", "\(indent)#if DEBUG && canImport(UIKit)")
      default: keep("#if os(macOS) || swift(>=5)")
      }
    }
    count += 1
    change("\(indent)@objc func inner\(count)() {}", "\(indent)func inner\(count)() {}")
    for level in 0..<depth {
      if level % 2 == 0 {
        keep("#else")
        keep("\(indent)// nothing")
      }
      keep("#endif")
    }
  }

  private mutating func addComments() {
    keep("/*")
    keep(" @objc class A { /* nested #if os(iOS) */ #selector(a) }")
    keep(" */")
  }
}
