/** Colours of all pages, light and dark, and the bar at the top. Each text reaches a contrast of 4.5:1 on its ground. */
export const BAR_STYLE = `
:root { color-scheme: light dark; --canvas: light-dark(#f6f7f9, #0e1117); --surface: light-dark(#fff, #161a22);
--sunken: light-dark(#edf0f4, #0a0d12); --line: light-dark(#dce1e8, #2b323e); --edge: light-dark(#7f8998, #748093);
--text: light-dark(#151a23, #e9ecf2); --text2: light-dark(#475060, #b0b9c6); --accent: light-dark(#3a45c4, #a3adff);
--font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
--mono: ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", "DejaVu Sans Mono", monospace; }
body { margin: 0; background: var(--surface); color: var(--text); font-family: var(--font); }
.bar { box-sizing: border-box; display: flex; align-items: center; gap: 20px; height: 48px; padding: 0 16px; background: var(--surface);
border-bottom: 1px solid var(--line); font: 14px/20px var(--font); position: sticky; top: 0; z-index: 10; }
.bar a { color: var(--text2); text-decoration: none; white-space: nowrap; } .bar a:hover { color: var(--accent); text-decoration: underline; }
.bar .brand { align-items: center; color: var(--text); display: flex; font-weight: 600; gap: 8px; }
.bar form { flex: 0 1 300px; margin: 0 0 0 auto; min-width: 0; } .bar svg { flex: none; }
.bar input, .search input { background: var(--canvas); border: 1px solid var(--edge); border-radius: 6px; box-sizing: border-box; color: inherit;
font: 14px/20px var(--font); height: 32px; padding: 0 10px; width: 100%; }
.bar input::placeholder { color: var(--text2); opacity: 1; }
.bar :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 40rem) { .bar { gap: 12px; padding: 0 12px; } .bar .brand span, .bar .wide { display: none; } }
`;

/** The style of pages with text. Their Content-Security-Policy holds its hash. */
export const PAGE_STYLE = `${BAR_STYLE}
main { box-sizing: border-box; font-size: 16px; line-height: 1.5; margin: 0 auto; max-width: 60rem; padding: 24px 16px 48px; }
h1, h2, h3 { line-height: 1.25; } h1 { font-size: 24px; margin: 8px 0 12px; overflow-wrap: anywhere; }
h2 { border-top: 1px solid var(--line); font-size: 17px; margin: 32px 0 8px; padding-top: 20px; }
main a { color: var(--accent); } main :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; } .muted { color: var(--text2); }
code, pre { font: 0.875em/1.45 var(--mono); } code { background: var(--sunken); border-radius: 4px; padding: 1px 5px; }
table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--line); padding: 6px 12px 6px 0;
text-align: left; vertical-align: top; } th { color: var(--text2); font-weight: 500; }
.facts td:first-child { width: 16rem; }
.search { display: flex; gap: 8px; max-width: 30rem; } .search button { background: var(--accent); border: 0; border-radius: 6px;
color: light-dark(#fff, #11142b); font: 500 14px/20px var(--font); height: 32px; padding: 0 14px; }
.codes { list-style: none; padding: 0; } .codes li { border-top: 1px solid var(--line); padding: 10px 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { code { overflow-wrap: anywhere; } table, tbody, tr { display: block; }
tr { border-bottom: 1px solid var(--line); } th { display: none; } td { border: 0; display: inline; } td:last-child { display: block; } }
@media print { .bar { display: none; } }
`;
