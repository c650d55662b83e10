// Documents that are damaged or ask for too much: errors with a path, never a trap.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzTesting
import Testing

@testable import QuartzLottie

struct LottieHostileTests {
  private func error(_ json: String) -> LottieError? {
    do {
      _ = try LottieAnimation(data: Data(json.utf8)).makeLayer()
      return nil
    } catch {
      return error
    }
  }

  /// A document that has each feature once.
  static let rich: JSONValue = {
    let path =
      #"{"k":{"v":[[0,0],[20,0],[20,20]],"i":[[0,0],[1,1],[0,0]],"o":[[0,0],[1,0],[0,0]],"c":true}}"#
    let shapes = [
      Part.rect(20, 20, 20, 20, #","d":3"#), Part.ellipse(50, 50, 20),
      #"{"ty":"sh","ks":\#(path)}"#,
      #"{"ty":"sr","sy":1,"pt":{"k":4.5},"p":{"k":[50,50]},"r":{"k":3},"or":{"k":9},"ir":{"k":4},"os":{"k":9},"is":{"k":2}}"#,
      #"{"ty":"rd","r":{"k":2}}"#, #"{"ty":"pb","a":{"k":10}}"#,
      #"{"ty":"zz","s":{"k":2},"r":{"k":2},"pt":{"k":2}}"#,
      #"{"ty":"tm","s":\#(Part.keys((0, [0]), (2, [50]))),"e":{"k":90},"o":{"k":5},"m":2}"#,
      #"{"ty":"rp","c":{"k":2},"o":{"k":1},"m":2,"tr":{"p":{"k":[5,5]},"r":{"k":9},"s":{"k":[90,90]},"so":{"k":90},"eo":{"k":9}}}"#,
      Part.stroke(2, "1,0,0", #","ml":4,"d":[{"n":"d","v":{"k":3}},{"n":"o","v":{"k":1}}]"#),
      #"{"ty":"gf","t":2,"s":{"k":[0,0]},"e":{"k":[9,9]},"h":{"k":5},"a":{"k":5},"o":{"k":90},"r":2,"g":{"p":2,"k":{"k":[0,1,0,0,1,0,1,0,0,1,1,0.5]}}}"#,
    ]
    let ks =
      #""p":{"k":[{"t":0,"s":[10,10],"to":[5,0],"ti":[0,5],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.6],"y":[1]}},{"t":3,"s":[40,40]}]},"#
      + #""a":{"k":[1,1]},"s":{"k":[90,80]},"r":\#(Part.keys((0, [0]), (3, [90]))),"sk":{"k":9},"sa":{"k":4},"o":{"k":80}"#
    let mask = #"{"mode":"f","inv":true,"pt":\#(path),"o":{"k":50},"x":{"k":2},"f":{"k":[2,2]}}"#
    let effects =
      #","ef":[{"ty":25,"ef":[{"v":{"k":[0,0,0]}},{"v":{"k":200}},{"v":{"k":9}},{"v":{"k":2}},{"v":{"k":2}}]},{"ty":29,"ef":[{"v":{"k":2}}]},{"ty":20,"ef":[{"v":{"k":[0,0,0]}}]}]"#
    let text =
      #"{"ty":5,"ip":0,"op":4,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":20,"t":"ab c","fc":[1,0,0],"sc":[0,1,0],"sw":1,"j":2,"tr":50,"lh":24,"sz":[30,50],"ps":[0,0]}}]},"#
      + #""p":{"m":0,"f":{"k":2},"r":{"k":0},"a":{"k":1}},"m":{"g":2,"a":{"k":[10,10]}},"a":[{"s":{"t":0,"#
      + #""sh":2,"b":3,"r":1,"rn":1,"s":{"k":0},"e":{"k":80},"o":\#(Part.keys((0, [0]), (3, [50]))),"#
      + #""a":{"k":90},"xe":{"k":20},"ne":{"k":-20},"sm":{"k":50}},"a":{"p":{"k":[3,3]},"s":{"k":[90,90]},"#
      + #""r":{"k":9},"sk":{"k":3},"sa":{"k":3},"a":{"k":[1,1]},"o":{"k":50},"fc":{"k":[1,0,0]},"#
      + #""sc":{"k":[1,0,0]},"sw":{"k":2},"t":{"k":3},"ls":{"k":[1,1]}}}]},"#
      + #""masksProperties":[{"mode":"n","pt":\#(path)}],"sy":[{"ty":1,"c":{"k":[0,0,1]},"#
      + #""o":{"k":90},"a":{"k":30},"s":{"k":2},"d":{"k":3},"ch":{"k":0}}]}"#
    let layers = [
      Part.layer(
        [Part.group(shapes, #""o":{"k":50}"#)],
        #","ind":1,"ao":1,"bm":3,"masksProperties":[\#(mask)]\#(effects)"#,
        ks: ks
      ),
      Part.solid("#fff", 20, 20, #","ind":2,"td":1,"parent":1"#),
      Part.solid("#102030", 20, 20, #","ind":3,"tt":3,"tp":2"#), text,
      #"{"ty":0,"refId":"a","w":50,"h":50,"ip":0,"op":4,"st":1,"sr":2,"ks":{},"tm":\#(Part.keys((0, [0]), (4, [0.3])))}"#,
    ]
    let json =
      #"{"v":"5.7","fr":10,"ip":0,"op":4,"w":60,"h":60,"layers":[\#(layers.joined(separator: ","))],"#
      + #""assets":[{"id":"a","layers":[\#(Part.layer([Part.rect(0, 0, 9, 9), Part.red], ks: ks))]}],"#
      + #""markers":[{"cm":"m","tm":1,"dr":2}],"fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":70}]},"#
      + #""chars":[{"ch":"a","fFamily":"F","style":"R","size":20,"w":50,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":\#(path)}]}]}}]}"#
    return (try? JSONParser.document(of: Array(json.utf8)).root.value) ?? .null
  }()

  /// All values that come of one when a part of it is replaced.
  private func changed(_ value: JSONValue, _ replacement: JSONValue) -> [JSONValue] {
    var result = [replacement]
    switch value {
    case .object(let members):
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        for part in changed(member, replacement) {
          var copy = members
          copy[name] = part
          result.append(.object(copy))
        }
      }
    case .list(let list):
      for (index, element) in list.enumerated() {
        for part in changed(element, replacement) {
          var copy = list
          copy[index] = part
          result.append(.list(copy))
        }
      }
    case .numbers(let numbers):
      for index in numbers.indices {
        guard case .number(let number) = replacement else { continue }
        var copy = numbers
        copy[index] = number
        result.append(.numbers(copy))
      }
    case .null, .bool, .number, .text: break
    }
    return result
  }

  @Test func theRichDocumentIsRead() throws {
    let reader = LottieReader(JSONDocument(Self.rich), LottieSettings())
    let document = try reader.document()
    #expect(document.root.layers.count == 5)
    var report = reader.report
    let layer = try LottieBuilder.layer(of: document, &report) { _ in nil }
    let pictures = try renderedImages(of: layer, size: CGSize(width: 60, height: 60), at: [0, 0.2])
    #expect(try LottiePicture(pictures[0]).area > 100)
  }

  /// Each member of the document is replaced by something else.
  @Test(arguments: [
    JSONValue.null, .text("\u{1F600}x"), .number(1e300), .number(-7.5), .number(2e8), .numbers([]),
    .list([.object([:])]), .object([:]), .bool(true), .object(["k": .list([.object([:]), .null])]),
  ])
  func replacedMembers(_ replacement: JSONValue) {
    var (read, built) = (0, 0)
    for (index, value) in changed(Self.rich, replacement).enumerated() {
      let reader = LottieReader(JSONDocument(value), LottieSettings())
      let document: LottieDocument
      do {
        document = try reader.document()
      } catch {
        // The first one is the document itself.
        if case .invalid(let path, _) = error { #expect(index == 0 || !path.isEmpty) }
        continue
      }
      read += 1
      var report = reader.report
      if (try? LottieBuilder.layer(of: document, &report, images: { _ in nil })) != nil {
        built += 1
      }
    }
    #expect(read > 5 && built > 5, "\(read) read, \(built) built")
  }

  private static let gallery = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples/Lottie")

  private static let documents: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: gallery.path)) ?? [])
    .filter { $0.hasSuffix(".json") }.sorted()

  /// Each field of each document is null, a text, a huge number and an empty list in turn: an error
  /// with its path, or a document; the layers of one in 20 are made and drawn.
  @Test(arguments: documents)
  func replacedFieldsOfTheGallery(_ name: String) throws {
    let bytes = try Data(contentsOf: Self.gallery.appendingPathComponent(name))
    let document = try JSONParser.document(of: [UInt8](bytes)).root.value
    var count = 0
    for replacement in [JSONValue.null, .text("x"), .number(1e12), .numbers([])] {
      for (index, value) in changed(document, replacement).enumerated() {
        count += 1
        let reader = LottieReader(JSONDocument(value), LottieSettings())
        do {
          let read = try reader.document()
          guard count % 20 == 0 else { continue }
          var report = reader.report
          let layer = try LottieBuilder.layer(of: read, &report, images: { _ in nil })
          if read.size.max() <= 256 {
            _ = try renderedImage(of: layer, size: CGSize(width: 64, height: 64))
          }
        } catch let error as LottieError {
          if case .invalid(let path, _) = error { #expect(index == 0 || !path.isEmpty) }
        }
      }
    }
    #expect(count > 200)
  }

  /// A member of another kind than that which is read is said with its path.
  @Test func otherKindsAreSaid() throws {
    let rect = [Part.rect(50, 50, 20, 20), Part.red]
    func warnings(_ more: String) throws -> [String] {
      let json = Part.document([Part.layer(rect, more)])
      return try LottieAnimation(data: Data(json.utf8)).report.warnings
    }
    #expect(try warnings("") == [])
    #expect(
      try warnings(#","sr":"fast""#) == ["layers[0].sr: a number is expected, not a text"]
    )
    #expect(
      try warnings(#","ef":7,"masksProperties":{}"#).sorted() == [
        "layers[0].ef: a list is expected, not a number",
        "layers[0].masksProperties: a list is expected, not an object",
      ]
    )
  }

  @Test func sizesHaveLimits() {
    func document(_ change: (String, String)) -> LottieError? {
      error(Part.document([]).replacing(change.0, with: change.1))
    }
    #expect(document((#""w":100"#, #""w":20000"#)) != nil)
    #expect(document((#""w":100"#, #""w":0"#)) == .invalid(path: "w", reason: "0.0 is not above 0"))
    #expect(document((#""op":10"#, #""op":1e12"#)) == .invalid(path: "op", reason: "is beyond 1e9"))
    #expect(document((#""fr":10"#, #""fr":1e9"#)) != nil)
    #expect(document((#""op":10"#, #""op":0"#)) != nil)
    #expect(error("[]") == .invalid(path: "", reason: "an object is expected"))
  }

  @Test func copiesHaveALimit() {
    func repeater(_ count: String) -> String { #"{"ty":"rp","c":{"k":\#(count)},"tr":{}}"# }
    let rect = [Part.rect(0, 0, 2, 2), Part.red]
    let limit = LottieError.limit(what: "copies of repeaters", limit: 16_384)
    #expect(error(Part.document([Part.layer(rect + [repeater("1e8")])])) == limit)
    let nested = rect + [repeater("1000"), repeater("1000")]
    #expect(error(Part.document([Part.layer(nested)])) != nil)
  }

  @Test func compositionsThatDouble() {
    let assets = (0..<30).map { index in
      let layer = #"{"ty":0,"refId":"a\#(index + 1)","w":9,"h":9,"ip":0,"op":10,"ks":{}}"#
      return #"{"id":"a\#(index)","layers":[\#(layer),\#(layer)]}"#
    }
    let last = #"{"id":"a30","layers":[\#(Part.solid("#fff", 9, 9))]}"#
    let root = #"{"ty":0,"refId":"a0","w":9,"h":9,"ip":0,"op":10,"ks":{}}"#
    let json = Part.document([root], #","assets":[\#((assets + [last]).joined(separator: ","))]"#)
    #expect(error(json) == .limit(what: "layers", limit: 100_000))
    let itself = #","assets":[{"id":"a0","layers":[\#(root),\#(Part.solid("#fff", 9, 9))]}]"#
    #expect(error(Part.document([root], itself)) == nil)
  }

  @Test func namesThatMatchSlowly() {
    let pattern = Array(repeating: "**", count: 200) + ["x"]
    let names = Array(repeating: "a", count: 200)
    #expect(!LottieSettings.matches(pattern, names))
    #expect(LottieSettings.matches(["**", "b", "*"], ["a", "b.c", "d"]) == false)
    #expect(LottieSettings.matches(["**", "b", "c", "*"], ["a", "b.c", "d"]))
  }

  @Test func longChainsOfParents() {
    let layers = (0..<5000).map { index in
      #"{"ty":3,"ind":\#(index),"parent":\#(index + 1),"ks":{}}"#
    }
    #expect(error(Part.document(layers)) == nil)
  }
}
