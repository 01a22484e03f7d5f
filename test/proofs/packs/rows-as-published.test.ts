import { builtInRules, publishedRules } from '../../support/built-in-rules.ts';
import { firedBy } from '../../support/facturx-packs.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { LONG_TABLES } from '../../rules/all-rows.ts';
import { baseInvoice } from '../../rules/base.ts';
import * as cii from '../../rules/cii/all-rows.ts';
import { edited } from '../../rules/edits.ts';
import * as peppol from '../../rules/peppol/all-rows.ts';
import type { Row } from '../../rules/row.ts';
import type { Engine, Named } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';

/** The findings that a row lists. */
const stated: Engine<Row> = ({ finds }) => [...finds].sort();

const named = (rows: readonly Row[]): readonly Named<Row>[] =>
  rows.map((row) => ({ name: row.it, document: row }));

type CiiRow = (typeof cii.TABLES.en16931)[number];
const namedCii = (rows: readonly CiiRow[]): readonly Named<CiiRow>[] =>
  rows.map((row) => ({ name: row[0], document: row }));

describe('each element that is not in the standard', () => {
  itAgrees('is the only finding in UBL', { compared: LONG_TABLES.en16931.length }, async () => {
    const rules = await builtInRules();
    return {
      corpus: named(LONG_TABLES.en16931),
      engines: {
        'rules written here': async ({ of, edit }) => {
          const run = await rules.run('en16931', new TextEncoder().encode(edited(baseInvoice(of), edit)));
          return run.kind === 'verdict' && run.reached ? firedBy(run) : undefined;
        },
      },
      judge: stated,
    };
  });

  const reachable = cii.TABLES.en16931.filter(([, , id]) => !cii.UNREACHABLE.includes(id));
  itAgrees('is a finding in CII', { compared: reachable.length }, async () => {
    const rules = await builtInRules('cii');
    return {
      corpus: namedCii(reachable),
      engines: {
        'rules written here': async (row) =>
          (await cii.findings(rules, 'en16931', row)).split(' ').filter((id) => id === row[2]),
      },
      judge: ([, , id]) => [id],
    };
  });
});

describeByReference('the published packs', () => {
  for (const pack of ['en16931', 'xrechnung'] as const) {
    const rows = [...cii.ROWS[pack], ...cii.TABLES[pack]];
    itAgrees(`report in CII what the rows of ${pack} expect`, { compared: rows.length }, async () => {
      const [ours, theirs] = [await builtInRules('cii'), await publishedRules('cii')];
      return {
        corpus: namedCii(rows),
        engines: { 'rules written here': async (row) => [await cii.findings(ours, pack, row)] },
        judge: async (row) => [await cii.findings(theirs, pack, row)],
      };
    });
  }

  for (const [pack, { syntax, rows }] of Object.entries(peppol.PACKS) as [peppol.PeppolPack, peppol.Tried][])
    itAgrees(`report what the rows of ${pack} expect`, { compared: rows.length }, async () => {
      const published = await publishedRules(syntax, [pack]);
      return {
        corpus: named(rows),
        engines: { 'the row': stated },
        judge: (row) => peppol.findings(published, pack, row),
      };
    });
});
