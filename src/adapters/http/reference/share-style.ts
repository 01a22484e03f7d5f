/** The style of a shared report, beside that of all pages. The Content-Security-Policy holds its hash. */
export const SHARE_STYLE = `
:root { --bad: light-dark(#b0201d, #ff9a92); --bad-soft: light-dark(#fce8e6, #431b1a); --bad-bar: light-dark(#cb3a33, #e0574f);
--ok: light-dark(#0e6b3d, #6bd9a0); --warn: light-dark(#835000, #f3be66); --warn-bar: light-dark(#b5740c, #c98a1b);
--mute: light-dark(#4a5362, #b0b9c6); --text3: light-dark(#5d6676, #929cab); }
body { background: var(--canvas); font: 14px/20px var(--font); font-variant-numeric: tabular-nums; }
.top { align-items: center; background: var(--surface); border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 8px 16px;
padding: 12px 48px; } .top strong { align-items: center; display: flex; gap: 8px; font-weight: 600; } .top p { color: var(--text2); font-size: 12px;
line-height: 16px; margin: 0 0 0 auto; } .top a, .top button { background: none; border: 1px solid var(--edge); border-radius: 6px; color: var(--text); font-weight: 500;
font-size: 13px; font-family: inherit; line-height: 18px; padding: 6px 12px; text-decoration: none; }
.top button { cursor: pointer; } .foot { color: var(--text3); font-size: 12px; line-height: 16px; margin: 0 auto; max-width: 1440px;
overflow-wrap: anywhere; padding: 0 48px 32px; box-sizing: border-box; } .top a:hover, .top button:hover { background: var(--sunken); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.sheet { box-sizing: border-box; display: grid; gap: 32px 48px; grid-template-columns: minmax(0, 8fr) minmax(0, 5fr); margin: 0 auto;
max-width: 1440px; padding: 32px 48px 48px; } .sheet > * { min-width: 0; }
h1 { font-size: 24px; font-weight: 600; line-height: 32px; margin: 8px 0 20px; overflow-wrap: anywhere; } .unbroken { display: inline-block; max-width: 100%; }
h2 { border: 0; font-size: 14px; line-height: 20px; margin: 28px 0 8px; padding: 0; }
.pill { border-radius: 999px; display: inline-flex; align-items: center; gap: 6px; font-size: 13px; font-weight: 600; padding: 3px 10px; }
.pill.bad { background: var(--bad-soft); color: var(--bad); } .pill.mute { background: var(--sunken); color: var(--mute); }
.said { background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 8px; margin: 0 0 20px; padding: 12px 16px; }
.said h2 { color: var(--text2); font-size: 12px; line-height: 16px; margin: 0 0 4px; } .said p { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.facts { display: grid; gap: 16px 24px; grid-template-columns: repeat(3, minmax(0, 1fr)); margin: 0 0 20px; } dt { color: var(--text2);
font-size: 12px; line-height: 16px; } dd { font-weight: 600; margin: 2px 0 0; overflow-wrap: anywhere; }
.card { background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--bad-bar); border-radius: 8px; display: grid; gap: 0 14px;
grid-template-columns: 28px minmax(0, 1fr); margin: 0 0 16px; padding: 16px 20px; } .card.warn { border-left-color: var(--warn-bar); }
.card > b { background: var(--bad); border-radius: 50%; color: var(--surface); font-size: 13px; height: 28px; line-height: 28px; text-align: center; }
.card.warn > b { background: var(--warn); } .card .what { font-size: 17px; line-height: 24px; margin: 2px 0 8px; overflow-wrap: anywhere; }
.card p { margin: 0 0 8px; overflow-wrap: anywhere; } .card .sev { color: var(--bad); font-size: 12px; font-weight: 600; margin: 0; }
.card.warn .sev { color: var(--warn); }
.card dl { display: grid; gap: 4px 16px; grid-template-columns: 90px minmax(0, 1fr); margin: 12px 0 0; } .card dt { line-height: 20px; }
.card dd { font-weight: 400; margin: 0; } code { background: none; font: 12px/18px var(--mono); overflow-wrap: anywhere; padding: 0; }
a { color: var(--accent); } .ok { color: var(--ok); } .bad { color: var(--bad); } .mute { color: var(--mute); } .ok, .bad { font-weight: 500; }
.checks { background: var(--surface); border: 1px solid var(--line); border-collapse: separate; border-radius: 8px; border-spacing: 0; width: 100%; }
.checks th, .checks td { border: 0; border-top: 1px solid var(--line); font-size: 13px; line-height: 18px; padding: 8px 16px; text-align: left; }
.checks tr:first-child th { border: 0; color: var(--text2); font-size: 12px; font-weight: 500; }
.paper { background: #fff; border: 1px solid #dce1e8; color: #151a23; color-scheme: light; font-size: 12px; line-height: 17px; }
.paper header { background: #1f4e79; color: #fff; display: flex; flex-wrap: wrap; gap: 12px; justify-content: space-between; padding: 14px 16px; }
.paper header p { margin: 0; max-width: 100%; overflow-wrap: break-word; } .paper header p:last-child { margin-left: auto; text-align: right; } .paper section { padding: 12px 16px 0; }
.paper section:last-child { padding-bottom: 16px; } .paper h3 { font-size: 12px; font-weight: 600; margin: 0 0 4px; }
.paper .two { display: grid; gap: 12px; grid-template-columns: repeat(2, minmax(0, 1fr)); } .paper p { margin: 0; overflow-wrap: anywhere; }
.paper .small { color: #475060; } .label { white-space: nowrap; } .address { display: inline-block; max-width: 100%; } .paper .box { background: #edf0f4; display: grid; gap: 8px 16px;
grid-template-columns: repeat(auto-fit, minmax(124px, 1fr)); padding: 8px 10px; } .paper dl + p { margin-top: 6px; } .paper .box dt, .paper dl.plain dt { color: #475060; font-size: 11px; }
.paper dl { margin: 0; } .paper .box dd, .paper dl.plain dd { font-weight: 400; margin: 0; }
.paper dl.sums { display: grid; gap: 2px 16px; grid-template-columns: 1fr auto; justify-content: end; margin-left: auto; max-width: 260px; }
.paper dl.sums dt { color: #151a23; font-size: 12px; line-height: 17px; } .paper dl.sums dd { font-weight: 400; margin: 0; text-align: right; }
.paper dl.sums .strong { font-weight: 600; } .paper .scroll { overflow-x: auto; }
.paper table { border-collapse: collapse; font-size: 12px; width: 100%; } .paper th, .paper td { border-bottom: 1px solid #dce1e8;
line-height: 17px; padding: 4px 6px 4px 0; text-align: left; vertical-align: top; } .paper th { color: #475060; font-weight: 500; }
.paper .right { text-align: right; } .paper .ring { outline: 2px solid #b0201d; outline-offset: 2px; border-radius: 2px; } .paper .ring .no { background: #b0201d;
border-radius: 50%; color: #fff; display: inline-block; font-size: 11px; font-weight: 600; height: 18px; line-height: 18px; text-align: center;
width: 18px; } .paper .box .ring dt { color: #b0201d; font-weight: 600; } .paper tr.ring { outline-offset: -1px; }
.paper td .small { overflow-wrap: anywhere; } .paper .box :is(.wide, .ring) { grid-column: 1 / -1; } .paper .box .long { grid-column: span 2; }
.one { margin: 0 auto; max-width: 800px; padding: 32px 24px 48px; } .one .paper { font-size: 13px; line-height: 19px; }
.one .paper h3 { font-size: 14px; line-height: 20px; } .one .paper section { padding: 16px 24px 0; } .one .paper section:last-child { padding-bottom: 24px; }
.one .paper header { padding: 20px 24px; } .one .paper .box { grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); } .one .paper section > p + p { margin-top: 6px; }
.unseen { clip-path: inset(50%); height: 1px; margin: 0; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
.statement { margin: 16px 0 0; } .statement summary { color: var(--text2); cursor: pointer; padding: 8px 0; }
.statement pre { background: var(--sunken); border-radius: 6px; font: 11px/16px var(--mono); margin: 0; overflow-wrap: anywhere; padding: 12px 16px; white-space: pre-wrap; }
.running { display: none; } .note { color: var(--text3); font-size: 12px; line-height: 16px; overflow-wrap: anywhere; }
@media (max-width: 1100px) { .sheet { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 640px) { .one { padding: 0 0 24px; } .one .paper { border-width: 1px 0; } .one .paper section, .one .paper header { padding-left: 16px; padding-right: 16px; }
.statement { padding: 0 16px; } .top, .sheet { padding-left: 16px; padding-right: 16px; } .top p { margin: 0; width: 100%; order: 3; }
.top a, .top button { padding: 11px 12px; } .top strong { width: 100%; } .foot { padding: 0 16px 24px; } .sheet { padding-top: 20px; } .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.card { padding: 14px 16px; } .card dl { grid-template-columns: minmax(0, 1fr); gap: 0; } .card dt { margin-top: 6px; } }
@media screen and (max-width: 640px) { .paper .box .long { grid-column: 1 / -1; } .paper .two { grid-template-columns: minmax(0, 1fr); } .paper table, .paper tbody { display: block; } .paper tr { display: grid; padding: 6px 0; border-bottom: 1px solid #dce1e8; }
.paper tr:first-child { clip-path: inset(50%); height: 1px; overflow: hidden; padding: 0; position: absolute; width: 1px; }
.paper td { border: 0; display: grid; gap: 0 12px; grid-template-columns: minmax(72px, 2fr) minmax(0, 3fr); overflow-wrap: anywhere; padding: 1px 0; text-align: right; }
.paper td::before { color: #475060; content: attr(data-head); grid-row: 1 / span 99; text-align: left; } .paper td > * { grid-column: 2; } .paper td > br { display: none; } .paper tr.ring { outline-offset: 2px; }
.proof td { display: block; text-align: left; } .proof td:first-child:not(:only-child) { color: #475060; } .proof td::before { content: none; } .proof .paper td > br { display: inline; } }
@page proof { margin: 10mm 15mm; } @page { margin: 15mm; @bottom-right { content: counter(page) ' / ' counter(pages); font: 9pt system-ui, sans-serif; } }
@media print { :root { color-scheme: light; } body { background: #fff; font: 10.5pt/14pt var(--font); } .top { display: none; }
.running { display: block; font-weight: 600; margin: 0 0 12px; } .sheet { display: block; max-width: none; padding: 0; }
.pill.bad, .pill.mute { background: none; border: 1px solid; } .card { break-inside: avoid; }
.card > b, .paper .ring .no { background: none; border: 1px solid; color: #000; } .card dd a::after { content: ' (' attr(href) ')'; }
.checks tr { break-inside: avoid; } aside { break-before: page; } .one { max-width: none; padding: 0; } .one .paper { border: 0; font-size: 8.5pt; line-height: 12pt; } .one .paper section, .one .paper section:last-child { padding-bottom: 0; padding-top: 8pt; } .one .paper section, .one .paper header { padding-left: 0; padding-right: 0; }
.one .paper section { break-inside: avoid; } .proof { page: proof; } .one.proof .paper { font-size: 8pt; line-height: 10pt; } .one.proof .paper section { padding-top: 4pt; } .one.proof .paper h3 { font-size: 9pt; line-height: 11pt; margin: 0 0 2pt; } .one.proof .paper header { padding: 0 0 6pt; }
.one.proof .paper .box { gap: 3pt 16px; padding: 3pt 10px; } .one.proof .paper :is(td, th) { font-size: 8pt; line-height: 10pt; padding-block: 1.5pt; } .statement { display: none; } .foot { max-width: none; padding: 12px 0 0; } .paper header { background: none; border-bottom: 2px solid; color: var(--text); } }
`;
