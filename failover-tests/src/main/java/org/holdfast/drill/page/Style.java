// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.page;

/** How pages look. */
final class Style {
  /** Colours of curves, {@code c0} and on, tell apart in both lights and to the colour-blind. */
  static final String SHEET =
      """
      :root{color-scheme:light dark;--text:#222;--page:#fff;--soft:#f6f6f6;--rule:#ccc;--line:#e4e4e4;
      --grid:#eee;--frame:#999;--ink:#333;--bound:#b3261e;--mark:#8a1c7c;--shade:#f3e6f1;--good:#eef8f1;--bad:#fdf0ef;
      --doubtful:#fdf6e8;--c0:#1f5fa8;--c1:#c7641a;--c2:#2a7d4f;--c3:#7a3e9d;--c4:#8a6d1a;--c5:#4a4a4a}
      @media(prefers-color-scheme:dark){:root{--text:#ddd;--page:#16181b;--soft:#22252a;--rule:#555;
      --line:#33373d;--grid:#2a2d33;--frame:#777;--ink:#ccc;--bound:#ff8a80;--mark:#e58bd8;--shade:#38273a;--good:#14281d;
      --bad:#331a18;--doubtful:#30260f;--c0:#6cabf0;--c1:#f0a060;--c2:#69c792;--c3:#c595e6;--c4:#d6bb62;
      --c5:#b0b0b0}}
      body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:1180px;padding:0 1em;
      color:var(--text);background:var(--page)}
      h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em;border-bottom:1px solid var(--rule)}
      .verdict{padding:.6em 1em;border-left:6px solid}.good{border-color:#2a7d4f;background:var(--good)}
      .bad{border-color:#b3261e;background:var(--bad)}
      .doubtful{border-color:#a66a00;background:var(--doubtful)}
      table{border-collapse:collapse;margin:.8em 0}td,th{padding:.25em .7em;text-align:right;
      border-bottom:1px solid var(--line);vertical-align:top}th{background:var(--soft)}.l{text-align:left}
      .wide{overflow-x:auto}.wide td{white-space:nowrap}tr.bad td{background:var(--bad)}
      .plots{display:grid;grid-template-columns:1fr 1fr;gap:12px}
      .plot{width:100%;background:var(--page);border:1px solid var(--line)}
      code,pre{background:var(--soft);padding:.1em .3em}pre{overflow:auto;padding:.6em}
      svg text{font:11px system-ui,sans-serif;fill:var(--ink)}svg .title{font-weight:600;font-size:13px}
      svg .tick.y,svg .boundname,svg .end{text-anchor:end}svg .tick.x,svg .axis{text-anchor:middle}
      svg .grid{stroke:var(--grid)}svg .frame{fill:none;stroke:var(--frame)}
      svg .curve{fill:none!important;stroke-width:1.8;stroke-linecap:round}
      svg .bound{stroke:var(--bound);stroke-dasharray:5 4}svg .boundname{fill:var(--bound)}
      svg .span{fill:var(--shade)}svg .mark{stroke:var(--mark);shape-rendering:crispEdges}
      svg .markname{fill:var(--mark);stroke:var(--page);stroke-width:3px;paint-order:stroke}
      .c0{fill:var(--c0);stroke:var(--c0)}.c1{fill:var(--c1);stroke:var(--c1)}
      .c2{fill:var(--c2);stroke:var(--c2)}.c3{fill:var(--c3);stroke:var(--c3)}
      .c4{fill:var(--c4);stroke:var(--c4)}.c5{fill:var(--c5);stroke:var(--c5)}
      svg .again{stroke-dasharray:7 4}
      @media(max-width:800px){.plots{grid-template-columns:1fr}}
      """;

  private Style() {}
}
