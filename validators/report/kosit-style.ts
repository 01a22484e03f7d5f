/** A rule of the style sheet: blank lines before it, its selector, and its declarations with their semicolons. */
type StyleRow = readonly [blankLines: number, selector: string, ...declarations: readonly string[]];

/** The look that the page in a report of KoSIT's validator has (its configuration for XRechnung, Apache-2.0; ADR 48). */
const ROWS: readonly StyleRow[] = [
  [0, 'body', 'font-family: Calibri;', 'width: 230mm;'],
  [1, '.metadata dt', 'float: left;', 'width: 230px;', 'clear: left;'],
  [1, '.metadata dd', 'margin-left: 250px;'],
  [1, 'table', 'border-collapse: collapse;', 'width: 100%;'],
  [1, 'table.tbl-errors', 'font-size: smaller;'],
  [1, 'table.document', 'font-size: smaller;'],
  [1, 'table.document td', 'vertical-align: top;'],
  [1, '.tbl-errors td', 'border: 1px solid lightgray;', 'padding: 2px;', 'vertical-align: top;'],
  [
    1,
    'thead',
    'font-weight: bold;',
    'background-color: #f0f0f0;',
    'padding-top: 6pt;',
    'padding-bottom: 2pt;',
  ],
  [1, '.tbl-meta td', 'padding-right: 1em;'],
  [1, 'td.pos', 'padding-left: 3pt;', 'width: 5%;', 'color: gray'],
  [1, 'td.element', 'width: 95%;', 'word-wrap: break-word;'],
  [2, 'td.element:before', 'content: attr(title);', 'color: gray;'],
  [2, 'div.attribute', 'display: inline;', 'font-style: italic;', 'color: gray;'],
  [0, 'div.attribute:before', "content: attr(title) '=';"],
  [0, 'div.val', 'display: inline;', 'font-weight: bold;'],
  ...[2, 5, 10, 15, 20].map((mm, at): StyleRow => [1, `td.level${at + 1}`, `padding-left: ${mm}mm;`]),
  [0, 'td.level6', 'padding-left: 25mm;'],
  [1, 'tr', 'vertical-align: bottom;', 'border-bottom: 1px solid #c0c0c0;'],
  [1, '.error', 'color: red;'],
  [1, '.warning'],
  [
    ...([1, 'p.important', 'font-weight: bold;', 'text-align: left;'] as const),
    ...['background-color: #e0e0e0;', 'padding: 3pt;'],
  ],
  [1, 'td.right', 'text-align: right'],
];

const INDENT = ' '.repeat(8);

export const KOSIT_STYLE = ROWS.map(([blankLines, selector, ...declarations]) => {
  const lines = [`${selector} {`, ...declarations.map((declaration) => `  ${declaration}`), '}'];
  return [...Array.from({ length: blankLines }, () => ''), ...lines]
    .map((line) => `\n${INDENT}${line}`)
    .join('');
}).join('');
