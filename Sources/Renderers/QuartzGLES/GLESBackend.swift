// The backend that draws with OpenGL ES 3.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import CQuartzLinux
package import QuartzMath
package import QuartzModel
package import QuartzPlan

/// A backend that executes plans with OpenGL ES 3, on textures, without a window system.
///
/// Every call makes the context current on its thread and then restores the previous one, so a
/// backend may be made on one thread and used on others, one at a time.
package final class GLESBackend: RenderBackend {
  /// The platforms that were tried until one worked.
  package let report: EGLReport
  private var context: GLContext
  // Nil unless the preferences ask for debugging.
  private let log: DriverLog?
  // Nil only in deinit, since its objects must be freed before the context.
  private var drawer: FrameDrawer?
  /// GL's targets for buffers of screens, by the buffers' numbers; nil for a buffer that GL cannot
  /// draw to.
  private var scanTargets: [UInt64: ScanTarget?] = [:]
  /// The textures that are lent, by the outputs' numbers; nil where the driver lends none.
  private var lending: [UInt32: LendingOutput?] = [:]

  /// Finds a driver and initializes it.
  ///
  /// - Throws: `RenderError.noRenderer` with a reason for each platform if there is none.
  package init(_ preferences: GLESPreferences = .init()) throws(RenderError) {
    var (report, preferences) = (EGLReport(), preferences)
    context = try GLContext.open(preferences, &report)
    self.report = report
    // Windows have no picture with red and blue exchanged.
    if report.chosen?.platform.hasWindows == true { preferences.allowsBGRA = false }
    log = preferences.isDebug ? DriverLog() : nil
    if let log, let set = context.setDebugCallback { log.attach(set) }
    let traits = DriverTraits(context.driver, context.extensions, preferences)
    if traits.software.keptHeap > 0 { quartz_keep_heap(traits.software.keptHeap) }
    let importer: Result<DeviceImporter, ImportRefusal>
    do {
      importer = .success(try context.deviceImporter(preferences))
    } catch {
      importer = .failure(error)
    }
    drawer = try FrameDrawer(
      traits: traits,
      maximumSide: context.driver.maximumTextureSize,
      textures: TextureLimits(preferences, maximumSide: context.driver.maximumTextureSize),
      importer: importer,
      coverageBudget: preferences.coverageBudget,
      labels: preferences.isDebug ? DebugLabels(context.extensions) : nil
    )
    context.leave()
  }

  deinit {
    do {
      try context.enter()
      deleteDrawer()
      if log != nil, let set = context.setDebugCallback { DriverLog.detach(set) }
      context.leave()
    } catch {
      // A context that cannot be entered is lost with its objects.
      context.withoutContext { deleteDrawer() }
    }
  }

  /// Destroys the context and all GL objects of this backend, to test context loss.
  package func loseContext() {
    context.destroy()
  }

  /// Returns the number of GL objects of this backend, for tests: every kind, by the names that GL
  /// may have given.
  package func objectCount() throws(RenderError) -> Int {
    try context.enter()
    defer { context.leave() }
    return GL.objectCount()
  }

  /// Deletes all objects, as the backend's deinit does; the backend draws nothing afterwards.
  ///
  /// With `GLESPreferences.isDebug`, a remaining object gives a message.
  package func deleteObjects() throws(RenderError) {
    try context.enter()
    defer { context.leave() }
    deleteDrawer()
    guard let log else { return }
    let count = GL.objectCount()
    if count > 0 { log.add("\(count) objects of GL are left") }
  }

  private func deleteDrawer() {
    // A program in use, and its shaders, would not be deleted.
    glUseProgram(0)
    scanTargets.removeAll()
    lending.removeAll()
    drawer = nil
  }

  package var description: BackendDescription {
    BackendDescription(
      name: "gles",
      renderer: context.driver.renderer,
      version: context.driver.version,
      platform: report.chosen.map { "\($0.platform)" } ?? ""
    )
  }

  package var maximumSide: Int { context.driver.maximumTextureSize }

  package var measuresDraws: Bool {
    get { drawer?.measuresDraws ?? false }
    set { drawer?.measuresDraws = newValue }
  }

  package var work: DrawWork { drawer?.work ?? DrawWork() }

  package var counters: FrameCounters { drawer?.counters ?? FrameCounters() }

  /// The pictures in dma-bufs that were taken since the backend was made.
  package var deviceImports: DeviceImports { drawer?.textures.imports ?? DeviceImports() }

  /// The driver times each frame from now on, if it can.
  ///
  /// - Returns: The reason, in one line; nil if frames are timed.
  package func startTiming() throws(RenderError) -> String? {
    let extensions = context.extensions
    var reason: String?
    try entered { drawer throws(RenderError) in
      reason = TimerQuery.absence(extensions)
      if drawer.timer == nil { drawer.timer = TimerQuery(extensions) }
    }
    return reason
  }

  /// Waits until the last frame is drawn, and returns the time that the driver's clock gives it.
  ///
  /// - Returns: Nil if frames are not timed, and if there is none since the last call.
  package func takeFrameTime() throws(RenderError) -> GPUTime? {
    var time: GPUTime?
    try entered { drawer throws(RenderError) in time = drawer.timer?.take() }
    return time
  }

  /// Returns the driver's messages about errors or undefined behaviour since the last call; only
  /// with `GLESPreferences.isDebug`.
  package func takeDriverMessages() -> [String] { log?.take() ?? [] }

  /// Returns the names of the last groups of commands, for tests; only with
  /// `GLESPreferences.isDebug`.
  package var commandGroups: [String] { log?.groups ?? [] }

  /// Returns the names of GL's objects, for tests; only with `GLESPreferences.isDebug`.
  package func objectLabels() throws(RenderError) -> [String] {
    try context.enter()
    defer { context.leave() }
    return DebugLabels(context.extensions)?.all() ?? []
  }

  /// The number of programs that were built since the backend was made.
  package var programsBuilt: Int { drawer?.programsBuilt ?? 0 }

  package func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    try entered { drawer throws(RenderError) in try drawer.createImage(key, pixels) }
  }

  package func updateImage(
    _ key: ImageKey,
    _ pixels: PixelBuffer,
    parts: Damage
  ) throws(RenderError) {
    try entered { drawer throws(RenderError) in try drawer.updateImage(key, pixels, parts) }
  }

  package func destroyImage(_ key: ImageKey) {
    // If the context is lost, there is nothing to free.
    try? entered { drawer throws(RenderError) in drawer.destroyImage(key) }
  }

  package func createOutput(
    _ context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    try entered { drawer throws(RenderError) in
      lending[context] = nil
      try drawer.createOutput(context, width: width, height: height, range)
    }
  }

  package func createOutput(
    _ output: UInt32,
    imagesOf context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    try entered { drawer throws(RenderError) in
      lending[output] = nil
      try drawer.createOutput(output, width: width, height: height, range)
      drawer.imageOwners[output] = context
    }
  }

  package func retainOutput(_ output: UInt32, as key: ImageKey) throws(RenderError) {
    try entered { drawer throws(RenderError) in
      lending[output] = nil
      try drawer.retainOutput(output, as: key)
    }
  }

  package func destroyOutput(_ context: UInt32) {
    try? entered { drawer throws(RenderError) in
      lending[context] = nil
      drawer.destroyOutput(context)
    }
  }

  package func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {
    try entered { drawer throws(RenderError) in try drawer.execute(plan, context: context) }
  }

  package func read(
    _ context: UInt32,
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {
    try entered { drawer throws(RenderError) in
      try drawer.read(context, rect, into: memory, rowBytes: rowBytes)
    }
  }

  /// Draws the output of a context to a buffer for a screen, in the middle, on black, and waits
  /// until GL has finished.
  ///
  /// - Parameter context: The number of the output; nil is black alone.
  /// - Returns: False if the driver cannot draw to such buffers.
  package func show(_ context: UInt32?, in buffer: DMABuffer) throws(RenderError) -> Bool {
    var isDrawn = false
    try entered { drawer throws(RenderError) in
      guard let target = scanTarget(buffer, drawer.order) else { return }
      try drawer.show(context, in: target)
      isDrawn = true
    }
    return isDrawn
  }

  /// Copies the output of a context to a texture that windows show.
  ///
  /// The pixels do not leave the driver. A picture is the borrower's until it asks for the next
  /// one.
  ///
  /// - Returns: Nil if the driver cannot, or draws for another display.
  package func lend(_ context: UInt32) throws(RenderError) -> LentPicture? {
    guard report.chosen?.platform.hasWindows == true else { return nil }
    var picture: LentPicture?
    try entered { drawer throws(RenderError) in
      try drawer.withOutput(context) { output throws(RenderError) in
        if lending[context] == nil {
          let (width, height) = (output.texture.width, output.texture.height)
          lending[context] = .some(
            try LendingOutput(width: width, height: height) { self.context.share($0) }
          )
        }
        picture = lending[context]??.lend(output)
      }
    }
    return picture
  }

  private func scanTarget(_ buffer: DMABuffer, _ order: ChannelOrder) -> ScanTarget? {
    if let target = scanTargets[buffer.number] { return target }
    // Each screen has two buffers; those of screens that went no longer exist.
    if scanTargets.count >= GLESBackend.mostScanTargets { scanTargets.removeAll() }
    let target = drawsToForeignBuffers ? context.makeTarget(buffer, order) : nil
    scanTargets[buffer.number] = .some(target)
    return target
  }

  private static let mostScanTargets = 16

  /// Whether GL can draw to foreign buffers, where it has the extensions.
  ///
  /// A software driver maps them through the node that it has opened. Render nodes refuse that, and
  /// Mesa then writes to address 0 (22.3, kms_swrast).
  private var drawsToForeignBuffers: Bool {
    guard context.driver.isSoftware else { return true }
    guard case .gbm(let node) = report.chosen?.platform else { return false }
    return BufferDevice.nodes(.primary).contains(node)
  }

  /// Runs `body` with the context current, then checks for a lost context and, when debugging, for
  /// errors.
  ///
  /// Running out of memory counts as a lost context: another renderer takes over.
  private func entered(
    _ body: (FrameDrawer) throws(RenderError) -> Void
  ) throws(RenderError) {
    guard let drawer else { throw .contextLost }
    try context.enter()
    defer { context.leave() }
    do throws(RenderError) {
      try body(drawer)
    } catch {
      // GL's pixels since it ran out of memory are undefined.
      if case .outOfMemory = error { throw .contextLost }
      throw error
    }
    let code = glGetError()
    if code == GLenum(GL_OUT_OF_MEMORY) { throw .contextLost }
    try context.checkReset()
    guard let log else { return }
    guard code == GL.noError else {
      log.add("error 0x\(String(code, radix: 16))")
      throw .gl(function: "a frame", code: code)
    }
  }
}
