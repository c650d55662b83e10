// The passes that make images of planes, before the passes that show them.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan

extension FrameDrawer {
  /// Draws the images of planes that were presented since they were drawn last.
  func drawPlanes() throws(RenderError) {
    for waiting in textures.takePlanes() {
      guard let layout = waiting.pixels.drawnPlanes else { continue }
      let (width, height) = (waiting.pixels.width, waiting.pixels.height)
      let planes = try textures.load(waiting.pixels, layout, for: waiting.textures)
      counters.bytesUploaded += planes.bytesUploaded
      let variant: ShaderVariant = drawsRectangles ? .rectangles : []
      let key = ProgramKey(shader: .planes, variant: variant)
      let program = try self.program(key)
      planeWriter.removeAll()
      planeWriter.append(SIMD4(0, 0, Float(width), Float(height)))
      layout.record(width: width, height: height, order).write(variant, to: &planeWriter)
      planeBuffer.bind()
      planeBuffer.upload(planeWriter.instances)
      counters.bytesUploaded += planeWriter.instances.count * 16
      waiting.textures.target.bind()
      glViewport(0, 0, GLsizei(width), GLsizei(height))
      glDisable(GL.blend)
      program.use()
      program.set(surface: SIMD4(0, 0, 2 / Float(width), 2 / Float(height)))
      let names = planes.names
      let units: [(TextureUnit, GLuint)] = [
        (.second, names.first), (.below, names.second), (.main, names.luma),
      ]
      for (unit, name) in units {
        glActiveTexture(GL.firstTextureUnit + unit.rawValue)
        glBindTexture(GL.texture2D, name)
      }
      planeBuffer.point(program.attributes, first: 0)
      if variant.contains(.rectangles) {
        glDrawArraysInstanced(GL.triangles, 0, 6, 1)
      } else {
        glDrawArraysInstanced(GL.triangleStrip, 0, 4, 1)
      }
      counters.drawCalls += 1
      counters.targets += 1
      settler?.unsettle()
      // The image has a copy in colours; its producer may write again when GL has read this.
      if planes.isImported { textures.retire(waiting.pixels) }
      forgetState()
      settle()
    }
  }
}
