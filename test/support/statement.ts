import type { Statement } from '../../src/domain/proof/statement.ts';

const PACK = { id: 'en16931', version: '1.3.16', origin: 'built-in', sha256: 'c'.repeat(64) } as const;

/** A statement with a value in every member. @param sha256 of the document. */
export const aStatement = (sha256: string, more: Partial<Statement> = {}): Statement => ({
  issuedAt: new Date('2026-10-05T08:00:00.123Z'),
  serviceVersion: '0.1.0',
  invoice: {
    id: 'inv_0123456789abcdef0123456789abcdef',
    client: 'acme',
    invoiceRef: 'ERP-1',
    invoiceNumber: 'RE-1',
    route: 'PEPPOL',
    environment: 'sandbox',
    state: 'delivered',
    createdAt: new Date('2026-10-05T07:00:00.000Z'),
    updatedAt: new Date('2026-10-05T07:00:09.000Z'),
  },
  document: { kind: 'ubl', sha256, size: 3, isBuiltHere: true },
  check: {
    checkedAt: new Date('2026-10-05T07:00:01.000Z'),
    layers: [
      { layer: 'schema', source: 'schema', pack: null, outcome: 'valid' },
      { layer: 'en16931', source: 'EN16931', pack: PACK, outcome: 'valid' },
    ],
  },
  answer: {
    legalId: 'DOC-1',
    buyerStatus: 'paid',
    submittedAt: new Date('2026-10-05T07:00:02.000Z'),
    reference: 'REF-1',
    errors: ['EI-PEPPOL-REFUSED'],
  },
  files: [{ kind: 'ubl', sha256, size: 3 }],
  events: [
    {
      eventId: 'evt_1',
      sequence: 1,
      occurredAt: new Date('2026-10-05T07:00:00.000Z'),
      status: 'received',
      sha256: 'e'.repeat(64),
    },
  ],
  ...more,
});
