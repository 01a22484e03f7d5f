import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packInForce } from 'en16931-rules/layers/pack-in-force.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import checkInThread from '../../src/adapters/piscina/check-thread.ts';
import { taskOf } from '../proofs/conformance/judge-case.ts';
import { REFERENCE_DATA, describeByReference } from '../support/reference-data.ts';
import { PREPARED_PACKS } from '../support/prepared-packs.ts';

const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const GERMAN = { layer: 'xrechnung', customization: XRECHNUNG, syntax: 'ubl-invoice' } as const;
const FRENCH = { layer: 'fr-ctc', customization: 'urn:cen.eu:en16931:2017', syntax: 'cii' } as const;
const DAYS = { xrechnung: ['2026-08-30', '2026-08-31'], 'fr-ctc': ['2026-09-02', '2026-09-03'] } as const;

/** What the layer says of an invoice that is issued on the last day of the old release, and on the first day of the new one. */
const DOCUMENTS = [
  ['bt124-relative', GERMAN, 'BR-TMP-2 warning', 'BR-TMP-2 error'],
  ['date-zone', GERMAN, '', 'BR-TMP-6 warning'],
  ['eas-0245', GERMAN, '', ''],
  ['empty-bt13', GERMAN, 'PEPPOL-EN16931-R008 error', ''],
  ['fr-one-term', FRENCH, '', ''],
  ['fr-two-terms', FRENCH, 'not_run', ''],
] as const;

describeByReference('a document that a release judges otherwise', () => {
  for (const [name, choice, before, after] of DOCUMENTS)
    for (const [at, expected] of [before, after].entries()) {
      const day = DAYS[choice.layer][at]!;
      it(`${name}, issued on ${day}: ${expected === '' ? 'nothing' : expected}`, async () => {
        const { entries } = await readInstalled(PREPARED_PACKS);
        const { syntax } = choice;
        const entry = packInForce(entries, choice, { syntax, issueDate: day }, day);
        assert.ok(entry);
        const { layers, tallies } = await checkInThread({
          rulesDir: PREPARED_PACKS,
          bytes: readFileSync(join(REFERENCE_DATA, 'conformance/changed-2026', `${name}.xml`)),
          layers: [taskOf(entry, 'compiled', 'own')],
          severities: new Map(),
          crossCheck: false,
          layerMs: 60_000,
          tallies: true,
        });
        const fired = tallies?.[0]?.map(({ id, severity }) => `${id} ${severity}`).join(' ');
        assert.equal(fired ?? layers[0]?.outcome, expected);
      });
    }
});
