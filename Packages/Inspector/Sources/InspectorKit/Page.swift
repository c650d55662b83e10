// The inspector's page: markup. Its style and its script are in files of their own.
// Licensed under the MIT license; see LICENSE.

/// The files of the page, as texts.
enum Page {
  static let markup = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>quartz inspect</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="inspector.css">
    <script src="inspector.js" defer></script>
    </head>
    <body>
    <a class="skip" href="#tree">Skip to the tree</a>
    <header>
      <h1 id="title">quartz inspect</h1>
      <p id="facts"></p>
      <div class="controls" role="group" aria-label="Time">
        <button id="play" type="button" aria-pressed="false" title="Pause (space)">Pause</button>
        <button id="live" type="button" hidden>Live</button>
        <label>Speed
          <select id="speed">
            <option value="0.01">1/100</option>
            <option value="0.1">1/10</option>
            <option value="0.25">1/4</option>
            <option value="0.5">1/2</option>
            <option value="1" selected>1</option>
            <option value="2">2</option>
          </select>
        </label>
        <label>Time <input id="time" type="number" step="0.01" min="0" aria-describedby="unit"></label>
        <span id="unit">s</span>
        <label id="stateLabel" hidden><span id="stateName">State</span>
          <select id="state"></select></label>
      </div>
    </header>
    <p id="problem" role="alert" hidden></p>
    <main>
      <section id="treePane" aria-label="Layers">
        <label class="search">Search
          <input id="search" type="search" placeholder="name, class or number" autocomplete="off">
        </label>
        <p id="count" role="status"></p>
        <div id="tree" role="tree" tabindex="0" aria-label="Layer tree">
          <div id="rows"></div>
        </div>
      </section>
      <section id="framePane" aria-label="Frame">
        <div class="controls" role="group" aria-label="View">
          <button type="button" data-view="frame" aria-pressed="true">Frame</button>
          <button type="button" data-view="outlines" aria-pressed="false">Outlines</button>
          <button type="button" data-view="space" aria-pressed="false">3-D</button>
          <label>Zoom <input id="zoom" type="range" min="-3" max="4" step="0.25" value="0"></label>
          <label id="gapLabel" hidden>Distance
            <input id="gap" type="range" min="0" max="120" value="40">
          </label>
        </div>
        <div id="stage" tabindex="0" role="img" aria-label="The frame">
          <div id="frame">
            <img id="picture" alt="">
            <svg id="overlay" aria-hidden="true"></svg>
          </div>
          <div id="space" hidden></div>
        </div>
        <p id="pixel" role="status">Point at the frame to find the layer of a pixel.</p>
        <section id="timelinePane" aria-label="Animations">
          <div class="controls">
            <h2>Animations</h2>
            <label><input id="allAnimations" type="checkbox" checked> of all layers</label>
            <span id="animationCount"></span>
          </div>
          <input id="scrub" type="range" min="0" max="1000" value="0" step="1"
            aria-label="Time of the frame">
          <div id="timeline" role="list" tabindex="0" aria-label="Animations"></div>
        </section>
      </section>
      <section id="detailPane" aria-label="Details">
        <div role="tablist" aria-label="Details" class="controls">
          <button role="tab" id="tabLayer" type="button" aria-controls="layer"
            aria-selected="true">Layer</button>
          <button role="tab" id="tabCosts" type="button" aria-controls="costs"
            aria-selected="false" tabindex="-1">Costs</button>
        </div>
        <div id="layer" role="tabpanel" aria-labelledby="tabLayer" tabindex="0">
          <p class="hint">Select a layer: in the tree, or by a click on the frame.</p>
        </div>
        <div id="costs" role="tabpanel" aria-labelledby="tabCosts" tabindex="0" hidden></div>
      </section>
    </main>
    </body>
    </html>

    """#
}
