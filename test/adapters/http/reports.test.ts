import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { manifestEntry, reportEntry } from '../../../src/adapters/http/call/reports.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { validationReport } from '../../../src/domain/findings/report.ts';
import { aRecord } from '../../support/records.ts';

const pack = { id: 'en16931', version: '1.3.16', origin: 'official' } as const;
const entry = { layer: 'en16931', source: 'EN16931', pack, durationMs: 1.5 } as const;
const finding = { code: 'X-1', severity: 'error', source: 'EN16931', message: 'm' } as const;

const VALID: Layer = { ...entry, outcome: 'valid', findings: [] };
const INVALID: Layer = { ...entry, outcome: 'invalid', findings: [finding] };
const NOT_RUN: Layer = { ...entry, outcome: 'not_run', code: 'KOSIT-RUN', reason: 'r', findings: [] };

const DOCUMENT = { kind: 'xrechnung-ubl', sha256: '0'.repeat(64) };

describe('a validation report', () => {
  it('names each layer, and the reason if it did not run', () => {
    const { layers, documents } = reportEntry(
      validationReport(
        'PEPPOL',
        [VALID, { ...NOT_RUN, advisory: true }],
        [{ ...DOCUMENT, size: 3 } as typeof DOCUMENT],
      ),
    );
    const base = { layer: 'en16931', source: 'EN16931', pack, duration_ms: 1.5, findings: [] };
    assert.deepEqual(withEnglish(layers), [
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

describe('a status event', () => {
  const facts = {
    eventId: 'evt_1',
    sequence: 2,
    occurredAt: new Date('2026-05-01T00:00:00Z'),
    status: 'rejected',
    direction: 'out',
  } as const;
  const wire = {
    event_id: 'evt_1',
    sequence: 2,
    occurred_at: '2026-05-01T00:00:00.000Z',
    status: 'rejected',
    direction: 'out',
    invoice_ref: 'R-1',
    country_route: 'DE-XRECHNUNG',
    environment: 'sandbox',
  };
  const subject = aRecord({ invoiceRef: 'R-1' });

  it('leaves out members without a value', () =>
    assert.deepEqual(JSON.parse(JSON_REPORT_WRITER.event({ subject, facts })), wire));

  it('has the errors and the answer of the route, under the names of the contract', () => {
    const wrong = { ...finding, field: 'a', fixHint: 'h', whoFixes: 'erp' } as const;
    const route = { submissionId: 'S-1', raw: { code: 1 } };
    const event = { subject: { ...subject, legalId: 'L-1' }, facts: { ...facts, errors: [wrong], route } };
    assert.deepEqual(JSON.parse(JSON_REPORT_WRITER.event(event)), {
      ...wire,
      legal_id: 'L-1',
      errors: [{ code: 'X-1', source: 'EN16931', message: 'm', field: 'a', fix_hint: 'h' }],
      route: { submission_id: 'S-1', raw: { code: 1 } },
    });
  });
});
