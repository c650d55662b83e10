// Frames that are the planes of a film, with layers blended in where they lie.
// Licensed under the MIT license; see LICENSE.
//
// A title over a film touches a few hundredths of its pixels. Drawing all of a picture would decode
// it into colours, draw it, and make planes of it again, with three million bytes moved each time.
// Here the layers are drawn alone, over nothing, and squares of 16 x 16 pixels remember whether
// anything lies in them:
//
//     decoder --planes--------------------------------------> rows without layers --> encoder
//        |                                                           ^
//        +--> squares with layers: colours -> layers over them -> planes, and the rest of their rows
//
// Rows without layers go to the encoder from the memory that the decoder wrote them to, as lent
// pages. Rows with some are copied, and samples of their squares replaced: those that a pixel of a
// layer reaches. All others are the decoder's, bit for bit, as saturated colours would change on
// their way through R, G, B. The replaced ones are what a whole picture would give, by the same
// formulas: chroma is taken between samples of the whole film, and a square that the colours of a
// neighbour reach counts as one with layers. One thing is another: layers are rounded to bytes
// before they lie over the film and not after. A pixel that is covered in part, or by several
// layers that are see-through, may so differ by a level for each.

package import QuartzMath
import QuartzRaster
package import QuartzVideo

/// The squares of a canvas that layers touch.
package struct LayerSquares {
  /// Pixels; H.264 predicts squares of this size.
  package static let side = 16

  let columns: Int
  let rows: Int
  private var isTouched: [Bool]

  package init(width: Int, height: Int) {
    columns = (width + Self.side - 1) / Self.side
    rows = (height + Self.side - 1) / Self.side
    isTouched = Array(repeating: false, count: columns * rows)
  }

  /// Looks again at what has changed.
  package mutating func update(_ damage: Damage, _ canvas: FilmCanvas) {
    for index in 0..<damage.count {
      let rect = damage[index]
      guard !rect.isEmpty else { continue }
      // A square looks at the column before it as well.
      let across = Int(rect.minX) / Self.side...min(Int(rect.maxX) / Self.side, columns - 1)
      for row in Int(rect.minY) / Self.side...(Int(rect.maxY) - 1) / Self.side {
        for column in across {
          isTouched[row * columns + column] = Self.isTouched(column, row, canvas)
        }
      }
    }
  }

  /// Whether a pixel of a square, or of the column before it, is not clear.
  ///
  /// That column reaches the square's colours, where they lie at the left.
  private static func isTouched(_ column: Int, _ row: Int, _ canvas: FilmCanvas) -> Bool {
    let (x, y) = (max(column * side - 1, 0), row * side)
    let end = min((column + 1) * side, canvas.width)
    // Bounds: rows below `height` have at least `width` pixels of four bytes.
    for y in y..<min(y + side, canvas.height) {
      let line = canvas.base + y * canvas.rowBytes
      for x in x..<end where line.load(fromByteOffset: x * 4, as: UInt32.self) != 0 {
        return true
      }
    }
    return false
  }

  /// The runs of touched squares of a row, from the left.
  func runs(in row: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for column in 0..<columns where isTouched[row * columns + column] {
      if let last = runs.last, last.upperBound == column {
        runs[runs.count - 1] = last.lowerBound..<column + 1
      } else {
        runs.append(column..<column + 1)
      }
    }
    return runs
  }
}

