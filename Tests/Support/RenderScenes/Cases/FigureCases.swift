// Rows of the inventories without a picture of their own: figures of what other rows build, the
// same scenes told twice, and what waits for other parts.
// Licensed under the MIT license; see LICENSE.

extension Case {
  private static func figure(_ id: String, of other: String) -> Case {
    Case(id, .shownBy(other))
  }

  private static func film(_ id: String, _ test: String) -> Case { Case(id, .test(test)) }

  private static func instrument(_ id: String) -> Case { Case(id, .waits(.windows)) }

  static let figureCases: [Case] = [
    figure("LW-F-1.1", of: "NB-D-F16.2"), figure("LW-F-1.2", of: "NB-D-F16.2"),
    figure("LW-F-1.3", of: "LW-D-1.1"),
    Case("LW-F-1.4", .nothing(because: "settings of an editor; the package has its manifest")),
    figure("LW-F-2.6", of: "LW-D-2.3"), figure("LW-F-2.7", of: "LW-D-2.3"),
    figure("LW-F-2.9", of: "LW-D-2.4"),
    Case("LW-F-2.11", .nothing(because: "fields of an editor; CAML has contentsCenter")),
    Case("LW-F-3.1", .test("InventoryTests.frameAndItsSources")),
    Case("LW-F-3.2", .test("InventoryTests.frameOfATurnedLayer")),
    Case("LW-F-3.3", .test("InventoryTests.frameByAnchorPoint")),
    figure("LW-F-3.4", of: "LW-D-3.1"), figure("LW-F-3.8", of: "LW-D-3.3"),
    figure("LW-F-4.1", of: "LW-D-4.1"), figure("LW-F-4.4", of: "borders"),
    figure("LW-F-4.5", of: "shadows"), figure("LW-F-4.6", of: "shadowsWide"),
    figure("LW-F-4.7", of: "shadowPictures"), figure("LW-F-4.8", of: "LW-D-4.3"),
    figure("LW-F-4.9", of: "LW-D-4.3"), figure("LW-F-4.12", of: "LW-D-4.5"),
    figure("LW-F-4.14", of: "trilinear"), figure("LW-F-4.15", of: "LW-D-4.6"),
    figure("LW-F-4.16", of: "LW-D-4.6"), figure("LW-F-4.20", of: "LW-D-4.7"),
    Case("LW-F-5.1", .test("InventoryTests.pointTimesAffineMatrix")),
    Case("LW-F-5.2", .test("InventoryTests.affineMapsKeepParallels")),
    figure("LW-F-5.3", of: "LW-D-5.1"),
    Case("LW-F-5.6", .test("InventoryTests.rowTimesMatrix")),
    Case("LW-F-5.7", .test("InventoryTests.configurationsOfMatrices")),
    figure("LW-F-5.8", of: "LW-D-5.4"), figure("LW-F-5.11", of: "LW-D-5.6"),
    figure("LW-F-5.12", of: "LW-D-5.6"), figure("LW-F-5.14", of: "LW-D-5.4a"),
    figure("LW-F-5.15", of: "LW-D-5.7"), figure("LW-F-5.17", of: "LW-D-5.8"),
    figure("LW-F-5.19", of: "LW-D-5.9"), figure("LW-F-5.20", of: "LW-D-5.10"),
    figure("LW-F-6.1", of: "LW-D-6.1"), figure("LW-F-6.2", of: "LW-D-6.2"),
    figure("LW-F-6.5", of: "LW-D-6.5"), figure("LW-F-6.6", of: "LW-D-6.6"),
    figure("LW-F-6.8", of: "LW-D-6.8"), figure("LW-F-6.9", of: "LW-D-6.9"),
    figure("LW-F-6.11", of: "LW-D-6.10"), figure("LW-F-6.12", of: "LW-D-6.12"),
    figure("LW-F-6.13", of: "LW-D-6.13"), figure("LW-F-6.15", of: "LW-D-6.14"),
    figure("LW-F-6.16", of: "LW-D-6.16"), figure("LW-F-7.1", of: "LW-D-7.1"),
    figure("LW-F-7.2", of: "LW-D-7.3"),
    figure("LW-F-7.3", of: "LW-D-7.6"),
    Case("LW-F-7.4", .test("PresentationTests.valuesInTime")),
    figure("LW-F-8.1", of: "LW-D-8.6"), figure("LW-F-8.2", of: "LW-D-8.7"),
    figure("LW-F-8.3", of: "LW-D-8.10"), figure("LW-F-8.4", of: "LW-D-8.11"),
    figure("LW-F-8.5", of: "LW-D-8.14"), figure("LW-F-8.6", of: "LW-D-8.15"),
    figure("LW-F-9.1", of: "LW-D-9.1"), figure("LW-F-9.2", of: "LW-D-9.2"),
    figure("LW-F-9.3", of: "LW-D-9.3"),
    Case("LW-F-10.1", .test("InventoryTests.graphsOfTimingFunctions")),
    Case("LW-F-10.2", .test("InventoryTests.graphsOfTimingFunctions")),
    Case("LW-F-10.3", .test("InventoryTests.graphsOfTimingFunctions")),
    Case("LW-F-10.4", .test("InventoryTests.graphsOfTimingFunctions")),
    figure("LW-F-10.5", of: "LW-D-10.6"), figure("LW-F-10.6", of: "LW-D-10.6"),
    figure("LW-F-11.1", of: "LW-D-11.3"), figure("LW-F-11.2", of: "LW-D-11.4"),
  ]

