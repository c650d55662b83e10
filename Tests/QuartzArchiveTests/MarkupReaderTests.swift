// Documents: well-formed, malformed and dangerous.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import Testing

@Suite struct MarkupReaderTests {
  private func failure(_ text: String, limits: MarkupLimits = MarkupLimits()) -> MarkupError? {
    do {
      _ = try MarkupReader.read(Data(text.utf8), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func elementsAttributesLines() throws {
    let root = try MarkupReader.read(
      Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- a banner -->

        <caml xmlns="urn:a" xmlns:b="urn:b">
          <CALayer bounds="0 0 1 1"
            name="&#228;&amp;&lt;"/>
          <b:other/>
        </caml>
        """.utf8
      )
    )
    #expect(root.name == "caml" && root.namespace == "urn:a" && root.line == 4)
    #expect(root.children.map(\.name) == ["CALayer", "other"])
    #expect(root.children[0].attributes == ["bounds": "0 0 1 1", "name": "ä&<"])
    #expect(root.children[0].line == 6)
    #expect(root.children[1].namespace == "urn:b")
  }

  @Test func utf16() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\r\n<a name=\"ä\"/>"
    let bytes = try #require(text.data(using: .utf16))
    #expect(try MarkupReader.read(bytes).attributes == ["name": "ä"])
    let mark = Data([0xEF, 0xBB, 0xBF]) + Data("<a name=\"ä\"/>".utf8)
    #expect(try MarkupReader.read(mark).attributes == ["name": "ä"])
  }

  @Test(arguments: [
    ("<a>\n<b></c>\n</a>", 2), ("<a>\n<b>", 2), ("", 1), ("<a b='1' b='2'/>", 1),
    ("<a>&x;</a>", 1), ("text", 1), ("<a/><b/>", 1), ("<!-- no end", 1), ("<?xml", 1),
    ("<a b=\"<\"/>", 1), ("<a", 1),
  ])
  func malformed(text: String, line: Int) throws {
    let error = try #require(failure(text))
    guard case .malformed(let found, _, let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(found == line)
    #expect(!reason.isEmpty && !reason.contains("\n"))
  }

  @Test(arguments: [
    "<!DOCTYPE a><a/>", "\n\n<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
    "<?xml version='1.0'?><!-- x --><?y z?><!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
    "<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://localhost/x'>%p;]><a/>",
  ])
  func documentTypeRefused(text: String) throws {
    guard case .documentType? = failure(text) else {
      Issue.record("\(String(describing: failure(text)))")
      return
    }
  }

  /// Another encoding must not hide a document type from the scan.
  @Test func encodingNamedByDocumentIsIgnored() throws {
    let hidden = """
      <?xml version="1.0" encoding="UTF-7"?>
      +ADw-!DOCTYPE a +AFs-+ADw-!ENTITY x 'y'+AD4-+AF0-+AD4-<a/>
      """
    guard case .malformed? = failure(hidden) else {
      Issue.record("\(String(describing: failure(hidden)))")
      return
    }
    #expect(failure("<?xml version=\"1.0\" encoding=\"latin1\"?><a/>") == nil)
  }

  @Test func limitDepth() {
    let deep = String(repeating: "<a>", count: 257) + String(repeating: "</a>", count: 257)
    #expect(failure(deep) == .limit(line: 1, what: "elements inside one another", limit: 256))
    let allowed = String(repeating: "<a>", count: 256) + String(repeating: "</a>", count: 256)
    #expect(failure(allowed) == nil)
    #expect(failure(String(repeating: "<a>\n", count: 1_000_000)) != nil)
  }

  @Test func limitElements() {
    let many = "<a>" + String(repeating: "<b/>", count: 100_000) + "</a>"
    #expect(failure(many) == .limit(line: 1, what: "elements in a document", limit: 100_000))
  }

  /// The parser takes a time that grows with the square of both.
  @Test func limitAttributesOfAnElementAndPrefixes() {
    func attributes(_ count: Int) -> String {
      "<a>\n<b " + (0..<count).map { "a\($0)=\"'>\" " }.joined() + "/></a>"
    }
    #expect(failure(attributes(256)) == nil)
    let limit = MarkupError.limit(line: 2, what: "attributes of an element", limit: 256)
    #expect(failure(attributes(257)) == limit)
    #expect(failure(attributes(100_000)) == limit)
    var few = MarkupLimits()
    few.allAttributes = 3
    let three = "<a b='' c=''><d e=''/>"
    #expect(failure(three + "</a>", limits: few) == nil)
    #expect(
      failure(three + "\n<f g=''/></a>", limits: few)
        == .limit(line: 2, what: "attributes in a document", limit: 3)
    )
    let hidden = (0..<2000).map { "a\($0)=''" }.joined(separator: " ")
    #expect(
      failure("<a><!-- <b \(hidden)> --><![CDATA[<b \(hidden)>]]><?b <b \(hidden)?></a>") == nil
    )
    let prefixes = (0..<257).map { "<b xmlns:p\($0)='u'>" }.joined()
    #expect(
      failure("<a>" + prefixes)
        == .limit(line: 1, what: "prefixes of namespaces in a document", limit: 256)
    )
  }

  /// Each comment in the prolog asked for its line, and so for all bytes before it.
  @Test func manyCommentsBeforeTheDocument() {
    let comments = String(repeating: "<!---->", count: 50_000)
    #expect(failure(comments + "<a/>") == nil)
    #expect(failure("\n\n" + comments + "<!-- ") != nil)
  }

  @Test func limitAttributes() {
    var limits = MarkupLimits()
    limits.attributeBytes = 100
    limits.dataURLBytes = 1000
    let long = String(repeating: "x", count: 101)
    #expect(
      failure("<a b='\(long)'/>", limits: limits)
        == .limit(line: 1, what: "bytes in the attribute b", limit: 100)
    )
    #expect(failure("<a src='data:\(long)'/>", limits: limits) == nil)
    #expect(
      failure("<a src='data:\(String(repeating: "x", count: 1001))'/>", limits: limits) != nil
    )
    limits.bytes = 10
    #expect(
      failure("<a b='123456'/>", limits: limits)
        == .limit(line: 1, what: "bytes in a document", limit: 10)
    )
  }
}
