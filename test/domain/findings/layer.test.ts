import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { Finding, Severity } from 'en16931-rules/vocabulary/finding.ts';
import { type Layer, outcomeOf, verdictOf } from 'en16931-rules/vocabulary/layer.ts';

const entry = { layer: 'en16931', source: 'EN16931', pack: null, durationMs: 1 } as const;
const finding = (severity: Severity): Finding => ({ code: 'X-1', severity, source: 'EN16931', message: 'm' });

const VALID: Layer = { ...entry, outcome: 'valid', findings: [] };
const INVALID: Layer = { ...entry, outcome: 'invalid', findings: [finding('error')] };
const FAILED: Layer = {
  ...entry,
  outcome: 'not_run',
  code: 'EI-PDF-CHECK',
  reason: 'it failed',
  findings: [],
};
const NOT_REACHED: Layer = { ...entry, outcome: 'not_run', reason: 'not reached', findings: [] };

describe('the verdict on a document', () => {
  const ROWS: readonly (readonly [it: string, layers: readonly Layer[], verdict: object])[] = [
    ['is valid if every layer is', [VALID, VALID], { verdict: 'valid' }],
    ['is invalid by one layer', [VALID, INVALID], { verdict: 'invalid' }],
    ['is invalid, also if another layer did not run', [FAILED, INVALID], { verdict: 'invalid' }],
    [
      'is open if a layer did not run',
      [VALID, FAILED],
      { verdict: 'not_run', code: 'EI-PDF-CHECK', reason: 'it failed' },
    ],
    [
      'is open if a layer was not reached and none refused',
      [NOT_REACHED, VALID],
      { verdict: 'not_run', code: 'KOSIT-RUN', reason: 'not reached' },
    ],
    [
      'is open if a layer did not run that could only have remarked',
      [VALID, { ...FAILED, advisory: true }],
      { verdict: 'not_run', code: 'EI-PDF-CHECK', reason: 'it failed' },
    ],
    ['is open if no check ran', [], { verdict: 'not_run', code: 'KOSIT-RUN', reason: 'no check ran' }],
  ];
  for (const [sentence, layers, verdict] of ROWS)
    it(sentence, () => assert.deepEqual(withEnglish(verdictOf(layers)), verdict));
});

describe('the outcome of a layer', () => {
  const ROWS: readonly (readonly [it: string, severities: readonly Severity[], outcome: string])[] = [
    ['is valid without findings', [], 'valid'],
    ['is valid with remarks', ['warning', 'information'], 'valid'],
    ['is invalid if one finding is an error', ['information', 'error'], 'invalid'],
  ];
  for (const [sentence, severities, outcome] of ROWS)
    it(sentence, () => {
      const findings = severities.map(finding);
      assert.deepEqual(withEnglish(outcomeOf(findings)), withEnglish({ outcome, findings }));
    });
});
