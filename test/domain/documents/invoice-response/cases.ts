import type { InvoiceResponse } from '../../../../src/domain/documents/invoice-response/invoice-response.ts';

export const RESPONSE: InvoiceResponse = {
  id: '51b10163-a32d-417b-b03f-ab3a7cf8f41a',
  at: new Date('2026-11-23T09:00:00.000Z'),
  sender: { endpoint: { scheme: '9930', id: 'DE123456789' }, name: 'Buyer & Söhne' },
  receiver: { endpoint: { scheme: '0208', id: '0123456749' }, name: 'Seller' },
  code: 'RE',
  clarification: { code: 'REF', text: 'Order <4711> is unknown' },
  invoice: { number: 'R-1', issueDate: '2026-11-20', typeCode: '380' },
};

const address = (scheme: string, id: string) => ({ ...RESPONSE.sender, endpoint: { scheme, id } });

/** Responses that each break only one rule. `R005` is absent: its published test is never false. */
export const BREAKING: Readonly<Record<string, InvoiceResponse>> = {
  'PEPPOL-T111-B00902': { ...RESPONSE, sender: address('0037', '1') },
  'PEPPOL-T111-B02102': { ...RESPONSE, receiver: address('EM', 'a@b.example') },
  'PEPPOL-T111-B01401': { ...RESPONSE, sender: { ...RESPONSE.sender, name: ' ' } },
  'PEPPOL-T111-B02601': { ...RESPONSE, receiver: { ...RESPONSE.receiver, name: '' } },
  'PEPPOL-COMMON-R001': { ...RESPONSE, invoice: { ...RESPONSE.invoice, number: '' } },
  'PEPPOL-COMMON-R030': { ...RESPONSE, invoice: { ...RESPONSE.invoice, issueDate: '2026-02-30' } },
  'PEPPOL-COMMON-R040': { ...RESPONSE, sender: address('0088', '4012345000008') },
  'PEPPOL-COMMON-R041': { ...RESPONSE, sender: address('0192', '987654321') },
  'PEPPOL-COMMON-R042': { ...RESPONSE, sender: address('0184', '1234567') },
  'PEPPOL-COMMON-R043': { ...RESPONSE, sender: address('0208', '0123456748') },
  'PEPPOL-COMMON-R049': { ...RESPONSE, sender: address('0007', '5560360794') },
  'PEPPOL-COMMON-R050': { ...RESPONSE, sender: address('0151', '51824753557') },
  'PEPPOL-COMMON-R052': { ...RESPONSE, sender: address('0096', '123456789') },
  'PEPPOL-COMMON-R053': { ...RESPONSE, sender: address('0198', '12345678') },
  'PEPPOL-T111-B04201': { ...RESPONSE, invoice: { ...RESPONSE.invoice, typeCode: 'X' } },
  'PEPPOL-T111-B03001': { ...RESPONSE, code: 'XX' },
  'PEPPOL-T111-B03301': { ...RESPONSE, clarification: { code: 'TRANSAC_INC' } },
  'PEPPOL-T111-R001': { ...RESPONSE, clarification: { text: 'no' } },
  'PEPPOL-T111-R002': { ...RESPONSE, clarification: { code: 'OTH' } },
  'PEPPOL-T111-R004': { ...RESPONSE, code: 'PD', clarification: { code: 'PPD' } },
  'PEPPOL-T111-R005': { ...RESPONSE, code: 'AP', clarification: { code: 'PPD', text: 'a half' } },
};

/** Valid addresses of each scheme with a checked form. */
export const FITTING: readonly InvoiceResponse[] = (
  [
    ['0088', '4012345000009'],
    ['0192', '987654325'],
    ['0184', 'DK88776655'],
    ['0184', '88776655'],
    ['0208', '0123456749'],
    ['0007', '5560360793'],
    ['0151', '51824753556'],
    ['0096', '1234567890'],
    ['0198', 'DK88776655'],
  ] as const
).map(([scheme, id]) => ({ ...RESPONSE, sender: address(scheme, id) }));
