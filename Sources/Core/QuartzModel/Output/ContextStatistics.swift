// Statistics of a context: its frames, their phases, and the memory of its layers.
// Licensed under the MIT license; see LICENSE.

/// The memory of one layer's pictures.
package struct LayerMemory: Equatable, Sendable {
  package var layer: LayerID
  /// Bytes of the image that its contents show; one that several layers show counts for each.
  package var imageBytes = 0
  /// Bytes of pictures of the layer that are kept from frame to frame.
  package var cachedBytes = 0

  package init(_ layer: LayerID, imageBytes: Int = 0, cachedBytes: Int = 0) {
    self.layer = layer
    self.imageBytes = imageBytes
    self.cachedBytes = cachedBytes
  }
}

/// Statistics of one context, as its renderer has them.
package struct ContextStatistics: Equatable, Sendable {
  /// Frames since the context was made that changed pixels.
  package var frames = 0
  /// Those of the second up to the last frame.
  package var framesPerSecond = 0
  /// Index i: the phase with the raw value i, over the last frames.
  package var phases: [PhaseSummary]
  /// The costs of the last frame that changed pixels, without those of single layers.
  package var counters = FrameCounters()
  /// The layers that have memory of their own.
  package var layers: [LayerMemory] = []

  package init() {
    phases = FramePhase.allCases.map { _ in PhaseSummary() }
  }
}

/// A program's report of a commit: how long it took, and the name by which traces know it.
package struct CommitReport: Equatable, Sendable {
  /// A number that no other commit has, for the arrow from the change to its frame.
  package var flow: UInt64
  package var phases: FramePhases

  package init(flow: UInt64, phases: FramePhases) {
    (self.flow, self.phases) = (flow, phases)
  }
}
