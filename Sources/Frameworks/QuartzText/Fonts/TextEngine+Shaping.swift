// Conversion of characters to glyphs: items, fonts and shapes as Pango finds them.
// Licensed under the MIT license; see LICENSE.

import CQuartzPango

extension TextEngine {
  /// Pango's time grows faster than the text where a paragraph is one item or one cluster; longer
  /// paragraphs are shaped in parts.
  ///
  /// Directional controls do not reach from part to part.
  private static let partLimit = 16_384

  /// Shapes a paragraph, each run with the collection that its font belongs to.
  ///
  /// - Parameters:
  ///   - units: The UTF-16 code units of the whole string.
  ///   - body: The paragraph without its terminator.
  ///   - range: The paragraph with it.
  ///   - runs: The styles of the string; `firstRun` is the first one that reaches the paragraph.
  ///   - direction: The direction of the paragraph.
  static func shape(
    _ units: UnsafeBufferPointer<UInt16>,
    body: Range<Int>,
    range: Range<Int>,
    runs: [StyledRun],
    firstRun: Int,
    direction: CTWritingDirection
  ) -> ShapedText {
    var result = ShapedText(
      range: range,
      isRightToLeft: direction == .rightToLeft,
      emptyStyle: runs[firstRun].style
    )
    var direction = direction
    var run = firstRun
    var position = body.lowerBound
    while position < body.upperBound {
      while runs[run].range.upperBound <= position { run += 1 }
      let engine = runs[run].style.font.face.engine ?? .current
      let most = min(body.upperBound, position + partLimit + 1)
      let limit = self.end(of: engine, runs, run, most)
      let end = partEnd(units, position..<limit)
      // Pango ends the program where it finds no font for a character.
      guard engine.hasFonts else {
        position = end
        continue
      }
      let text = ParagraphText(units, range: position..<end)
      let (first, wanted) = (run, direction)
      result.append(
        engine.withState { state in
          var shaper = ParagraphShaper(text, runs: runs, firstRun: first)
          shaper.shape(&state, wanted)
          return shaper.result
        }
      )
      direction = result.isRightToLeft ? .rightToLeft : .leftToRight
      position = end
    }
    return result
  }

  /// Returns the end of the runs from `first` on whose fonts are of one engine, at most `most`.
  private static func end(
    of engine: TextEngine,
    _ runs: [StyledRun],
    _ first: Int,
    _ most: Int
  ) -> Int {
    for run in runs[first...] {
      if run.range.lowerBound >= most { break }
      if (run.style.font.face.engine ?? .current) !== engine { return run.range.lowerBound }
    }
    return most
  }

  /// Returns the end of the part of a paragraph that begins `range`: after white space if there is
  /// any near the limit, and not within a surrogate pair.
  private static func partEnd(_ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>) -> Int {
    guard range.count > partLimit else { return range.upperBound }
    let limit = range.lowerBound + partLimit
    let near = limit - partLimit / 4..<limit
    if let space = near.last(where: { units[$0] == 0x20 || units[$0] == 0x09 }) {
      return space + 1
    }
    return UTF16.isTrailSurrogate(units[limit]) ? limit - 1 : limit
  }
}

extension ShapedText {
  /// Continues the paragraph with another part of it.
  fileprivate mutating func append(_ part: ShapedText) {
    if clusters.isEmpty {
      isRightToLeft = part.isRightToLeft
      (clusters, items, glyphs, styles) = (part.clusters, part.items, part.glyphs, part.styles)
      return
    }
    let (item, style, glyph) = (Int32(items.count), Int32(styles.count), Int32(glyphs.count))
    items += part.items
    styles += part.styles
    glyphs += part.glyphs
    for var cluster in part.clusters {
      cluster.item += item
      cluster.style += style
      cluster.firstGlyph += glyph
      clusters.append(cluster)
    }
  }
}