/// A frame of planes: some rows are the film's, in the decoder's memory, some its own.
///
/// It is written by the thread that draws it before it is handed over, and that thread takes it
/// again only when nobody else holds it.
package final class PlaneFrame: EncoderFrame {
  private let width: Int
  private let height: Int
  private let memory: UnsafeMutableRawBufferPointer
  private var picture: VideoPicture?
  private var pieces: [UnsafeRawBufferPointer] = []
  /// The pixels of squares with layers, for statistics.
  package private(set) var blendedPixels = 0

  /// - Parameters:
  ///   - width: In pixels, even.
  ///   - height: The same.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    // Only rows with layers are ever touched.
    memory = .allocate(byteCount: FilmPixels.yuv420.byteCount(width, height), alignment: 4096)
  }

  deinit {
    memory.deallocate()
  }

  package var byteCount: Int { memory.count }

  package func write(to encoder: FilmEncoder) throws {
    try encoder.lend(pieces, of: self)
  }

  /// Takes a picture of the film and blends layers into it.
  ///
  /// - Parameters:
  ///   - canvas: The layers, over nothing.
  ///   - scratch: A canvas of the same size for intermediate colours.
  package func fill(
    _ picture: VideoPicture,
    _ canvas: FilmCanvas,
    _ squares: LayerSquares,
    _ scratch: FilmCanvas,
    place: ChromaPlace
  ) {
    self.picture = picture
    blendedPixels = 0
    guard let base = memory.baseAddress else { return }
    let planes = StudioPlanes(base: base, width: width, height: height, place: place)
    var isOwn: [Bool] = []
    for row in 0..<squares.rows {
      let runs = squares.runs(in: row)
      isOwn.append(!runs.isEmpty)
      guard !runs.isEmpty else { continue }
      let start = row * LayerSquares.side
      let lines = start..<min(start + LayerSquares.side, height)
      copy(lines, of: picture, to: base)
      for run in runs {
        let end = min(run.upperBound * LayerSquares.side, width)
        let columns = run.lowerBound * LayerSquares.side..<end
        blend(columns, lines, picture, canvas, scratch)
        StudioColors.convert(
          FrameRect(x: columns.lowerBound, y: start, maxX: end, maxY: lines.upperBound),
          scratch,
          scratch.base,
          planes
        )
        restore(columns, lines, of: picture, where: canvas, planes)
        blendedPixels += columns.count * lines.count
      }
    }
    arrange(isOwn, picture, base)
  }

  /// Copies rows of all planes.
  private func copy(_ lines: Range<Int>, of picture: VideoPicture, to base: UnsafeMutableRawPointer)
  {
    for (number, plane) in picture.format.planes.enumerated() {
      let first = number == 0 ? lines.lowerBound : lines.lowerBound / 2
      let count = number == 0 ? lines.count : lines.count / 2
      let offset = plane.offset + first * plane.rowBytes
      // Bounds: frame and picture have the same planes, one after the other; sides are even.
      (base + offset).copyMemory(
        from: picture.memory.base + offset,
        byteCount: count * plane.rowBytes
      )
    }
  }

  /// Writes the colours of a part of the film with the layers over it.
  private func blend(
    _ columns: Range<Int>,
    _ lines: Range<Int>,
    _ picture: VideoPicture,
    _ canvas: FilmCanvas,
    _ scratch: FilmCanvas
  ) {
    // Colours at the left take a column more, and the first and the last of a part are not exact.
    let wide = max(columns.lowerBound - 2, 0)..<min(columns.upperBound + 2, width)
    let start = lines.lowerBound * scratch.rowBytes + wide.lowerBound * 4
    picture.convert(
      columns: wide,
      rows: lines,
      to: scratch.base + start,
      rowBytes: scratch.rowBytes
    )
    let over = SpanBlender(mode: .normal, format: .rgba8)
    for y in lines {
      let start = y * scratch.rowBytes + wide.lowerBound * 4
      // Bounds: both canvases have the columns and lines of the picture.
      let layers = UnsafePointer((canvas.base + start).assumingMemoryBound(to: UInt32.self))
      over.blend(.pixels(layers), onto: scratch.base + start, count: wide.count)
    }
  }

  /// Takes the film's samples where no layer reaches them.
  ///
  /// - Parameters:
  ///   - columns: Of squares.
  ///   - canvas: The layers.
  private func restore(
    _ columns: Range<Int>,
    _ lines: Range<Int>,
    of picture: VideoPicture,
    where canvas: FilmCanvas,
    _ planes: StudioPlanes
  ) {
    let (film, base) = (picture.memory.base, planes.base)
    let (half, count) = (width / 2, width * height)
    // Bounds: columns and lines begin and end with even numbers inside of the planes, which are
    // those of the picture; the canvas has as many pixels.
    func isClear(_ x: Int, _ y: Int) -> Bool {
      (canvas.base + y * canvas.rowBytes).load(fromByteOffset: x * 4, as: UInt32.self) == 0
    }
    func take(_ place: Int) {
      base.storeBytes(
        of: film.load(fromByteOffset: place, as: UInt8.self),
        toByteOffset: place,
        as: UInt8.self
      )
    }
    for y in stride(from: lines.lowerBound, to: lines.upperBound, by: 2) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: 2) {
        var areClear = true
        for line in y..<y + 2 {
          for column in x..<x + 2 {
            if isClear(column, line) { take(line * width + column) } else { areClear = false }
          }
        }
        if planes.place == .left, x > 0 {
          areClear = areClear && isClear(x - 1, y) && isClear(x - 1, y + 1)
        }
        guard areClear else { continue }
        let chroma = count + y / 2 * half + x / 2
        take(chroma)
        take(chroma + half * (height / 2))
      }
    }
  }

  /// Lists the pieces of memory that the frame is made of.
  private func arrange(_ isOwn: [Bool], _ picture: VideoPicture, _ base: UnsafeMutableRawPointer) {
    pieces.removeAll(keepingCapacity: true)
    for (number, plane) in picture.format.planes.enumerated() {
      let step = number == 0 ? LayerSquares.side : LayerSquares.side / 2
      var row = 0
      while row < isOwn.count {
        let end = isOwn[row...].firstIndex { $0 != isOwn[row] } ?? isOwn.count
        let lines = row * step..<min(end * step, plane.rows)
        let memory = isOwn[row] ? base : picture.memory.base
        pieces.append(
          UnsafeRawBufferPointer(
            start: memory + plane.offset + lines.lowerBound * plane.rowBytes,
            count: lines.count * plane.rowBytes
          )
        )
        row = end
      }
    }
  }
}
