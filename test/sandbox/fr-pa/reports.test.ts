import assert from 'node:assert/strict';
import { writeFrr } from '../../../src/domain/routes/fr-pa/reports/write-frr.ts';
import { brokenRule, reportParts } from '../../../src/sandbox/fr-pa/report-parts.ts';

/** AIFE, Schematron F10 1.0: the patterns that the simulated platform runs. */
describe('a report at the simulated platform', () => {
  const report = writeFrr({
    id: '7f1c5a0e-5c0b-4d2e-9a51-0b6f0a4c1d11',
    at: new Date('2026-10-14T06:00:00Z'),
    isReplacement: false,
    sender: { id: '9999', name: 'Plateforme Exemple' },
    declarant: { id: '100000009', name: 'Ateliers du Rhône SAS' },
    part: 'sales',
    period: { first: '2026-10-01', last: '2026-10-10' },
    entries: [],
  });
  const broken = (xml: string): string | undefined => brokenRule(reportParts(Buffer.from(xml)));

  it('keeps the rules', () => assert.equal(broken(report), undefined));

  const BROKEN: Readonly<Record<string, readonly [string, string, string]>> = {
    'a type that is none': ['<TypeCode>IN<', '<TypeCode>CO<', 'F10-TRANSMISSION-G8.01'],
    'a platform without number': ['>9999<', '>100000009<', 'F10-EMETTEUR-G6.22'],
    'a declarant without SIREN': ['>100000009<', '>1<', 'F10-DECLARANT-G6.26'],
    'a period of one day': ['<EndDate>20261010<', '<EndDate>20261001<', 'F10-PERIODE-G6.25'],
    'no part': ['TransactionsReport', 'Other', 'F10-TRANSMISSION-G6.29'],
  };
  for (const [what, [from, to, rule]] of Object.entries(BROKEN))
    it(`breaks a rule with ${what}`, () => assert.equal(broken(report.replaceAll(from, to)), rule));
});
