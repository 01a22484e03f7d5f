import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import {
  explainFinding,
  explainFailure,
  explainLayers,
} from '../../../src/application/catalogue/explain-findings.ts';
import type { CatalogueEntry } from '../../../src/domain/catalogue/entry.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
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
const OFFICIAL_TEXT = { whoFixes: 'us', fixHint: 'Correct the mapping.', term: 'BT-42' } as const;
const KNOWN = { whoFixes: 'erp', fixHint: 'Name one.', term: 'BT-41' } as const;

describe('a finding', () => {
  it('is explained by the catalogue', () => {
    assert.deepEqual(withEnglish(explainFinding(FOUND, catalogue)), withEnglish({ ...FOUND, ...KNOWN }));
  });

  for (const [name, value] of Object.entries(OFFICIAL_TEXT))
    it(`keeps its own specific ${name}`, () => {
      assert.deepEqual(
        withEnglish(explainFinding({ ...FOUND, [name]: value }, catalogue)),
        withEnglish({
          ...FOUND,
          ...KNOWN,
          [name]: value,
        }),
      );
    });

  const OFFICIAL = { ...FOUND, message: '[BR-DE-7] Die Gruppe', officialMessage: '[BR-DE-7] Die Gruppe' };

  it('has our title if an official message has no translation of ours', () => {
    assert.deepEqual(withEnglish(explainFinding(OFFICIAL, catalogue)), {
      ...OFFICIAL,
      ...KNOWN,
      message: 'A contact is missing.',
    });
  });

  it('keeps our text with its figures, and the official message beside it', () => {
    const specific = { ...OFFICIAL, message: 'A contact is missing (2 expected).' };
    assert.deepEqual(withEnglish(explainFinding(specific, catalogue)), { ...specific, ...KNOWN });
  });

  it('has the figures of its message as members', () => {
    const { expected, stated } = explainFinding(
      { ...FOUND, message: 'A contact is missing (169.50 expected, 169.51 stated). Name one.' },
      catalogue,
    );
    assert.deepEqual([expected, stated], ['169.50', '169.51']);
    const absent = explainFinding(
      { ...FOUND, message: 'A contact is missing (169.50 expected, nothing stated). Name one.' },
      catalogue,
    );
    assert.deepEqual([absent.expected, absent.stated], ['169.50', undefined]);
  });

  it('has the hint that its message ends with, of the wordings of several packs', () => {
    const other = { title: 'A group is empty', fixHint: 'Leave it out.' };
    const worded = { find: () => ({ ...ENTRY, otherWordings: [other] }) };
    for (const [message, hint] of [
      ['A contact is missing. Name one.', 'Name one.'],
      ['A group is empty. Leave it out.', 'Leave it out.'],
      ['A group is empty (1 expected, 2 stated). Leave it out.', 'Leave it out.'],
      ['Of a pack that is not installed here.', 'Name one.'],
    ] as const)
      assert.equal(english(explainFinding({ ...FOUND, message }, worded).fixHint!), hint);
  });

  it('has the official message once if the catalogue has no entry for its code', () => {
    const { officialMessage: _same, ...once } = OFFICIAL;
    const published = { find: () => ({ ...ENTRY, isPublished: true }) };
    assert.deepEqual(withEnglish(explainFinding(OFFICIAL, published)), { ...once, ...KNOWN });
    const unknown = { find: () => undefined };
    assert.deepEqual(
      withEnglish(explainFinding(OFFICIAL, unknown)),
      withEnglish({ ...once, whoFixes: 'us' }),
    );
  });

  it('gets only an owner if its code is unknown', () => {
    const unknown = { ...FOUND, code: 'X-1' };
    assert.deepEqual(
      withEnglish(explainFinding(unknown, catalogue)),
      withEnglish({ ...unknown, whoFixes: 'us' }),
    );
  });

  it('is explained in layers and refusals, too; their other members do not change', () => {
    const layer = {
      layer: 'xrechnung',
      source: 'XRechnung',
      pack: null,
      durationMs: 1,
      outcome: 'invalid',
    } as const;
    assert.deepEqual(
      withEnglish(explainLayers([{ ...layer, findings: [FOUND] }], catalogue, 'built')),
      withEnglish([{ ...layer, findings: [{ ...FOUND, ...KNOWN }] }]),
    );
    const refused = explainFailure(
      new CallFailed({ kind: 'validation-failed', findings: [FOUND] }),
      catalogue,
    );
    assert.ok(refused instanceof CallFailed);
    assert.deepEqual(
      withEnglish(refused.failure),
      withEnglish({ kind: 'validation-failed', findings: [{ ...FOUND, ...KNOWN }] }),
    );
    const other = new Error('other');
    assert.equal(explainFailure(other, catalogue), other);
  });
});
