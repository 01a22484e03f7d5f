import assert from 'node:assert/strict';
import { type PackEntry, overridesFor, packInForce } from 'en16931-rules/layers/pack-in-force.ts';

const pack = (version: string, validFrom: string | null, more: Partial<PackEntry> = {}): PackEntry => ({
  id: 'rules',
  version,
  origin: 'official',
  layer: 'xrechnung',
  syntaxes: ['ubl-invoice'],
  customizations: ['urn:x'],
  validFrom,
  validUntil: null,
  ...more,
});

const V1 = pack('1', '2024-01-01', { validUntil: '2025-12-31' });
const V2 = pack('2', '2026-01-01');
const V3 = pack('3', '2026-07-01');
const TEN = pack('1.3.10', '2026-01-01');
const TODAY = '2026-05-01';

const ROWS: readonly {
  readonly it: string;
  readonly installed: readonly PackEntry[];
  readonly issued: string | null;
  readonly gives: PackEntry | undefined;
}[] = [
  {
    it: 'is the latest that has begun on the issue date',
    installed: [V1, V3, V2],
    issued: '2026-03-01',
    gives: V2,
  },
  { it: 'begins on its first day', installed: [V1, V2], issued: '2026-01-01', gives: V2 },
  {
    it: 'is the one of the higher number, by its digits as numbers, of two that begin on one day',
    installed: [pack('1.3.9', '2026-01-01'), TEN, pack('1.3.2', '2026-01-01')],
    issued: '2026-03-01',
    gives: TEN,
  },
  { it: 'ends after its last day', installed: [V1, V2], issued: '2025-12-31', gives: V1 },
  {
    it: 'may begin in the future if the issue date is in the future',
    installed: [V2, V3],
    issued: '2026-08-01',
    gives: V3,
  },
  {
    it: 'is the newest that has begun, for an older invoice',
    installed: [V2, V3],
    issued: '2020-01-01',
    gives: V2,
  },
  { it: 'is the newest that has begun, without a date', installed: [V1, V2, V3], issued: null, gives: V2 },
  {
    it: 'is the newest that has begun, for an unreadable date',
    installed: [V2, V3],
    issued: '01.08.2026',
    gives: V2,
  },
  { it: 'may have ended if there is no other', installed: [V1], issued: '2026-02-01', gives: V1 },
  {
    it: 'has not ended before the issue date if there is such a pack',
    installed: [pack('2', '2026-01-01', { validUntil: '2026-03-31' }), pack('0', null)],
    issued: '2026-04-01',
    gives: pack('0', null),
  },
  { it: 'does not exist if all begin later', installed: [V3], issued: '2026-02-01', gives: undefined },
  {
    it: 'has no first day if none is known',
    installed: [pack('0', null)],
    issued: '1999-01-01',
    gives: pack('0', null),
  },
  {
    it: 'is the official one of two packs of one version',
    installed: [pack('2', '2026-01-01', { origin: 'built-in' }), V2],
    issued: '2026-03-01',
    gives: V2,
  },
  {
    it: 'is a newer built-in one rather than an older official one',
    installed: [V2, pack('3', '2026-02-01', { origin: 'built-in' })],
    issued: '2026-03-01',
    gives: pack('3', '2026-02-01', { origin: 'built-in' }),
  },
  {
    it: 'is for the syntax',
    installed: [{ ...V2, syntaxes: ['cii'] }],
    issued: '2026-03-01',
    gives: undefined,
  },
  { it: 'is for the layer', installed: [{ ...V2, layer: 'peppol' }], issued: '2026-03-01', gives: undefined },
  {
    it: 'is for the BT-24',
    installed: [{ ...V2, customizations: ['urn:y'] }],
    issued: '2026-03-01',
    gives: undefined,
  },
  {
    it: 'is never the one for every document if the query names a BT-24',
    installed: [{ ...V3, customizations: ['*'] }],
    issued: '2026-08-01',
    gives: undefined,
  },
];

describe('the pack in force', () => {
  for (const row of ROWS)
    it(row.it, () => {
      const document = { syntax: 'ubl-invoice', issueDate: row.issued } as const;
      const choice = { layer: 'xrechnung', customization: 'urn:x' } as const;
      assert.deepEqual(packInForce(row.installed, choice, document, TODAY), row.gives);
    });
});

describe('severities of a publisher', () => {
  const relabelling = pack('1', null, {
    severityOverrides: [
      { syntax: 'ubl-invoice', customization: 'urn:x', severities: { 'BR-CL-23': 'warning' } },
      { syntax: 'cii', customization: 'urn:x', severities: { 'BR-CL-23': 'error' } },
      { syntax: 'ubl-invoice', customization: 'urn:y', severities: { 'BR-CL-23': 'information' } },
    ],
  });

  it('count only for documents of that syntax and BT-24', () => {
    const given = (customization: string | null) =>
      overridesFor([V2, relabelling], { syntax: 'ubl-invoice', customization }).get('BR-CL-23');
    assert.equal(given('urn:x'), 'warning');
    assert.equal(given('urn:y'), 'information');
    assert.equal(given('urn:z'), undefined);
    assert.equal(given(null), undefined);
  });
});
