import assert from 'node:assert/strict';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { validationReport } from '../../../src/domain/findings/report.ts';

const pack = { id: 'en16931', version: '1.3.16', origin: 'official' } as const;
const entry = { layer: 'en16931', source: 'EN16931', pack, durationMs: 1.5 } as const;
const finding = { code: 'X-1', severity: 'error', source: 'EN16931', message: 'm' } as const;

const VALID: Layer = { ...entry, outcome: 'valid', findings: [] };
const REMARKED: Layer = { ...entry, outcome: 'valid', findings: [{ ...finding, severity: 'warning' }] };
const INVALID: Layer = { ...entry, outcome: 'invalid', findings: [finding] };
const NOT_RUN: Layer = { ...entry, outcome: 'not_run', code: 'KOSIT-RUN', reason: 'r', findings: [] };

const DOCUMENT = { kind: 'xrechnung-ubl', sha256: '0'.repeat(64) };

describe('a validation report', () => {
  const ROWS: readonly (readonly [it: string, layers: readonly Layer[], valid: boolean])[] = [
    ['is valid if every layer is', [VALID, VALID], true],
    ['is valid with remarks', [VALID, REMARKED], true],
    ['is not valid by one layer', [VALID, INVALID, VALID], false],
    ['is not valid if a layer did not run', [VALID, NOT_RUN], false],
    ['is not valid if no check ran', [], false],
    ['is not valid if no check ran, not even an advisory one', [{ ...NOT_RUN, advisory: true }], false],
  ];
  for (const [sentence, layers, valid] of ROWS)
    it(sentence, () => assert.equal(validationReport('PEPPOL', layers, [DOCUMENT]).valid, valid));
});
