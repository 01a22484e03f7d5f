import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { BT24, OUR_BT24, type SubjectOfChecks } from 'en16931-rules/layers/layer-selection.ts';
import { withUnknownBt24 } from '../../../src/domain/routes/unknown-bt24.ts';

const entry = { pack: null, durationMs: 1 } as const;
const FIRST: Layer = { ...entry, layer: 'xsd', source: 'XSD', outcome: 'valid', findings: [] };
const VALID: Layer = { ...entry, layer: 'peppol', source: 'Peppol', outcome: 'valid', findings: [] };
const ADVISORY: Layer = { ...VALID, advisory: true };
const REMARK: Finding = { code: 'X-1', severity: 'warning', source: 'Peppol', message: 'm' };
const BROKEN: Finding = { ...REMARK, code: 'X-2', severity: 'error' };

const FOREIGN: SubjectOfChecks = { route: 'PEPPOL', syntax: 'ubl-invoice', customization: 'urn:other' };

interface Row {
  readonly it: string;
  readonly subject?: Partial<SubjectOfChecks>;
  readonly last: Layer;
  readonly gives: string;
}
const ROWS: readonly Row[] = [
  { it: 'causes a warning; the layer stays valid', last: VALID, gives: 'valid EI-BT24-UNKNOWN:warning' },
  {
    it: 'causes information in an advisory layer',
    last: ADVISORY,
    gives: 'valid EI-BT24-UNKNOWN:information',
  },
  {
    it: 'causes an error on FR-PA; the layer is invalid',
    subject: { route: 'FR-PA' },
    last: VALID,
    gives: 'invalid EI-BT24-UNKNOWN:error',
  },
  {
    it: 'comes after the findings of the layer',
    last: { ...VALID, findings: [REMARK] },
    gives: 'valid X-1:warning EI-BT24-UNKNOWN:warning',
  },
  {
    it: 'leaves an invalid layer invalid',
    last: { ...VALID, outcome: 'invalid', findings: [BROKEN] },
    gives: 'invalid X-2:error EI-BT24-UNKNOWN:warning',
  },
  {
    it: 'leaves a layer that did not run not_run',
    last: { ...VALID, outcome: 'not_run', reason: 'r', findings: [] },
    gives: 'not_run EI-BT24-UNKNOWN:warning',
  },
  {
    it: 'leaves an advisory layer that did not run not_run',
    last: { ...ADVISORY, outcome: 'not_run', reason: 'r', findings: [] },
    gives: 'not_run EI-BT24-UNKNOWN:information',
  },
  {
    it: 'leaves a layer that did not run not_run, also on FR-PA',
    subject: { route: 'FR-PA' },
    last: { ...VALID, outcome: 'not_run', reason: 'r', findings: [] },
    gives: 'not_run EI-BT24-UNKNOWN:error',
  },
  {
    it: 'causes no finding if it has a pack',
    subject: { customization: BT24.peppol },
    last: VALID,
    gives: 'valid',
  },
  {
    it: 'causes no finding if it is missing, which breaks BR-01',
    subject: { customization: null },
    last: VALID,
    gives: 'valid',
  },
  {
    it: 'causes no finding in FA(3), which has none',
    subject: { route: 'PL-KSEF', syntax: 'fa3' },
    last: VALID,
    gives: 'valid',
  },
];

it('adds nothing to a document of the edition of 2026, which has a finding of its own', () => {
  for (const id of ['urn:cen.eu:en16931:2026', 'urn:cen.eu:en16931:2026#compliant#urn:other'])
    assert.deepEqual(
      withEnglish(withUnknownBt24([VALID], { ...FOREIGN, customization: id }, OUR_BT24)),
      withEnglish([VALID]),
    );
});

describe('a specification identifier without a rule pack', () => {
  for (const { it: sentence, subject, last, gives } of ROWS)
    it(sentence, () => {
      const layers = withUnknownBt24([FIRST, last], { ...FOREIGN, ...subject }, OUR_BT24);
      assert.deepEqual(withEnglish(layers[0]), withEnglish(FIRST));
      assert.equal(layers.length, 2);
      const { outcome, findings } = layers[1]!;
      assert.equal(
        [outcome, ...findings.map(({ code, severity }) => `${code}:${severity}`)].join(' '),
        gives,
      );
    });

  it('does not change reason and code of a layer that did not run', () => {
    const last: Layer = { ...VALID, outcome: 'not_run', code: 'KOSIT-RUN', reason: 'r', findings: [] };
    const { findings, ...rest } = withUnknownBt24([last], FOREIGN, OUR_BT24)[0]!;
    const { findings: _, ...before } = last;
    assert.deepEqual(withEnglish(rest), withEnglish(before));
    assert.equal(findings[0]?.source, 'Peppol');
  });

  it('causes no finding after its pack is installed', () => {
    const known = new Set([...OUR_BT24, FOREIGN.customization ?? '']);
    assert.deepEqual(
      withEnglish(withUnknownBt24([FIRST, VALID], FOREIGN, known)),
      withEnglish([FIRST, VALID]),
    );
  });

  it('adds no layer if no check ran', () => {
    assert.deepEqual(withEnglish(withUnknownBt24([], FOREIGN, OUR_BT24)), []);
  });
});
