import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { fatalIds } from '../../../support/cius-ro-rules.ts';
import { judgeOf } from '../../../support/compiled-pack.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { REFERENCE_DATA } from '../../../support/reference-data.ts';
import { parsed } from '../../parsed.ts';
import { type Json, set } from '../../sample.ts';

/** Each edition of the published rules, with a day at the boundary between them. */
export const FRENCH_EDITIONS = [
  { edition: '1.4.0.03', day: '2026-09-02', folder: 'official/fr-ctc-1.4.0.03' },
  { edition: '1.4.0.04', day: '2026-09-03', folder: 'official-2026-11/fr-ctc-1.4.0.04' },
] as const;

/** The rules for every French document, or those of the profile. */
type FrenchRules = 'BR-FR-Flux2-Schematron' | 'EXTENDED-CTC-FR';

/**
 * Which of some rules an invoice of a day breaks, by the early rules and by the published ones in its document. Places in the id of a
 * published rule do not count.
 */
export async function brokenTwice(
  document: Json,
  format: 'ubl' | 'cii',
  { day, folder }: (typeof FRENCH_EDITIONS)[number],
  rules: FrenchRules,
  ids: readonly string[],
): Promise<Readonly<Record<'early' | 'late', readonly string[]>>> {
  const invoice = parsed(set('invoice.issue_date', day)(document));
  const built = await DOCUMENTS.build(invoice, 'FR-PA', format);
  assert.ok(built.ok);
  const syntax = format.toUpperCase();
  const path = `${folder}/${syntax}/${rules}-${syntax}.sch`;
  const files = () => new Map([[path, new Uint8Array(readFileSync(join(REFERENCE_DATA, path)))]]);
  const judge = await judgeOf(path, () => ({ entry: path, files: files() }));
  const late = fatalIds(await judge(built.document.bytes));
  const early = checkRoute(invoice, 'FR-PA', format).flatMap(({ related = [] }) =>
    related.map(({ code }) => code),
  );
  const among = (found: readonly string[]): readonly string[] =>
    ids.filter((id) =>
      found.some((one) => one === id || one.startsWith(`${id}_`) || one.startsWith(`${id}-`)),
    );
  return { early: among(early), late: among(late) };
}
