// All benches, in the order to run them.
// Licensed under the MIT license; see LICENSE.

enum Registry {
  static let benches: [Bench] =
    PlanBench.all + DrawBench.all + CommitBench.all
    + ContentsBench.all
    + DecodeBench.all
}
