import assert from 'node:assert/strict';
import {
  explainFinding,
  explainFailure,
  explainLayers,
} from '../../../src/application/catalogue/explain-findings.ts';
import type { CatalogueEntry } from '../../../src/domain/catalogue/entry.ts';
import type { Finding } from '../../../src/domain/findings/finding.ts';
import { CallFailed } from '../../../src/domain/failures.ts';

const ENTRY: CatalogueEntry = {
  code: 'BR-DE-7',
  aliases: [],
  family: 'Germany validator',
  whoFixes: 'erp',
  title: 'A contact is missing',
  explanation: 'It is missing.',
  fixHint: 'Name one.',
  routes: [],
  layer: 'xrechnung',
  term: 'BT-41',
};
const catalogue = { find: (code: string) => (code === ENTRY.code ? ENTRY : undefined) };
const FOUND: Finding = { code: 'BR-DE-7', severity: 'error', source: 'XRechnung', message: 'm' };
const SAID = { whoFixes: 'us', fixHint: 'Mend the mapping.', term: 'BT-42' } as const;
const KNOWN = { whoFixes: 'erp', fixHint: 'Name one.', term: 'BT-41' } as const;

describe('a finding', () => {
  it('is explained by the catalogue', () => {
    assert.deepEqual(explainFinding(FOUND, catalogue), { ...FOUND, ...KNOWN });
  });

  for (const [name, value] of Object.entries(SAID))
    it(`keeps its own ${name}, which is specific to the case`, () => {
      assert.deepEqual(explainFinding({ ...FOUND, [name]: value }, catalogue), {
        ...FOUND,
        ...KNOWN,
        [name]: value,
      });
    });

  const OFFICIAL = { ...FOUND, message: '[BR-DE-7] Die Gruppe', officialMessage: '[BR-DE-7] Die Gruppe' };

  it('has our title if an official message has no translation of ours', () => {
    assert.deepEqual(explainFinding(OFFICIAL, catalogue), {
      ...OFFICIAL,
      ...KNOWN,
      message: 'A contact is missing.',
    });
  });

  it('keeps our words with the figures of the case, and the official message beside them', () => {
    const told = { ...OFFICIAL, message: 'A contact is missing (2 expected).' };
    assert.deepEqual(explainFinding(told, catalogue), { ...told, ...KNOWN });
  });

  it('has the official message once if nothing is written here about its code', () => {
    const { officialMessage: _same, ...once } = OFFICIAL;
    const published = { find: () => ({ ...ENTRY, isPublished: true }) };
    assert.deepEqual(explainFinding(OFFICIAL, published), { ...once, ...KNOWN });
    const unknown = { find: () => undefined };
    assert.deepEqual(explainFinding(OFFICIAL, unknown), { ...once, whoFixes: 'us' });
  });

  it('gets an owner and nothing else if its code is unknown', () => {
    const unknown = { ...FOUND, code: 'X-1' };
    assert.deepEqual(explainFinding(unknown, catalogue), { ...unknown, whoFixes: 'us' });
  });

  it('is explained in layers and refusals, too, and nothing else changes', () => {
    const layer = {
      layer: 'xrechnung',
      source: 'XRechnung',
      pack: null,
      durationMs: 1,
      outcome: 'invalid',
    } as const;
    assert.deepEqual(explainLayers([{ ...layer, findings: [FOUND] }], catalogue, 'built'), [
      { ...layer, findings: [{ ...FOUND, ...KNOWN }] },
    ]);
    const refused = explainFailure(
      new CallFailed({ kind: 'validation-failed', findings: [FOUND] }),
      catalogue,
    );
    assert.ok(refused instanceof CallFailed);
    assert.deepEqual(refused.failure, { kind: 'validation-failed', findings: [{ ...FOUND, ...KNOWN }] });
    const other = new Error('other');
    assert.equal(explainFailure(other, catalogue), other);
  });
});
