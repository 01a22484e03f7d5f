/** The style of all pages. The Content-Security-Policy holds its hash. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0b6; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
h1, h2, h3 { line-height: 1.25; } h2 { border-top: 1px solid var(--line); padding-top: 1.5rem; margin-top: 2.5rem; }
code, pre { font: 0.875em/1.45 ui-monospace, monospace; } pre { background: var(--soft); overflow: auto; padding: 0.75rem; }
table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.6rem 0.3rem 0;
text-align: left; vertical-align: top; } nav ul { columns: 2 18rem; list-style: none; padding: 0; }
.method { display: inline-block; font-weight: 700; min-width: 3.5rem; } .muted { opacity: 0.7; } a { color: inherit; }
summary { cursor: pointer; padding: 0.25rem 0; }
@media (max-width: 40rem) { code { overflow-wrap: anywhere; } table, tbody, tr { display: block; }
tr { border-bottom: 1px solid var(--line); } th { display: none; } td { border: 0; display: inline; } td:last-child { display: block; } }
`;

/** HTML that is safe to insert. */
export class Html {
  constructor(readonly text: string) {}
}

type Insertable = Html | string | number | undefined | readonly Insertable[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const insert = (value: Insertable): string => {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(insert).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
};

/**
 * Escapes every inserted value that is not HTML. It is not called `html`, because a formatter would reformat its text: blanks
 * count in `pre` and in the hash of the style.
 */
export const markup = (parts: TemplateStringsArray, ...values: readonly Insertable[]): Html =>
  new Html(parts.map((part, index) => part + insert(values[index])).join(''));

export const page = (title: string, body: Html): string =>
  `<!doctype html>${
    markup`<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${VIEWPORT}${STYLE}</head><body>${body}</body></html>`
      .text
  }`;

const VIEWPORT = markup`<meta name="viewport" content="width=device-width">`;
const STYLE = new Html(`<style>${PAGE_STYLE}</style>`);
