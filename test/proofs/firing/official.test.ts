import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { againstBuiltIn, excusedIn, restated } from './built-in.ts';
import { type Firings, contradicted, firingsOf, possible } from './firings.ts';
import { type MutatedPack, mutatedPacks } from '../mutation/packs.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';

const official = join(REFERENCE_DATA, 'official');

/** Share of the asserts that can fire, per pack. */
const MIN_SHARE = 0.95;
/** Asserts that cannot fire and that are not known to, by pack; of the others all fire. `command.ts --write` lists them with the reasons. */
const SILENT: Readonly<Record<string, { readonly cannot: number; readonly unknown: number }>> = {
  'en16931-1.3.16/EN16931-UBL-validation-preprocessed.sch': { cannot: 8, unknown: 0 },
  'en16931-1.3.16/EN16931-CII-validation-preprocessed.sch': { cannot: 17, unknown: 0 },
  'cius-ro-1.0.9/EN16931-CIUS_RO-UBL-validation.sch': { cannot: 22, unknown: 0 },
  'fr-ctc-1.4.0.03/UBL/BR-FR-Flux2-Schematron-UBL.sch': { cannot: 2, unknown: 1 },
  'fr-ctc-1.4.0.03/UBL/EXTENDED-CTC-FR-UBL.sch': { cannot: 8, unknown: 0 },
  'fr-ctc-1.4.0.03/CII/BR-FR-Flux2-Schematron-CII.sch': { cannot: 2, unknown: 0 },
  'fr-ctc-1.4.0.03/CII/EXTENDED-CTC-FR-CII.sch': { cannot: 10, unknown: 0 },
  'facturx-1.09.2/basicwl/FACTUR-X_BASIC-WL.sch': { cannot: 8, unknown: 0 },
  'facturx-1.09.2/basic/FACTUR-X_BASIC.sch': { cannot: 10, unknown: 0 },
  'facturx-1.09.2/en16931/FACTUR-X_EN16931.sch': { cannot: 17, unknown: 0 },
  'facturx-1.09.2/extended/FACTUR-X_EXTENDED.sch': { cannot: 17, unknown: 2 },
  'fr-ctc-1.4.0.04/UBL/BR-FR-Flux2-Schematron-UBL.sch': { cannot: 2, unknown: 1 },
  'fr-ctc-1.4.0.04/UBL/EXTENDED-CTC-FR-UBL.sch': { cannot: 8, unknown: 0 },
  'fr-ctc-1.4.0.04/CII/BR-FR-Flux2-Schematron-CII.sch': { cannot: 2, unknown: 0 },
  'fr-ctc-1.4.0.04/CII/EXTENDED-CTC-FR-CII.sch': { cannot: 18, unknown: 0 },
  'facturx-1.09.2-2026-10/extended/FACTUR-X_EXTENDED.sch': { cannot: 17, unknown: 2 },
};
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

  for (const pack of packs)
    it(`leave silent as many asserts as before, each for a reason: ${pack.name}`, async () => {
      const { silent } = await firingsIn(pack);
      const unknown = silent.filter(({ reason }) => reason.kind === 'unknown').length;
      assert.deepEqual(
        { cannot: silent.length - unknown, unknown },
        SILENT[pack.name] ?? { cannot: 0, unknown: 0 },
      );
    }).timeout(MAX_MS);
});
