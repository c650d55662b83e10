// All benches, in the order to run them.
// Licensed under the MIT license; see LICENSE.

enum Registry {
  static let benches: [Bench] = DrawBench.all + PlanBench.all
}
