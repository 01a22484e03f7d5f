import { createHash, randomBytes } from 'node:crypto';
import type { ApiKey } from '../../src/domain/access/api-key.ts';
import type { Addressing } from '../../src/domain/vocabulary/addressing.ts';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import type { StoredEvent } from '../../src/domain/lifecycle/status-event.ts';
import { JSON_REPORT_WRITER } from '../support/report-writer.ts';
import { buildEvent } from '../../src/application/lifecycle/build-event.ts';
import type { IdempotencyClaim } from '../../src/ports/idempotency-store.ts';
import type { Intake } from '../../src/ports/invoice-store.ts';
import type { ReceivedRecord } from '../../src/domain/lifecycle/received-record.ts';
import type { ReceivedIntake } from '../../src/ports/received-store.ts';

export const hex = (digits: number): string => randomBytes(digits / 2).toString('hex');
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Monday morning; the start time of every test. */
export const START = new Date('2026-03-02T09:00:00.000Z');
export const after = (ms: number, from: Date = START): Date => new Date(from.getTime() + ms);

/** The start for rows that a server removes by their time and its own clock: within no test. */
export const AHEAD = new Date('2126-03-04T09:00:00.000Z');
export const ahead = (ms: number): Date => after(ms, AHEAD);

export function aRecord(own: Partial<InvoiceRecord> = {}): InvoiceRecord {
  const { intakeKey = hex(32) } = own;
  return {
    // A repeated call has the same.
    id: `inv_${sha256(intakeKey).slice(0, 24)}`,
    client: 'acme',
    environment: 'sandbox',
    route: 'DE-XRECHNUNG',
    state: 'queued',
    version: 1,
    invoiceRef: `ref-${hex(8)}`,
    format: 'xrechnung-ubl',
    fingerprint: hex(64),
    intakeKey,
    legalId: null,
    buyerStatus: null,
    errors: [],
    documents: [],
    care: [],
    lastSequence: 1,
    failures: 0,
    dueAt: START,
    work: 'check',
    lease: null,
    reachedRail: false,
    createdAt: START,
    updatedAt: START,
    ...own,
  };
}

export const anEvent = (record: InvoiceRecord, sequence: number): StoredEvent =>
  buildEvent(
    record,
    {
      eventId: `evt_${hex(24)}`,
      sequence,
      occurredAt: START,
      status: 'received',
      direction: 'out',
    },
    JSON_REPORT_WRITER,
  );

export function anIntake(own: Partial<InvoiceRecord> = {}): Intake {
  const record = aRecord(own);
  return { record, events: [anEvent(record, 1)], audit: [], files: [] };
}

function aReceived(own: Partial<ReceivedRecord> = {}): ReceivedRecord {
  const documentSha256 = own.documentSha256 ?? hex(64);
  return {
    id: `rcv_${hex(24)}`,
    client: 'acme',
    environment: 'sandbox',
    route: 'PEPPOL',
    state: 'received',
    version: 1,
    invoiceRef: 'IN-1',
    invoiceNumber: 'IN-1',
    documentSha256,
    intakeKey: hex(32),
    errors: [],
    documents: [{ kind: 'received-xml', sha256: documentSha256, size: 7 }],
    care: [],
    lastSequence: 1,
    failures: 0,
    dueAt: START,
    work: 'check',
    lease: null,
    createdAt: START,
    updatedAt: START,
    ...own,
  };
}

export function aReceipt(own: Partial<ReceivedRecord> = {}): ReceivedIntake {
  const record = aReceived(own);
  const subject = { ...record, legalId: null, buyerStatus: null };
  const facts = { eventId: `evt_${hex(24)}`, sequence: 1, occurredAt: START } as const;
  const event = buildEvent(subject, { ...facts, status: 'received', direction: 'in' }, JSON_REPORT_WRITER);
  const files = record.documents.map(({ sha256: of }) => ({ sha256: of, sealed: Buffer.from('sealed!') }));
  return { record, events: [event], files };
}

export function aKey(own: Partial<ApiKey> = {}): ApiKey {
  return {
    id: `key_${hex(24)}`,
    holder: { kind: 'client', client: 'acme', scopes: ['submit', 'read'] },
    hash: hex(64),
    createdAt: START,
    ancestors: [],
    ...own,
  };
}

export const aClaim = (own: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  space: 'client:acme',
  key: 'key-12345',
  requestHash: sha256('one'),
  claimId: hex(32),
  now: AHEAD,
  leaseUntil: after(30_000, own.now ?? AHEAD),
  expiresAt: ahead(86_400_000),
  ...own,
});

/** A German seller and a Belgian buyer, both in Peppol. */
export const AN_ADDRESSING: Addressing = {
  namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  root: 'Invoice',
  typeCode: '380',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  seller: { country: 'DE', endpoint: { id: 'DE123456789', scheme: '9930' }, ids: ['DE123456789'] },
  buyer: { country: 'BE', endpoint: { id: '0123456749', scheme: '0208' }, ids: ['BE0123456749'] },
};
