// The limits of clients, as options of the command.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzPlan
import QuartzServer

struct LimitOptions: ParsableArguments {
  @Option(help: "Connections at once.")
  var maxClients = ServerLimits().clients

  @Option(help: "Contexts of one client.")
  var maxContexts = ServerLimits().wire.contexts

  @Option(help: "Layers of one client.")
  var maxLayers = ServerLimits().wire.tree.layers

  @Option(help: "Particles of one emitter layer; of more, the oldest do not show.")
  var maxParticles = ServerLimits().wire.tree.particles

  @Option(help: "Bytes of images of one client.")
  var maxImageBytes = ServerLimits().wire.tree.imageBytes

  @Option(help: "Bytes of values and animations of one client's layers.")
  var maxValueBytes = ServerLimits().wire.tree.valueBytes

  @Option(help: "Pixels of an output's longest side.")
  var maxSurfaceSide = ServerLimits().surfaceSide

  @Option(help: "Bytes of outputs of one client.")
  var maxSurfaceBytes = ServerLimits().surfaceBytes

  @Option(help: "Bytes that wait for a client that does not read before it is ended.")
  var maxQueueBytes = ServerLimits().wire.queueBytes

  @Option(help: "Bytes of all clients together (default: half of the memory, at most 4 GiB).")
  var maxMemory: Int?

  @Option(help: "Layers of one frame, copies of replicators counted.")
  var budgetLayers = FrameBudget.standard.limits[.layers]

  @Option(help: "Comparisons of planes that cut each other, and pieces, of one frame.")
  var budgetPlanes = FrameBudget.standard.limits[.planes]

  @Option(help: "Particles of one frame.")
  var budgetParticles = FrameBudget.standard.limits[.particles]

  @Option(help: "Steps and pixels of outlines of one frame.")
  var budgetOutlines = FrameBudget.standard.limits[.outlines]

  @Option(help: "Pixels that the draws of one frame touch.")
  var budgetPixels = FrameBudget.standard.limits[.pixels]

  @Option(help: "Bytes of surfaces, coverage and plan of one frame.")
  var budgetMemory = FrameBudget.standard.limits[.memory]

  func validate() throws {
    let values = [
      maxClients, maxContexts, maxLayers, maxParticles, maxImageBytes, maxSurfaceSide,
      maxValueBytes, maxSurfaceBytes, maxMemory ?? 1, maxQueueBytes, budgetLayers, budgetPlanes,
      budgetParticles, budgetOutlines, budgetPixels, budgetMemory,
    ]
    guard values.allSatisfy({ $0 > 0 }) else {
      throw ValidationError("limits must be above 0")
    }
  }

  var limits: ServerLimits {
    var limits = ServerLimits()
    limits.clients = maxClients
    limits.wire.contexts = maxContexts
    limits.wire.tree.layers = maxLayers
    limits.wire.tree.particles = min(maxParticles, 1 << 24)
    limits.wire.tree.imageBytes = maxImageBytes
    limits.wire.tree.valueBytes = maxValueBytes
    limits.surfaceSide = min(maxSurfaceSide, limits.surfaceSide)
    limits.surfaceBytes = maxSurfaceBytes
    limits.wire.queueBytes = maxQueueBytes
    if let maxMemory { limits.memory = maxMemory }
    limits.budget.limits[.layers] = budgetLayers
    limits.budget.limits[.planes] = budgetPlanes
    limits.budget.limits[.particles] = budgetParticles
    limits.budget.limits[.outlines] = budgetOutlines
    limits.budget.limits[.pixels] = budgetPixels
    limits.budget.limits[.memory] = budgetMemory
    return limits
  }
}