  /// The sixth chapter again, as another inventory has it, and films.
  static let shimCases: [Case] = [
    Case("LW-D-6.12a", .test("TiledLayerTests.indexFromTheClip")),
    Case("LW-D-6.14", .test("ExampleTests.cornersOfTheTriangleAreBlueGreenAndRed")),
    Case("LW-D-6.14a", .test("EAGLTests.storageOfAnotherSizeShowsInTheNewBounds")),
    film("LW-D-6.15", "LockwoodFilmTests.aFilmPlaysInALayer"),
    film("LW-D-6.16", "LockwoodFilmTests.aFilmPlaysInATurnedLayer"),
    figure("L6-D-6.1", of: "LW-D-6.1"),
    figure("L6-D-6.1b", of: "LW-D-6.1b"), figure("L6-D-6.2", of: "LW-D-6.2"),
    figure("L6-D-6.3F", of: "LW-D-6.2a"), figure("L6-D-6.3", of: "LW-D-6.3"),
    Case("L6-D-6.4", .book), figure("L6-D-6.5", of: "LW-D-6.5"),
    figure("L6-D-6.6", of: "LW-D-6.6"), figure("L6-D-6.7", of: "LW-D-6.7"),
    figure("L6-D-6.8", of: "LW-D-6.8"), figure("L6-D-6.9", of: "LW-D-6.9"),
    figure("L6-D-6.10", of: "LW-D-6.10"),
    Case("L6-D-6.11", .book),
    figure("L6-D-6.12", of: "LW-D-6.12"), figure("L6-D-6.12b", of: "LW-D-6.12a"),
    figure("L6-D-6.13", of: "LW-D-6.13"), figure("L6-D-6.14F", of: "LW-D-6.13a"),
    figure("L6-D-6.14", of: "LW-D-6.14"), figure("L6-D-6.15", of: "LW-D-6.15"),
    figure("L6-D-6.16", of: "LW-D-6.16"),
    Case("ZL-D-3.13b", .test("GroupTests.shortMembersEndBeforeTheGroup")),
    Case("ZL-D-4.2b", .test("InventoryTests.pacedPathIsOfOneSpeed")),
    Case("ZL-D-6.12", .test("ActionTests.aTransitionAsActionIsTheLayersOnlyOne")),
    Case("ZL-D-6.T2", .test("TransitionTests.slidesAQuarterOfTheWay")),
    film("ZL-D-7.1", "ZarraFilmTests.aFilmFillsTheWindow"),
    film("ZL-D-7.2", "ZarraFilmTests.buttonsControlTheFilm"),
    film("ZL-D-7.3", "ZarraFilmTests.aSliderSeeks"),
    film("ZL-D-7.5", "ZarraFilmTests.sliderAndTimeCodeFollowTheFilm"),
    film("ZL-D-7.6", "ZarraFilmTests.textLiesOverTheFilm"),
    film("ZL-D-7.9", "ZarraFilmTests.sliderAndTimeCodeFollowTheFilm"),
    film("ZL-D-7.F6", "ZarraFilmTests.copiesOfTheContentsCostNothing"),
    film("ZL-D-7.12", "CameraTests.grabsAreTheNewestPictures"),
    film("ZL-D-7.15", "CameraTests.grabsAreTheNewestPictures"),
    film("ZL-D-7.T1", "ZarraFilmTests.actionsLeadToTheirPictures"),
    Case("ZL-D-8.1", .test("CAOpenGLLayerTests.synchronousLayersDrawWhenTheyAreToldTo")),
    Case("ZL-D-8.2", .test("DisplayLinkTests.displayLinksOfCoreVideoCallFromAnotherThread")),
    film("ZL-D-8.5", "ZarraFilmTests.anOutputTakesThePicturesOfTheLayer"),
    film("ZL-D-8.8", "ZarraFilmTests.aGridOfFilms"), composition("ZL-D-9.1"),
    composition("ZL-D-9.2"),
    composition("ZL-D-9.3"), composition("ZL-D-9.4"),
  ]

