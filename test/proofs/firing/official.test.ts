import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAllReference } from '../verdicts/reference.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { againstBuiltIn, excusedIn, restated } from './built-in.ts';
import { type Firings, contradicted, firingsOf, possible } from './firings.ts';
import { firingPage } from './page.ts';
import { type MutatedPack, mutatedPacks } from '../mutation/packs.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';

const official = join(REFERENCE_DATA, 'official');
const conformance = join(REFERENCE_DATA, 'conformance');

/** Share of the asserts that can fire, per pack. */
const MIN_SHARE = 0.95;
/** A pack takes seconds; on a busy machine longer. */
const MAX_MS = 240_000;

describeByReference('the documents written for the asserts of the official packs', () => {
  const packs: readonly MutatedPack[] = existsSync(official) ? mutatedPacks(REFERENCE_DATA) : [];
  const known = new Map<string, Promise<Firings>>();
  const firingsIn = ({ name, schema }: MutatedPack): Promise<Firings> => {
    const firings = known.get(name) ?? firingsOf(name, schema);
    known.set(name, firings);
    return firings;
  };

  for (const pack of packs)
    it(`fire at least 95 % of those that can: ${pack.name}`, async () => {
      const firings = await firingsIn(pack);
      assert.deepEqual(contradicted(firings), []);
      const { size } = firings.found.fired;
      assert.ok(size > 0 && size >= MIN_SHARE * possible(firings), `${size} of ${possible(firings)}`);
    }).timeout(MAX_MS);

  for (const pack of packs) {
    const builtIn = restated(pack.pack, pack.entry);
    // The levels of Factur-X are one pack here, with checks of its own; test/proofs/facturx compares them, with their known differences.
    if (!builtIn || pack.name.startsWith('facturx-')) continue;
    itAgrees(
      `have the fatal ids of the rules here, known causes apart: ${pack.name}`,
      { compared: 1, refused: 1, excused: excusedIn(pack.name) },
      async () => againstBuiltIn(await firingsIn(pack), builtIn),
      ({ xml }) => xml,
    );
  }

  it('do not fire for the reasons in docs/firing.md (npx tsx test/proofs/firing/command.ts --write)', async () => {
    const { verdicts } = readAllReference(conformance);
    const page = readFileSync(new URL('../../../docs/firing.md', import.meta.url), 'utf8');
    assert.equal(firingPage(await Promise.all(packs.map(firingsIn)), verdicts), page);
  }).timeout(MAX_MS);
});
