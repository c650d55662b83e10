// All benches, in the order to run them.
// Licensed under the MIT license; see LICENSE.

enum Registry {
  /// The ten scenes that peers and scripts/test-gpu draw, too.
  static let scenes: [Bench] = DrawBench.scenes + ClassBench.scenes

  static let benches: [Bench] =
    PlanBench.all + PlanBench.changed + ParticleBench.all + AnimationBench.all + DrawBench.all
    + ClassBench.all + PathBench.all + PixelBench.all + DecodeBench.all + FilmBench.all
    + BrightFilmBench.all + SceneBench.all + ContextBench.all + FilterBench.all
    + CommitBench.all + AnimationCommitBench.all + LockBench.all + InterfaceBench.all
    + ContentsBench.all
    + SnapshotBench.all + LottieBench.all + ViewBench.all + LayoutBench.all + TouchBench.all
    + ClientBench.all
    + WorstFrameBench.all + WorstFilterBench.all + WorstBudgetBench.all
}
