import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Translator } from '../../../src/domain/words/translator.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';
import { KnownCodes } from '../../../src/adapters/catalogue/known-codes.ts';
import { OWN_CODES } from '../../../src/domain/catalogue/own-codes.ts';
import { removePack } from 'en16931-rules/packs/install/store-pack.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { emptyFolder } from '../../support/folder.ts';
import { SMALL_SCHEMA, TOTAL_RULES, bringSmallPacks } from '../../support/small-packs.ts';

const row = (
  code: string,
  title: string,
  aliases: readonly string[] = [],
  routes: readonly string[] = [],
) => ({
  code,
  aliases,
  family: 'pack',
  who_fixes: 'client',
  title,
  explanation: 'e',
  fix_hint: 'f',
  routes,
  layer: 'en16931',
});

describe('the codes of the catalogue', () => {
  const { path, remove } = emptyFolder();
  let known: KnownCodes;

  before(async () => {
    await bringSmallPacks(path, [
      {
        layer: 'en16931',
        text: TOTAL_RULES,
        catalogue: [row('EI-ID-IBAN', 'Of a pack'), row('BR-01', 'First', ['BR-1', 'KOSIT-RUN'])],
      },
      {
        layer: 'peppol',
        text: TOTAL_RULES,
        catalogue: [row('BR-01', 'Second'), row('BR-02', 'Other'), row('BR-06', 'Later', [], ['PEPPOL'])],
      },
      {
        layer: 'fr-ctc',
        text: TOTAL_RULES,
        catalogue: [row('BR-06', 'Earlier', [], ['DE-XRECHNUNG'])],
      },
      { layer: 'xrechnung', text: TOTAL_RULES, catalogue: [null] },
      { layer: 'xsd', text: SMALL_SCHEMA, catalogue: [row('BR-03', 'Changed afterwards')] },
    ]);
    const changed = readdirSync(path).find((folder) => folder.startsWith('small-xsd'));
    appendFileSync(join(path, changed ?? '', 'source/catalogue.json'), ' ');
    for (const folder of ['.hidden', 'no-pack']) {
      mkdirSync(join(path, folder, 'source'), { recursive: true });
      writeFileSync(join(path, folder, 'source/catalogue.json'), JSON.stringify([row('BR-04', 'No pack')]));
    }
    known = new KnownCodes(new RulesFolder(path, 0));
    await known.refresh();
  });
  after(remove);

  for (const code of ['EI-ID-IBAN', 'KOSIT-RUN'])
    it(`keep our own text about ${code}, whatever a pack states`, () => {
      assert.deepEqual(
        withEnglish(known.find(code)),
        withEnglish(OWN_CODES.find((entry) => entry.code === code)),
      );
    });

  it('include those of every readable pack, by code and alias', () => {
    const { who_fixes, fix_hint, ...rest } = row('BR-01', 'First', ['BR-1', 'KOSIT-RUN']);
    const { explanation = '', ...entry } = known.find('BR-01') ?? {};
    // KOSIT-RUN has an entry of its own.
    const told = { ...rest, aliases: ['BR-1'], whoFixes: who_fixes, fixHint: fix_hint };
    assert.deepEqual(withEnglish({ ...entry, explanation: 'e' }), told);
    assert.match(english(explanation), /^e It speaks about how a file is written/);
    assert.deepEqual(withEnglish(known.find('BR-1')), withEnglish(known.find('BR-01')));
    assert.equal(english(known.find('BR-02')?.title), 'Other');
  });

  it('have the routes of all packs that have them', () => {
    assert.deepEqual(known.find('BR-06')?.routes, ['PEPPOL', 'DE-XRECHNUNG']);
    assert.equal(english(known.find('BR-06')?.title), 'Earlier');
  });

  it('include no other code', () => {
    for (const code of ['br-01', 'BR-99', '']) assert.deepEqual(withEnglish(known.find(code)), undefined);
  });

  it('do not come from a changed file, or from a folder that is not a pack', () => {
    for (const code of ['BR-03', 'BR-04']) assert.deepEqual(withEnglish(known.find(code)), undefined);
  });

  it('say the origin of a rule in the language of the reader', async () => {
    const { path: folder, remove: removeFolder } = emptyFolder();
    after(removeFolder);
    const rule = { ...row('S-1', 'Ours'), family: 'EN 16931 validator' };
    await bringSmallPacks(folder, [{ layer: 'en16931', text: TOTAL_RULES, catalogue: [rule] }]);
    const codes = new KnownCodes(new RulesFolder(folder, 0));
    await codes.refresh();
    const { text } = new Translator('de', new WordFiles().in('de'));
    assert.equal(text(codes.find('S-1')!.family), 'Prüfung nach EN 16931');
  });

  it('change with the installed packs', async () => {
    await bringSmallPacks(path, [
      { layer: 'cius-ro', text: TOTAL_RULES, catalogue: [row('BR-05', 'Brought later')] },
    ]);
    await known.refresh();
    assert.equal(english(known.find('BR-05')?.title), 'Brought later');
    await removePack(path, 'small-cius-ro');
    await known.refresh();
    assert.deepEqual(withEnglish(known.find('BR-05')), undefined);
    assert.equal(english(known.find('BR-02')?.title), 'Other');
  });

  it('state the severity by the packs in force, in our words and in those of a publisher', async () => {
    const { path: folder, remove: removeFolder } = emptyFolder();
    after(removeFolder);
    const warns = 'This is a warning: the invoice passes, but the receiver may ask for a correction.';
    const refuses = 'An invoice that breaks this rule is refused.';
    const ours = { ...row('S-1', 'Ours'), explanation: 'Ours.', weights: { ubl: 'warning' } };
    await bringSmallPacks(folder, [{ layer: 'en16931', text: TOTAL_RULES, catalogue: [ours] }]);
    const codes = new KnownCodes(new RulesFolder(folder, 0));
    await codes.refresh();
    assert.match(english(codes.find('S-1')?.explanation ?? ''), new RegExp(`^Ours\\. ${warns}`));
    await bringSmallPacks(folder, [
      { layer: 'en16931', text: TOTAL_RULES, version: '2', origin: 'official' },
    ]);
    await codes.refresh();
    assert.match(english(codes.find('S-1')?.explanation ?? ''), new RegExp(`^Ours\\. ${refuses}`));
    assert.match(english(codes.find('S-2')?.explanation ?? ''), new RegExp(`^Nothing to pay\\. ${warns}`));
  });

  it('state the severity of the day on which another release is in force, with the same packs installed', async () => {
    const { path: folder, remove: removeFolder } = emptyFolder();
    after(removeFolder);
    const weighing = (weight: string) => ({ ...row('S-1', 'Ours'), weights: { ubl: weight } });
    for (const [version, validFrom, weight] of [
      ['1', '2026-01-01', 'warning'],
      ['2', '2026-11-01', 'fatal'],
    ] as const)
      await bringSmallPacks(folder, [
        { layer: 'en16931', text: TOTAL_RULES, version, validFrom, catalogue: [weighing(weight)] },
      ]);
    const clock = new FakeClock('2026-10-31T12:00:00.000Z');
    const codes = new KnownCodes(new RulesFolder(folder, 0), clock);
    const says = async (): Promise<string> => {
      await codes.refresh();
      return english(codes.find('S-1')?.explanation ?? '');
    };
    assert.match(await says(), /the invoice passes/);
    clock.advance(86_400_000);
    assert.match(await says(), /is refused/);
  });

  it('are only our own without a folder of packs', async () => {
    const own = new KnownCodes(new RulesFolder(join(path, 'none')));
    await own.refresh();
    assert.equal(english(own.find('EI-SCHEMA')?.family), 'schema');
  });
});
