import assert from 'node:assert/strict';
import { manifestEntry, reportEntry } from '../../../src/adapters/http/call/reports.ts';
import type { Layer } from '../../../src/domain/findings/layer.ts';
import { validationReport } from '../../../src/domain/findings/report.ts';

const pack = { id: 'en16931', version: '1.3.16', origin: 'official' } as const;
const entry = { layer: 'en16931', source: 'EN16931', pack, durationMs: 1.5 } as const;
const finding = { code: 'X-1', severity: 'error', source: 'EN16931', message: 'm' } as const;

const VALID: Layer = { ...entry, outcome: 'valid', findings: [] };
const INVALID: Layer = { ...entry, outcome: 'invalid', findings: [finding] };
const NOT_RUN: Layer = { ...entry, outcome: 'not_run', code: 'KOSIT-RUN', reason: 'r', findings: [] };

const DOCUMENT = { kind: 'xrechnung-ubl', sha256: '0'.repeat(64) };

describe('a validation report', () => {
  it('says of each layer what it is and, of one that did not run, why', () => {
    const { layers, documents } = reportEntry(
      validationReport(
        'PEPPOL',
        [VALID, { ...NOT_RUN, advisory: true }],
        [{ ...DOCUMENT, size: 3 } as typeof DOCUMENT],
      ),
    );
    const base = { layer: 'en16931', source: 'EN16931', pack, duration_ms: 1.5, findings: [] };
    assert.deepEqual(layers, [
      { ...base, outcome: 'valid' },
      { ...base, outcome: 'not_run', reason: 'r', advisory: true },
    ]);
    assert.deepEqual(documents, [DOCUMENT]);
  });
});

describe('a manifest', () => {
  it('names the layers with their outcomes, and no findings', () => {
    const facts = {
      invoice: { id: 'inv_1', invoiceRef: 'R-1', route: 'DE-XRECHNUNG' },
      document: { ...DOCUMENT, mediaType: 'application/xml', size: 3 },
      layers: [INVALID],
      serviceVersion: '1.2.3',
      createdAt: new Date('2026-05-01T00:00:00Z'),
    };
    assert.deepEqual(manifestEntry(facts).layers, [
      { layer: 'en16931', source: 'EN16931', pack, outcome: 'invalid' },
    ]);
  });
});
