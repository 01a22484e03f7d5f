import type { CatalogueEntry } from '../../../domain/catalogue/entry.ts';
import { WORDS } from '../../../domain/page/words.ts';
import { type Html, markup, page } from './page.ts';

/** The page at a finding's `doc_url`. */
export function codePage(entry: CatalogueEntry): string {
  const { code, title, explanation, fixHint, whoFixes } = entry;
  return page(
    `${code}: ${title}`,
    markup`<h1>${title}</h1>
      <p><code>${code}</code>, ${entry.family}</p>
      <h2>What it means</h2>
      <p>${explanation}</p>
      <h2>What to do</h2>
      <p>${fixHint}</p>
      <p>Usually for ${WORDS.en.owners[whoFixes]}; a finding names who acts in its case (<code>who_fixes</code>).</p>
      <h2>Where it comes from</h2>
      <table class="facts">
        ${row('Routes', entry.routes.join(', '))} ${row('Reported by the layer', entry.layer)}
        ${row('Business term of EN 16931', entry.term)} ${row('Also called', entry.aliases.join(', '))}
      </table>
      <p class="muted">The same as data: <code>Accept: application/json</code>.</p>`,
  );
}

const row = (name: string, value: string | null | undefined): Html =>
  value
    ? markup`<tr>
        <td>${name}</td>
        <td><code>${value}</code></td>
      </tr>`
    : markup``;
