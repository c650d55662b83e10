// The style of the inspector's page, light and dark.
// Licensed under the MIT license; see LICENSE.

extension Page {
  static let style = #"""
    :root {
      color-scheme: light dark;
      --ground: #fbfbfc; --pane: #ffffff; --line: #d5d8de; --text: #1b1e24; --quiet: #5a6270;
      --accent: #0b57d0; --accent-text: #ffffff; --chosen: #dbe8fd; --warm: #9a3412;
      --own: #0b57d0; --style: #7a2fb8; --animation: #a0420b; --check: #e4e6ea;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #15171b; --pane: #1c1f24; --line: #363b44; --text: #e7e9ee; --quiet: #a2aab8;
        --accent: #8ab4f8; --accent-text: #10141c; --chosen: #26385a; --warm: #fdba74;
        --own: #8ab4f8; --style: #d0a3f5; --animation: #f6ad6b; --check: #2b2f36;
      }
    }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body {
      display: flex; flex-direction: column; background: var(--ground); color: var(--text);
      font: 13px/1.45 system-ui, "DejaVu Sans", sans-serif;
    }
    h1 { font-size: 15px; margin: 0; } h2 { font-size: 13px; margin: 0; }
    h3 { font-size: 12px; margin: 14px 0 4px; color: var(--quiet); }
    p { margin: 0; } [hidden] { display: none !important; }
    header {
      display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; padding: 8px 12px;
      border-bottom: 1px solid var(--line); background: var(--pane);
    }
    #facts { color: var(--quiet); flex: 1; }
    .controls { display: flex; flex-wrap: wrap; gap: 6px 10px; align-items: center; }
    button, input, select {
      font: inherit; color: inherit; background: var(--pane); border: 1px solid var(--line);
      border-radius: 5px; padding: 2px 8px;
    }
    input[type=range] { padding: 0; vertical-align: middle; }
    [aria-invalid=true] { border-color: var(--warm); }
    input[type=number] { width: 7.5em; }
    button[aria-pressed=true], button[aria-selected=true] {
      background: var(--accent); color: var(--accent-text); border-color: var(--accent);
    }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    .skip { position: absolute; left: -9999px; } .skip:focus { left: 8px; top: 8px; }
    #problem { padding: 4px 12px; color: var(--warm); border-bottom: 1px solid var(--line); }
    main {
      flex: 1; min-height: 0; display: grid;
      grid-template-columns: minmax(220px, 24%) minmax(0, 1fr) minmax(280px, 29%);
    }
    main > section {
      min-width: 0; min-height: 0; display: flex; flex-direction: column; gap: 6px; padding: 8px;
      border-right: 1px solid var(--line);
    }
    .search { display: flex; gap: 6px; align-items: center; } .search input { flex: 1; min-width: 0; }
    #count, #pixel, .hint, .quiet { color: var(--quiet); }
    #tree {
      flex: 1; overflow: auto; background: var(--pane); border: 1px solid var(--line);
      border-radius: 5px; position: relative;
    }
    #rows { position: relative; }
    .row {
      position: absolute; left: 0; right: 0; height: 22px; display: flex; gap: 6px;
      align-items: center; white-space: nowrap; padding-right: 6px; cursor: default;
    }
    .row[aria-selected=true] { background: var(--chosen); }
    .row.hovered { outline: 1px dashed var(--accent); outline-offset: -1px; }
    .row .turn { width: 16px; text-align: center; color: var(--quiet); flex: none; }
    .row .type { color: var(--quiet); overflow: hidden; text-overflow: ellipsis; }
    .row .marks { margin-left: auto; color: var(--animation); }
    .row.unseen { opacity: .55; }
    #stage {
      flex: 1; min-height: 120px; overflow: auto; border: 1px solid var(--line); border-radius: 5px;
      background:
        repeating-conic-gradient(var(--check) 0 25%, var(--pane) 0 50%) 0 0 / 16px 16px;
    }
    #frame { position: relative; margin: 12px; width: max-content; }
    #picture { display: block; image-rendering: pixelated; }
    #overlay { position: absolute; left: 0; top: 0; pointer-events: none; overflow: visible; }
    #overlay polygon { fill: none; vector-effect: non-scaling-stroke; stroke-width: 1px; }
    #overlay .outline { stroke: #0a84ff; opacity: .6; }
    #overlay .selected { stroke: #ff3b30; stroke-width: 2px; }
    #overlay .hovered { stroke: #ff9f0a; stroke-width: 2px; stroke-dasharray: 5 3; }
    #overlay .damage { stroke: #34c759; stroke-width: 2px; }
    #space { width: 100%; height: 100%; perspective: 1400px; overflow: hidden; touch-action: none; }
    #space .world { position: absolute; left: 50%; top: 50%; transform-style: preserve-3d; }
    #space .sheet {
      position: absolute; left: 0; top: 0; transform-origin: 0 0; outline: 1px solid #0a84ff66;
      image-rendering: auto;
    }
    #space .sheet.selected { outline: 2px solid #ff3b30; }
    #timelinePane { display: flex; flex-direction: column; gap: 4px; height: 30%; min-height: 110px; }
    #timeline {
      flex: 1; overflow: auto; background: var(--pane); border: 1px solid var(--line);
      border-radius: 5px;
    }
    .animation {
      display: grid; grid-template-columns: minmax(120px, 34%) 56px 1fr; gap: 8px; padding: 2px 8px;
      align-items: center; border-bottom: 1px solid var(--line);
    }
    .animation .words { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .animation svg { display: block; width: 100%; height: 24px; overflow: visible; }
    .animation .bar { fill: var(--animation); opacity: .45; }
    .animation .now { stroke: var(--text); } .animation .curve { fill: none; stroke: var(--animation); }
    [role=tabpanel] { flex: 1; overflow: auto; }
    table { border-collapse: collapse; width: 100%; }
    th { text-align: left; font-weight: 500; color: var(--quiet); }
    th, td { padding: 2px 6px 2px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    td.number { text-align: right; font-variant-numeric: tabular-nums; }
    .properties { table-layout: fixed; } .properties th { overflow-wrap: anywhere; }
    .properties th:nth-child(1) { width: 35%; } .properties th:nth-child(2) { width: 33%; }
    .properties th:nth-child(3) { width: 14%; } .properties th:nth-child(4) { width: 18%; }
    td.value input, td.value select { width: 100%; padding: 0 4px; }
    td.value input { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 12px; }
    .origin-own { color: var(--own); } .origin-set { color: var(--own); }
    .origin-style { color: var(--style); } .origin-animation { color: var(--animation); }
    .origin-override { color: var(--style); }
    .origin-default { color: var(--quiet); }
    .preview { max-width: 100%; max-height: 160px; border: 1px solid var(--line); }
    .link { border: 0; background: none; padding: 0; color: var(--accent); text-align: left; }
    .meter { height: 4px; background: var(--accent); border-radius: 2px; min-width: 1px; }
    @media (max-width: 900px) {
      html, body { height: auto; } main { grid-template-columns: 1fr; }
      #tree, #stage { min-height: 320px; }
    }

    """#
}
