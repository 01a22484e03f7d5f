import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { comingDays, planFor } from '../../../src/adapters/piscina/plan.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import type { PackOrigin } from 'en16931-rules/vocabulary/layer.ts';
import type { KsefCheck } from 'en16931-rules/ksef-file/file-rule.ts';
import type { InstalledEntry } from 'en16931-rules/packs/manifest.ts';

const FILE = {
  bytes: new Uint8Array(),
  syntax: 'fa3',
  customization: null,
  route: 'PL-KSEF',
  issueDate: '2026-10-01',
} as const;

const ENGINES = { ruleEngine: 'compiled', xsdEngine: 'own' } as const;

function codedAt(now: string, environment: 'sandbox' | 'production' = 'sandbox'): KsefCheck | undefined {
  const { layers } = planFor(FILE, [], { ...ENGINES, environment }, new Date(now));
  const coded = layers.find(({ layer }) => layer === 'ksef-file')?.coded;
  return coded?.check === 'ksef-file' ? coded : undefined;
}

describe('the plan for a file of KSeF', () => {
  it('needs a pack for its schema, but not for the file rules', () => {
    const { layers } = planFor(FILE, [], { ...ENGINES, environment: 'sandbox' }, new Date());
    assert.deepEqual(
      withEnglish(
        layers.map(({ layer, missing }) => [layer, missing?.reason, missing?.findings[0]?.fixHint]),
      ),
      [
        [
          'xsd',
          'no rule pack is installed for fa3; the built-in pack fa3 1-0E has its rules',
          'The operator runs ids packs compile fa3 (docs/rules.md). Then send the invoice again under a new Idempotency-Key, unless the service has stored it.',
        ],
        ['ksef-file', undefined, undefined],
      ],
    );
  });

  it('uses the day in Poland, in summer and in winter', () => {
    assert.equal(codedAt('2026-09-30T21:59:59Z')?.today, '2026-09-30');
    assert.equal(codedAt('2026-09-30T22:00:00Z')?.today, '2026-10-01');
    assert.equal(codedAt('2026-12-31T22:59:59Z')?.today, '2026-12-31');
    assert.equal(codedAt('2026-12-31T23:00:00Z')?.today, '2027-01-01');
  });

  it('refuses a mistyped NIP only in production, as KSeF does', () => {
    assert.equal(codedAt('2026-10-01T12:00:00Z', 'production')?.wrongNip, 'error');
    assert.equal(codedAt('2026-10-01T12:00:00Z', 'sandbox')?.wrongNip, 'warning');
  });
});

describe('the plan for a file under official rules', () => {
  const UBL = { ...FILE, syntax: 'ubl-invoice', route: 'PEPPOL', customization: BT24.peppol } as const;
  const entry = (origin: PackOrigin, more: Partial<InstalledEntry> = {}): InstalledEntry => ({
    id: 'en16931',
    version: '1',
    origin,
    layer: 'en16931',
    syntaxes: ['ubl-invoice'],
    customizations: ['*'],
    validFrom: null,
    validUntil: null,
    ref: { folder: origin, manifest: '', path: 'ubl.sch' },
    kind: 'schematron',
    engines: ['compiled'],
    refused: null,
    checksum: '0',
    ...more,
  });
  const planned = (installed: readonly InstalledEntry[]) =>
    planFor(UBL, installed, { ...ENGINES, environment: 'sandbox' }, new Date()).layers.find(
      ({ layer }) => layer === 'en16931',
    )?.entry;

  it('has the packs of the day that is asked for, also if its date and today come before', () => {
    const packs = [
      entry('official', { version: '1', validFrom: '2026-01-01', validUntil: '2026-12-31' }),
      entry('official', { version: '2', validFrom: '2027-01-01' }),
    ];
    const versionOn = (on?: string) => {
      const document = { ...UBL, ...(on !== undefined && { on }) };
      const { layers } = planFor(
        document,
        packs,
        { ...ENGINES, environment: 'sandbox' },
        new Date('2026-11-24'),
      );
      return layers.find(({ layer }) => layer === 'en16931')?.entry?.pack.version;
    };
    assert.deepEqual([versionOn(), versionOn('2026-12-31'), versionOn('2027-01-01')], ['1', '1', '2']);
  });

  it('changes on the days on which another pack begins to judge it, within the days ahead', () => {
    const packs = [
      entry('official', { version: '1', validFrom: '2026-01-01' }),
      entry('official', { version: '2', validFrom: '2027-01-01' }),
      // Of that day, but not the one that is chosen then.
      entry('built-in', { version: '2', validFrom: '2027-01-01' }),
      entry('official', { version: '3', validFrom: '2027-03-24' }),
      entry('official', { version: '4', validFrom: '2027-03-25' }),
      entry('official', { version: '2', validFrom: '2026-12-01', customizations: ['another'] }),
    ];
    const days = (on?: string) =>
      comingDays({ ...UBL, ...(on !== undefined && { on }) }, packs, new Date('2026-11-24'), 120);
    assert.deepEqual(days(), ['2027-01-01', '2027-03-24']);
    assert.deepEqual(days('2027-01-01'), ['2027-03-24', '2027-03-25']);
  });

  it('has the texts of the rules that are written here', () => {
    const judging = planned([entry('built-in'), entry('official')]);
    assert.equal(judging?.pack.origin, 'official');
    assert.equal(judging.ownWords?.folder, 'built-in');
  });

  it('has no such texts if the built-in rules themselves run, or cannot run', () => {
    assert.equal(planned([entry('built-in')])?.ownWords, undefined);
    assert.equal(planned([entry('official'), entry('built-in', { engines: [] })])?.ownWords, undefined);
  });
});

describe('the plan for a document of the edition of 2026', () => {
  const EDITION = 'urn:cen.eu:en16931:2026';
  const plan = (customization: string, installed: readonly InstalledEntry[] = []) => {
    const file = { ...FILE, syntax: 'ubl-invoice', route: null, customization } as const;
    const { layers } = planFor(file, installed, { ...ENGINES, environment: 'sandbox' }, new Date());
    return layers.map(({ layer, missing }) => [layer, missing?.findings[0]?.code]);
  };

  const IDENTIFIERS = [
    EDITION,
    `${EDITION}#compliant#urn:xeinkauf.de:kosit:xrechnung_4.0`,
    `${EDITION}#conformant#urn:aeat.es:spfe:1.0.0:extended`,
  ];
  for (const customization of IDENTIFIERS)
    it(`runs no rules of 2017 on ${customization}, and says so`, () => {
      assert.deepEqual(plan(customization), [['en16931', 'EI-EDITION']]);
    });

  it('takes no other identifier for it', () => {
    for (const customization of ['urn:cen.eu:en16931:20261', 'urn:cen.eu:en16931:2017', ` ${EDITION}`])
      assert.equal(
        plan(customization).some(([, code]) => code === 'EI-EDITION'),
        false,
        customization,
      );
  });
});