  /// Layers of Quartz Composer.
  private static func composition(_ id: String) -> Case {
    Case(id, .nothing(because: "compositions of Quartz Composer, which Apple has taken away"))
  }

  /// Measuring, drawing, loading images, and layers by the thousand.
  static let performanceCases: [Case] = [
    Case("AG-D-7.x1", .test("CommitTests.oneNumberForAnImageHoweverManyLayersShowIt")),
    Case("AG-D-7.x2", .test("InventoryTests.asynchronousDrawingsShowTheSame")),
    figure("AG-D-7.x3", of: "shadowPaths"),
    instrument("LW-F-12.1"), instrument("LW-F-12.2"), instrument("LW-F-12.3"),
    instrument("LW-F-12.4"), instrument("LW-F-12.5"), instrument("LW-F-12.6"),
    Case("LW-D-12.1", .book), instrument("LW-F-12.7"), instrument("LW-F-12.8"),
    instrument("LW-F-12.9"), Case("LW-F-12.10", .book), Case("LW-F-12.11", .book),
    Case("LW-F-12.12", .book), Case("LW-D-12.2", .book), Case("LW-F-12.13", .book),
    Case("LW-D-13.1", .book), figure("LW-F-13.1", of: "LW-D-13.1"), Case("LW-D-13.2", .book),
    Case("LW-D-13.3", .book), figure("LW-F-13.2", of: "LW-D-13.3"),
    figure("LW-F-13.3", of: "LW-D-13.3"),
    Case("LW-D-13.4", .test("LayerDrawingTests.aPartKeepsTheRest")),
    figure("LW-F-13.4", of: "LW-D-13.4"),
    figure("LW-D-13.5", of: "AG-D-7.x2"),
    Case("LW-D-14.1", .book), figure("LW-F-14.1", of: "LW-D-14.2"), instrument("LW-F-14.2"),
    Case("LW-D-14.2", .book), instrument("LW-F-14.3"), Case("LW-D-14.2a", .book),
    Case("LW-D-14.3", .book), Case("LW-D-14.4", .book), figure("LW-F-14.4", of: "LW-D-14.5"),
    Case("LW-D-14.5", .book), Case("LW-D-14.6", .book), figure("LW-F-14.5", of: "LW-D-14.6"),
    Case("LW-D-14.7", .test("InventoryTests.colorsOfOneFileAndAlphaOfAnother")),
    Case("LW-D-14.8", .test("TextureContainerTests.pvrtcIsDecodedAsByAnother")),
    Case("LW-D-15.1", .test("InventoryTests.roundedPathAndStretchedDisc")),
    Case("LW-D-15.2", .test("InventoryTests.roundedPathAndStretchedDisc")),
    Case("LW-D-15.2a", .test("InventoryTests.shadowPathOfTheOwnShape")),
    Case("LW-D-15.3", .book), figure("LW-F-15.1", of: "LW-D-15.3"), Case("LW-D-15.3a", .book),
    Case("LW-D-15.4", .book), Case("LW-D-15.5", .book),
  ]
}
