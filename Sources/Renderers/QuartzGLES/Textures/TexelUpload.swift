// Uploads from memory to the bound texture.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzMath
import QuartzModel
import QuartzRaster

/// An upload of texels to textures.
struct TexelUpload {
  let order: ChannelOrder
  /// Whether texels are half floats, which are R, G, B, A in textures of every order.
  let isHalf: Bool

  private var texelBytes: Int { isHalf ? 8 : 4 }
  private var type: GLenum { isHalf ? GLenum(GL_HALF_FLOAT) : GL.unsignedByte }

  /// Copies a part of an image, or of one of its smaller versions, to its place in a level.
  func copy(_ texels: TexelSource, _ part: PixelRect, to placement: TexturePlacement, level: Int) {
    // Bounds: the part lies inside of the image.
    glPixelStorei(GL.unpackRowLength, GLint(texels.rowBytes / texelBytes))
    glTexSubImage2D(
      GL.texture2D,
      GLint(level),
      placement.x + part.minX,
      placement.y + part.minY,
      part.width,
      part.height,
      isHalf ? GL.rgba : order.format,
      type,
      texels.pointer(part, texelBytes)
    )
    glPixelStorei(GL.unpackRowLength, 0)
  }

  /// Copies a part to a level of all tiles that it touches.
  func copy(_ texels: TexelSource, _ part: PixelRect, to tiles: ImageTiles, level: Int) {
    glPixelStorei(GL.unpackRowLength, GLint(texels.rowBytes / texelBytes))
    if level < tiles.levelCount {
      for layer in 0..<tiles.count {
        let tile = tiles.rect(layer, level: level)
        let common = tile.intersection(part)
        if common.isEmpty { continue }
        copy(texels, common, to: (common.minX - tile.minX, common.minY - tile.minY), level, layer)
      }
    } else {
      let origin = tiles.origin(ofLevel: level)
      copy(texels, part, to: (origin.x + part.minX, origin.y + part.minY), 0, tiles.count)
    }
    glPixelStorei(GL.unpackRowLength, 0)
  }

  private func copy(
    _ texels: TexelSource,
    _ part: PixelRect,
    to origin: (x: Int32, y: Int32),
    _ level: Int,
    _ layer: Int
  ) {
    // Bounds: the part lies inside of the image.
    glTexSubImage3D(
      GL.texture2DArray,
      GLint(level),
      origin.x,
      origin.y,
      GLint(layer),
      part.width,
      part.height,
      1,
      GL.rgba,
      type,
      texels.pointer(part, texelBytes)
    )
  }
}

extension TexelSource {
  /// All texels.
  var frame: PixelRect { PixelRect(width: width, height: height) }

  /// Returns a pointer to the first texel of a part.
  fileprivate func pointer(_ part: PixelRect, _ texelBytes: Int) -> UnsafeRawPointer {
    base + (Int(part.minY) * rowBytes + Int(part.minX) * texelBytes)
  }
}

extension PixelBuffer {
  /// The texels in place; valid as long as the buffer is retained.
  var texels: TexelSource? {
    let base = withBytes { $0.baseAddress }
    return base.map {
      TexelSource(base: $0, width: Int32(width), height: Int32(height), rowBytes: rowBytes)
    }
  }
}
