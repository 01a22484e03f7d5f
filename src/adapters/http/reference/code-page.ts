import type { CatalogueEntry } from '../../../domain/catalogue/entry.ts';
import { whoCorrectsInWords } from '../../../domain/catalogue/who-corrects.ts';
import { nameOfLayer } from '../../../domain/words/layer-name.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import { type Html, markup, page } from './page.ts';

/** The page at a finding's `doc_url`. */
export function codePage(entry: CatalogueEntry, words: Translator): string {
  const { text, say } = words;
  const { code } = entry;
  const title = text(entry.title);
  return page(
    `${code}: ${title}`,
    markup`<h1>${title}</h1>
      <p><code>${code}</code>, ${text(entry.family)}</p>
      <h2>${say('pages.what-it-means')}</h2>
      <p>${text(entry.explanation)}</p>
      <h2>${say('tables.fix_hint')}</h2>
      <p>${text(entry.fixHint)}</p>
      <p>${whoCorrectsInWords(entry, words)} ${say('pages.a-finding-names-who-acts-in-its-case')}</p>
      <h2>${say('pages.where-it-comes-from')}</h2>
      <table class="facts">
        ${row(say('pages.routes'), entry.routes.join(', '))} ${row(say('pages.reported-by-the-layer'), entry.layer && nameOfLayer(entry.layer, words))}
        ${row(say('pages.business-term-of-en-16931'), entry.term)} ${row(say('pages.member-of-canonical-invoice'), entry.field)} ${row(say('pages.also-called'), entry.aliases.join(', '))}
      </table>
      <p class="muted">${say('pages.the-same-as-data')} <code>Accept: application/json</code></p>`,
    words,
  );
}

const row = (name: string, value: string | null | undefined): Html =>
  value
    ? markup`<tr>
        <td>${name}</td>
        <td><code>${value}</code></td>
      </tr>`
    : markup``;
