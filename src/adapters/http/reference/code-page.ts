import { senderCorrects } from '../../../domain/catalogue/who-fixes.ts';
import type { CatalogueEntry } from '../../../domain/catalogue/entry.ts';
import { WORDS } from '../../../domain/page/words.ts';
import { type Html, markup, page } from './page.ts';

/** The page at a finding's `doc_url`. */
export function codePage(entry: CatalogueEntry): string {
  const { code, title, explanation, fixHint } = entry;
  return page(
    `${code}: ${title}`,
    markup`<h1>${title}</h1>
      <p><code>${code}</code>, ${entry.family}</p>
      <h2>What it means</h2>
      <p>${explanation}</p>
      <h2>What to do</h2>
      <p>${fixHint}</p>
      <p>${whoActs(entry)}</p>
      <h2>Where it comes from</h2>
      <table class="facts">
        ${row('Routes', entry.routes.join(', '))} ${row('Reported by the layer', entry.layer)}
        ${row('Business term of EN 16931', entry.term)} ${row('Also called', entry.aliases.join(', '))}
      </table>
      <p class="muted">The same as data: <code>Accept: application/json</code>.</p>`,
  );
}

/** The contract gives some codes to the service that only the sender of the call can correct. */
const whoActs = ({ code, whoFixes }: CatalogueEntry): Html =>
  senderCorrects({ code }, whoFixes, 'built')
    ? markup`The sender of the call corrects it (<code>sender_can_fix</code>), although <code>who_fixes</code> names
        ${WORDS.en.owners[whoFixes]}.`
    : markup`Usually for ${WORDS.en.owners[whoFixes]}; a finding names who acts in its case (<code>who_fixes</code>), and whether
        the sender of the call can correct it (<code>sender_can_fix</code>).`;

const row = (name: string, value: string | null | undefined): Html =>
  value
    ? markup`<tr>
        <td>${name}</td>
        <td><code>${value}</code></td>
      </tr>`
    : markup``;
