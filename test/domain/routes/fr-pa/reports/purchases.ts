import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { En16931Invoice } from '../../../../../src/domain/invoice/en16931.ts';
import type { Partly } from '../../../../../src/domain/invoice/partly.ts';

const ZERO = new Decimal(0);
const NET = new Decimal('1000.00');
const REASONS: Readonly<Record<string, readonly [reason: string, code: string]>> = {
  AE: ['Reverse charge', 'VATEX-EU-AE'],
  K: ['Intra-community supply', 'VATEX-EU-IC'],
  G: ['Export', 'VATEX-EU-G'],
  O: ['Not subject to VAT', 'VATEX-EU-O'],
};

/** Its breakdown and totals. */
export function vatOf(category: string, vat = '0.00') {
  const [exemptionReason, exemptionReasonCode] = REASONS[category] ?? [];
  const taxAmount = new Decimal(vat);
  return {
    vatBreakdown: [
      {
        ...{ category, taxableAmount: NET, taxAmount, rate: taxAmount.isZero() ? ZERO : new Decimal(19) },
        ...(exemptionReason && { exemptionReason, exemptionReasonCode }),
      },
    ],
    totals: { withoutVat: NET, vat: taxAmount },
  };
}

/** What the reading of a finished file gives: a service of a German seller for a French buyer. */
export const A_PURCHASE = {
  number: 'RE-1',
  issueDate: '2026-10-05',
  typeCode: '380',
  currency: 'EUR',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  seller: { name: 'Müller GmbH', vatId: 'DE123456788', address: { country: 'DE' } },
  buyer: {
    name: 'Ateliers',
    vatId: 'FR88100000009',
    companyId: { id: '100000009', scheme: '0002' },
    address: { country: 'FR' },
  },
  ...vatOf('AE'),
} satisfies Partly<En16931Invoice>;

/** Any of its members in another form. */
export type Purchase = {
  [K in keyof Partly<En16931Invoice>]: unknown;
};