/// Shapes one paragraph; lives as long as the lock is held.
private struct ParagraphShaper {
  let text: ParagraphText
  var result: ShapedText
  /// The index of the character after the last one of each style of the result.
  private var styleEnds: [Int] = []
  /// The style of the character that was looked at last; they are looked at in order.
  private var styleIndex = 0
  /// The fonts of items by Pango's; Pango's live as long as the items.
  private var fonts: [FontUse: CTFont] = [:]

  private struct FontUse: Hashable {
    var font: UnsafeMutablePointer<PangoFont>
    var style: Int
  }

  init(_ text: ParagraphText, runs: [StyledRun], firstRun: Int) {
    self.text = text
    result = ShapedText(
      range: text.range,
      isRightToLeft: false,
      emptyStyle: runs[firstRun].style
    )
    var position = firstRun
    while position < runs.count, runs[position].range.lowerBound < text.range.upperBound {
      let end = text.character(atUnit: runs[position].range.upperBound)
      if end > styleEnds.last ?? 0 {
        result.styles.append(runs[position].style)
        styleEnds.append(end)
      }
      position += 1
    }
  }

  mutating func shape(_ state: inout TextEngineState, _ direction: CTWritingDirection) {
    let count = text.bytes.count
    guard count > 0 else { return }
    text.bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return }
        let base = baseDirection(start, CInt(count), direction)
        result.isRightToLeft = base == PANGO_DIRECTION_RTL
        let flags = breakFlags(start, state)
        let attributes = makeAttributes()
        defer { pango_attr_list_unref(attributes) }
        let list = pango_itemize_with_base_dir(
          state.context,
          base,
          start,
          0,
          CInt(count),
          attributes,
          nil
        )
        defer { g_list_free(list) }
        let string = pango_glyph_string_new()
        defer { pango_glyph_string_free(string) }
        var node = list
        while let current = node {
          node = current.pointee.next
          let item = current.pointee.data.assumingMemoryBound(to: PangoItem.self)
          if let string { append(item, start, string, flags, &state) }
          pango_item_free(item)
        }
      }
    }
  }

  private func baseDirection(
    _ start: UnsafePointer<CChar>,
    _ count: CInt,
    _ direction: CTWritingDirection
  ) -> PangoDirection {
    switch direction {
    case .leftToRight: PANGO_DIRECTION_LTR
    case .rightToLeft: PANGO_DIRECTION_RTL
    case .natural:
      quartz_first_direction(start, count) == PANGO_DIRECTION_RTL
        ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
    }
  }

  /// Returns the result of `quartz_break_flags` for each character.
  private func breakFlags(
    _ start: UnsafePointer<CChar>,
    _ state: TextEngineState
  ) -> ContiguousArray<UInt8> {
    let count = text.characterCount
    var attributes = ContiguousArray(repeating: PangoLogAttr(), count: count + 1)
    return attributes.withUnsafeMutableBufferPointer { attributes in
      pango_get_log_attrs(
        start,
        CInt(text.bytes.count),
        result.isRightToLeft ? 1 : 0,
        state.language,
        attributes.baseAddress,
        CInt(count + 1)
      )
      return ContiguousArray(
        attributes.map { attribute in
          withUnsafePointer(to: attribute) { UInt8(truncatingIfNeeded: quartz_break_flags($0)) }
        }
      )
    }
  }

  /// Fonts and features of the styles; styles that differ in colours alone are shaped as one.
  private func makeAttributes() -> OpaquePointer? {
    let list = pango_attr_list_new()
    var start = 0
    for (index, style) in result.styles.enumerated() {
      let end = styleEnds[index]
      if index + 1 < result.styles.count, style.isShaped(as: result.styles[index + 1]) { continue }
      let description = pango_font_description_copy(style.font.face.description)
      pango_font_description_set_absolute_size(
        description,
        TextEngine.shapingSize * Double(PANGO_SCALE)
      )
      let font = pango_attr_font_desc_new(description)
      pango_font_description_free(description)
      // Text of all sizes is shaped at one, so that Pango sees no boundary where only the size
      // changes. No font has the feature `qrtz`; its value tells neighbours apart.
      let ligatures = style.hasLigatures ? "" : ", liga=0, clig=0, dlig=0, hlig=0"
      let settings = style.font.features.map { ", \($0.tag)=\($0.value)" }.joined()
      let features = pango_attr_font_features_new("qrtz=\(index + 1)\(ligatures)\(settings)")
      for attribute in [font, features] {
        attribute?.pointee.start_index = guint(text.byteOfCharacter[start])
        attribute?.pointee.end_index = guint(text.byteOfCharacter[end])
        pango_attr_list_insert(list, attribute)
      }
      start = end
    }
    return list
  }

  private mutating func append(
    _ item: UnsafeMutablePointer<PangoItem>,
    _ start: UnsafePointer<CChar>,
    _ string: UnsafeMutablePointer<PangoGlyphString>,
    _ flags: ContiguousArray<UInt8>,
    _ state: inout TextEngineState
  ) {
    let offset = Int(item.pointee.offset)
    let first = text.character(atByte: offset)
    while styleEnds[styleIndex] <= first { styleIndex += 1 }
    pango_shape_with_flags(
      start + offset,
      item.pointee.length,
      start,
      CInt(text.bytes.count),
      &item.pointee.analysis,
      string,
      PANGO_SHAPE_NONE
    )
    let font = font(item.pointee.analysis.font, styleIndex, &state)
    result.items.append(ShapedItem(font: font, level: item.pointee.analysis.level))
    let base = result.glyphs.count
    appendGlyphs(string.pointee, font)
    appendClusters(item.pointee, string.pointee, base: base, first: first, flags)
  }

  private mutating func font(
    _ pango: UnsafeMutablePointer<PangoFont>?,
    _ style: Int,
    _ state: inout TextEngineState
  ) -> CTFont {
    let wanted = result.styles[style].font
    guard let pango else { return wanted }
    let use = FontUse(font: pango, style: style)
    if let known = fonts[use] { return known }
    let face = state.face(of: pango) ?? wanted.face
    let font =
      face == wanted.face
      ? wanted
      : CTFont(face, size: wanted.size, matrix: wanted.matrix, features: wanted.features)
    fonts[use] = font
    return font
  }

  private mutating func appendGlyphs(_ string: PangoGlyphString, _ font: CTFont) {
    let points = font.size / TextEngine.shapingSize / Double(PANGO_SCALE)
    // Bounds: a glyph string has `num_glyphs` glyphs.
    for index in 0..<Int(string.num_glyphs) {
      let source = string.glyphs[index]
      var glyph = ShapedGlyph(
        glyph: source.glyph,
        x: Double(source.geometry.x_offset) * points,
        y: -Double(source.geometry.y_offset) * points,
        advance: Double(source.geometry.width) * points * font.matrix.a
      )
      if font.face.hasBitmapsOnly, source.glyph < GlyphID(PANGO_GLYPH_UNKNOWN_FLAG) {
        // Pango's advance depends on how the rules of the machine scale bitmaps.
        glyph.advance = font.face.advance(source.glyph) * font.size * font.matrix.a
      }
      if source.glyph & GlyphID(PANGO_GLYPH_UNKNOWN_FLAG) != 0 {
        // Pango would show a box with the number of the character; the font's own box does.
        glyph = ShapedGlyph(glyph: 0, x: 0, y: 0, advance: font.face.advance(0) * font.size)
      }
      result.glyphs.append(glyph)
    }
  }

  private mutating func appendClusters(
    _ item: PangoItem,
    _ string: PangoGlyphString,
    base: Int,
    first: Int,
    _ flags: ContiguousArray<UInt8>
  ) {
    let count = Int(string.num_glyphs)
    let isReversed = item.analysis.level % 2 == 1
    var character = first
    var index = 0
    while index < count {
      // In the order of the text: glyphs of items from right to left come from the end.
      let glyph = isReversed ? count - 1 - index : index
      let byte = string.log_clusters[glyph]
      var length = 1
      while index + length < count {
        let next = isReversed ? glyph - length : glyph + length
        guard string.log_clusters[next] == byte else { break }
        length += 1
      }
      index += length
      let firstGlyph = isReversed ? glyph - length + 1 : glyph
      let start = item.offset + byte
      while text.byteOfCharacter[character] < start { character += 1 }
      while styleEnds[styleIndex] <= character { styleIndex += 1 }
      appendCluster(
        character,
        style: styleIndex,
        glyphs: base + firstGlyph..<base + firstGlyph + length,
        flags[character]
      )
    }
  }

  private mutating func appendCluster(
    _ character: Int,
    style: Int,
    glyphs: Range<Int>,
    _ breaks: UInt8
  ) {
    if Int(breaks) & Int(QUARTZ_BREAK_CARET) == 0, join(glyphs) { return }
    var cluster = Cluster(
      unit: text.unitOfCharacter[character],
      item: Int32(result.items.count - 1),
      style: Int32(style),
      firstGlyph: Int32(glyphs.lowerBound),
      glyphCount: Int32(glyphs.count),
      flags: [],
      character: text.scalar(character),
      advance: 0
    )
    if Int(breaks) & Int(QUARTZ_BREAK_LINE) != 0 {
      cluster.flags.insert(.wordBreak)
    }
    if Int(breaks) & Int(QUARTZ_BREAK_CHARACTER) != 0 {
      cluster.flags.insert(.characterBreak)
    }
    if Int(breaks) & Int(QUARTZ_BREAK_WHITE) != 0 { cluster.flags.insert(.white) }
    let byte = Int(text.byteOfCharacter[character])
    switch text.bytes[byte] {
    case 0x20: cluster.flags.insert(.space)
    case 0x09: cluster.flags.formUnion([.tab, .white])
    case 0xC2 where text.bytes[byte + 1] == 0xA0: cluster.flags.insert(.space)
    case 0xE2 where text.bytes[byte + 1] == 0x80 && text.bytes[byte + 2] == 0xA8:
      cluster.flags.formUnion([.forcedBreak, .white])
    default: break
    }
    if cluster.flags.isDisjoint(with: [.tab, .forcedBreak]) {
      let advance = glyphs.reduce(0) { $0 + result.glyphs[$1].advance }
      cluster.advance =
        (result.styles[style].room?.width ?? advance) + (result.styles[style].kern ?? 0)
    } else {
      cluster.glyphCount = 0
    }
    result.clusters.append(cluster)
  }
}

extension ParagraphShaper {
  private static let glyphLimit = 6

  /// Adds the glyphs of a mark to the letter before it, which lies beside it in the same item.
  ///
  /// Returns false for the first cluster of an item, and where a letter is longer than any is: a
  /// chain of joined emoji without end must not be a line.
  private mutating func join(_ glyphs: Range<Int>) -> Bool {
    let advance = glyphs.reduce(0) { $0 + result.glyphs[$1].advance }
    guard var last = result.clusters.last, last.item == result.items.count - 1,
      advance == 0 || Int(last.glyphCount) + glyphs.count <= Self.glyphLimit,
      last.flags.isDisjoint(with: [.tab, .forcedBreak])
    else { return false }
    last.firstGlyph = min(last.firstGlyph, Int32(glyphs.lowerBound))
    last.glyphCount += Int32(glyphs.count)
    last.advance += advance
    result.clusters[result.clusters.count - 1] = last
    return true
  }
}

extension TextStyle {
  /// Whether the glyphs of both are the same, and go on from one to the other.
  fileprivate func isShaped(as other: TextStyle) -> Bool {
    font == other.font && hasLigatures == other.hasLigatures
  }
}
