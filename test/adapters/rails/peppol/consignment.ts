import assert from 'node:assert/strict';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';

export const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
export const SUBMISSION = '51b10163-a32d-417b-b03f-ab3a7cf8f41a';

export function aConsignment(own: Partial<Consignment> = {}): Consignment {
  return {
    client: 'acme',
    bytes: new TextEncoder().encode(
      '<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">ü</Invoice>',
    ),
    facts: { syntax: 'ubl-invoice', specification: BILLING, number: 'R-1', issueDate: '2026-10-05' },
    addressing: AN_ADDRESSING,
    submissionId: SUBMISSION,
    startedAt: new Date('2026-03-02T09:00:00Z'),
    isResend: false,
    documentSha256: 'ab'.repeat(32),
    legalId: null,
    credential: {
      client: 'acme',
      id: 'crd_1',
      kind: 'access-point',
      value: JSON.stringify({
        base_url: 'https://ap.example',
        token: 't',
        sender_participant_id: '9930:DE123456789',
        dialect: 'phase4',
      }),
    },
    document: () => assert.fail('the rail has the document'),
    acquirePermit: async () => true,
    ...own,
  };
}
