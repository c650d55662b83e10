// Draws all scenes on outputs of extended range with a driver and with the software renderer.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzCore
import QuartzGLES
import QuartzModel
import QuartzPlan
import QuartzSoftware
import RenderScenes

struct CompareExtended: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extended",
    abstract: "Compare the half floats of all scenes with the software renderer's.",
    discussion: """
      Prints how the driver rounds half floats, and the worst differences. Exit code 1: flat places \
      of a picture differ by more than 2 codes of 1023 of PQ, or others by more than 1/255 of \
      max(1, |v|), and by more than the scene says why; or the driver reported an error.
      """
  )

  @Argument(help: "The connection: gbm:/dev/dri/renderD128, device:0, surfaceless.")
  var platform: String

  @Option(help: "The headroom of the outputs, 1 to 64.")
  var headroom = 4.0

  @Option(help: "Draws one scene of so many alone.")
  var every = 1

  @Option(help: "Lists so many of the worst differences.")
  var worst = 5

  func validate() throws {
    guard PlatformChoice(name: platform) != nil else {
      throw ValidationError("there is no connection \(platform)")
    }
    guard every > 0, worst >= 0, (1...64).contains(headroom) else {
      throw ValidationError("--every must be above 0, and --headroom 1 to 64")
    }
  }

  /// A picture, and how it differs.
  private struct Found {
    var scene: Scene
    var time: Double
    var agreement: HalfAgreement

    var text: String { "\(scene.name) at \(time) s: \(agreement)" }

    var isWithin: Bool { agreement.isWithin(scene) }
  }

  func run() throws {
    let choice = PlatformChoice(name: platform) ?? .any
    let backend = try GLESBackend(GLESPreferences(platforms: choice))
    do {
      print("- the driver \(try backend.findHalfRounding()) half floats")
    } catch {
      // A driver that may refuse such outputs: the server draws them with the software renderer.
      print("- skipped: \(error)")
      return
    }
    let all = Scene.all + Scene.generated
    let scenes = all.indices.filter { $0.isMultiple(of: every) }.map { all[$0] }
    var found: [Found] = []
    for scene in scenes { found += try compare(scene, backend) }
    print("- \(scenes.count) of \(all.count) scenes, \(found.count) pictures, headroom \(headroom)")
    for picture in found.sorted(by: { $0.agreement.flatCodes > $1.agreement.flatCodes })
      .prefix(worst) where picture.agreement.flatCodes > 0
    {
      print("- flat: \(picture.text)")
    }
    for picture in found.sorted(by: { $0.agreement.edge > $1.agreement.edge }).prefix(worst) {
      print("- elsewhere: \(picture.text)")
    }
    let failures = found.filter { !$0.isWithin }
    for picture in failures { print("- differs: \(picture.text)") }
    let messages = backend.takeDriverMessages()
    for message in messages.prefix(5) { print("- the driver says: \(message)") }
    if failures.count + messages.count > 0 { throw ExitCode.failure }
  }

  private func compare(_ scene: Scene, _ backend: GLESBackend) throws -> [Found] {
    let range = OutputRange.extended(headroom: Float(headroom))
    let software = try Stage(scene, SoftwareBackend(threads: 2), range: range)
    let gles = try Stage(scene, backend, range: range)
    return try scene.times.map { time in
      let reference = try HalfFrame(software, at: time)
      let agreement = HalfAgreement(try HalfFrame(gles, at: time), reference: reference)
      return Found(scene: scene, time: time, agreement: agreement)
    }
  }
}
