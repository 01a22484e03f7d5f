import assert from 'node:assert/strict';
import type { Owner } from 'en16931-rules/vocabulary/finding.ts';
import { type Origin, senderCorrects, whoFixes } from '../../../src/domain/catalogue/who-fixes.ts';

interface Row {
  readonly it: string;
  readonly code: string;
  readonly origin: Origin;
  readonly stated?: Owner;
  readonly catalogued?: Owner;
  readonly field?: string;
  readonly is: Owner;
}

const ROWS: readonly Row[] = [
  {
    it: 'is the owner in the contract, also on a file',
    code: 'BR-CO-16',
    origin: 'file',
    catalogued: 'erp',
    is: 'us',
  },
  {
    it: 'is the owner in the contract, also on a built document',
    code: 'BR-DE-5',
    origin: 'built',
    catalogued: 'us',
    is: 'erp',
  },
  {
    it: 'is the owner that our own check names',
    code: 'EI-TOTALS-MISMATCH',
    origin: 'built',
    stated: 'erp',
    catalogued: 'us',
    is: 'erp',
  },
  {
    it: 'is the owner of our own code',
    code: 'EI-SCHEMA',
    origin: 'built',
    catalogued: 'us',
    field: 'x',
    is: 'us',
  },
  {
    it: 'is the owner of our own code on a file',
    code: 'KOSIT-RUN',
    origin: 'file',
    catalogued: 'us',
    is: 'us',
  },
  {
    it: 'is the ERP for any rule that a file breaks',
    code: 'BR-CO-10',
    origin: 'file',
    catalogued: 'us',
    is: 'erp',
  },
  {
    it: 'is the ERP for the schema of a file',
    code: 'EI-XSD',
    origin: 'file',
    catalogued: 'us',
    is: 'erp',
  },
  {
    it: 'are we for the schema of a built document',
    code: 'EI-XSD',
    origin: 'built',
    catalogued: 'us',
    is: 'us',
  },
  {
    it: 'are we for a rule about a computed value',
    code: 'BR-CO-10',
    origin: 'built',
    catalogued: 'us',
    field: 'lines',
    is: 'us',
  },
  {
    it: 'is the ERP for a rule about a stated value',
    code: 'BR-27',
    origin: 'built',
    catalogued: 'erp',
    field: 'lines[0].unit_price',
    is: 'erp',
  },
  {
    it: 'is the ERP for an unknown rule about a field',
    code: 'BR-XX-1',
    origin: 'built',
    field: 'buyer.name',
    is: 'erp',
  },
  { it: 'are we for an unknown rule without a field', code: 'BR-XX-1', origin: 'built', is: 'us' },
];

describe('who fixes a finding', () => {
  for (const { it: sentence, code, origin, stated, catalogued, field, is } of ROWS)
    it(sentence, () => {
      const finding = { code, ...(stated && { whoFixes: stated }), ...(field && { field }) };
      assert.equal(whoFixes(finding, origin, catalogued), is);
    });
});

describe('a finding that is ours by the contract', () => {
  for (const [what, code, origin, owner, expected] of [
    ['a member of the canonical invoice: yes', 'EI-SCHEMA', 'built', 'us', true],
    ['a member that a connector wrote: no', 'EI-SCHEMA', 'mapped', 'us', false],
    ['a total that we computed: no', 'BR-CO-16', 'built', 'us', false],
    ['a total of a finished file: yes', 'BR-CO-16', 'file', 'us', true],
    ['the specification of a finished file: yes', 'BR-RO-001', 'file', 'us', true],
    ['the specification that we wrote: no', 'BR-RO-001', 'built', 'us', false],
    ['a check that did not run, on any input: no', 'KOSIT-RUN', 'file', 'us', false],
    ['a finding of the ERP needs no second name', 'BR-DE-5', 'built', 'erp', false],
  ] as const)
    it(`can be for the sender to correct, ${what}`, () =>
      assert.equal(senderCorrects({ code }, owner, origin), expected));
});
