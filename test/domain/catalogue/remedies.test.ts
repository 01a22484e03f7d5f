import assert from 'node:assert/strict';
import { OWN_CODES } from '../../../src/domain/catalogue/own-codes.ts';
import { LANGUAGES } from '../../../src/domain/words/language.ts';
import { Translator } from '../../../src/domain/words/translator.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';
import { ROUTE_PROFILES } from '../../../src/domain/routes/all.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../../src/domain/sending/status-mapping.ts';

const FILES = new WordFiles();
const entries = new Map(OWN_CODES.map((entry) => [entry.code, entry]));

/** What a network answers, by its code: the rows of every rail, and those that all rails share. */
async function codesOfNetworks(): Promise<readonly string[]> {
  const folders = ['de-xrechnung', 'fr-pa', 'peppol', 'pl-ksef', 'ro-efactura'];
  const tables = await Promise.all(
    folders.map(
      async (folder) =>
        (await import(`../../../src/adapters/rails/${folder}/status-mappings.ts`)) as Readonly<
          Record<string, unknown>
        >,
    ),
  );
  const rows = [COMMON_STATUSES, ...tables.flatMap((table) => Object.values(table))].flatMap((table) =>
    typeof table === 'object' && table !== null
      ? (Object.values(table) as readonly Partial<StatusMapping>[])
      : [],
  );
  const ofProfiles = ROUTE_PROFILES.flatMap(({ corrections: { mayHold, newNumber } }) => [
    ...mayHold,
    ...newNumber.codes,
  ]);
  return [...new Set([...rows.flatMap((row) => row?.code ?? []), ...ofProfiles])];
}

describe('the remedy of a known code', () => {
  for (const language of LANGUAGES)
    it(`says in ${language} what happened, why, and what to do, and names who acts`, () => {
      for (const { code, title, explanation, fixHint, whoFixes } of OWN_CODES) {
        const translator = new Translator(language, FILES.in(language));
        const said = [title, explanation, fixHint].map((text) => translator.text(text).trim());
        assert.ok(
          said.every((text) => text.length > 5),
          code,
        );
        assert.equal(translator.contentLanguage, language, `${code} stays English`);
        assert.ok(whoFixes.length > 0, code);
        assert.notEqual(said[2], said[0], `${code} repeats what happened in place of what to do`);
      }
    });

  it('is there for each code that a network or the way back of a route names', async () => {
    const codes = await codesOfNetworks();
    assert.ok(codes.length > 30, codes.join(' '));
    assert.deepEqual(
      codes.filter((code) => !entries.has(code)),
      [],
    );
  });
});
