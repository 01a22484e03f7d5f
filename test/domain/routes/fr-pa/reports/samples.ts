import { FR_PA } from '../../../../../src/domain/routes/fr-pa/profile.ts';
import type { CanonicalInvoice } from '../../../../../src/domain/invoice/canonical.ts';
import { completeBy } from '../../../../../src/domain/invoice/completions/completion.ts';
import { FRENCH_REPORTS } from '../../../../../src/domain/routes/fr-pa/reports/reports.ts';
import type { ReportOrder } from '../../../../../src/domain/routes/route-reports.ts';
import type { ReportEntry } from '../../../../../src/domain/vocabulary/stated-sale.ts';
import { frenchInvoice } from '../../../french-sample.ts';
import { parsed } from '../../../parsed.ts';
import { all, type Edit, set } from '../../../sample.ts';

/** A company that reports itself, on the normal monthly regime. */
export const OWN = { vat_regime: 'monthly', reports: 'own' };

const PARIS = { street: '1 rue A', city: 'Paris', postcode: '75001', country: 'FR' };
const TURIN = { street: 'Via Roma 1', city: 'Torino', postcode: '10121', country: 'IT' };

export const toConsumer: Edit = all(
  set('buyer', { name: 'Jean Martin', is_consumer: true, address: PARIS }),
  set('lines[0].item_kind', 'goods'),
);
export const abroad: Edit = set('buyer', { name: 'Rossi SRL', vat_id: 'IT00743110157', address: TURIN });

export const completed = (...edits: readonly Edit[]): CanonicalInvoice =>
  completeBy(FR_PA, parsed(all(...edits)(frenchInvoice())), OWN).invoice;

export const saleOf = (...edits: readonly Edit[]) => FRENCH_REPORTS.saleOf(completed(...edits));

export const written = (entries: readonly ReportEntry[], own: Partial<ReportOrder> = {}): string =>
  FRENCH_REPORTS.write({
    id: '7f1c5a0e-5c0b-4d2e-9a51-0b6f0a4c1d11',
    at: new Date('2026-10-14T06:00:00Z'),
    isReplacement: false,
    sender: { id: '9999', name: 'Plateforme Exemple' },
    declarant: { id: '100000009', name: 'Ateliers du Rhône SAS' },
    part: entries[0]?.part ?? 'sales',
    period: { first: '2026-10-01', last: '2026-10-10' },
    entries,
    ...own,
  });
