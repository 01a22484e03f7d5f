import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { checkIdentifiers } from '../../../../src/domain/checks/identifiers/identifier-checks.ts';
import { isNoRateOf } from '../../../../src/domain/checks/pre-check/vat-rates.ts';
import { companyId } from '../../../../src/domain/invoice/company-ids.ts';
import { completeBy } from '../../../../src/domain/invoice/completions/completion.ts';
import { completeInvoice } from '../../../../src/domain/invoice/complete-invoice.ts';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { FR_PA } from '../../../../src/domain/routes/fr-pa/profile.ts';
import { FRENCH_REPORTS } from '../../../../src/domain/routes/fr-pa/reports/reports.ts';
import { treatmentOf } from '../../../../src/domain/routes/fr-pa/reports/treatment.ts';
import { chooseRoute } from '../../../../src/domain/routing/choose-route.ts';
import { participantsBy } from '../../../../src/domain/routing/peppol-schemes.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { parsed } from '../../parsed.ts';
import { all, type Edit, set } from '../../sample.ts';
import { OWN } from './reports/samples.ts';

const SIRET = '20000000800010';
const buyerWith = (own: object, country: string): Edit =>
  set('buyer', { name: 'Quai Services', address: { city: 'Fort-de-France', country }, ...own });

/** What a buyer is and says, by the country of its address and, for the seller, by its own. */
const inCountry = (own: object, buyer: string, seller = 'FR') =>
  parsed(all(buyerWith(own, buyer), set('seller.address.country', seller))(frenchInvoice()));

/** Everything that depends on a country, with the country itself left out. */
const LOOKS: Readonly<Record<string, (country: string) => unknown>> = {
  'the completed parties': (country) => {
    const { seller, buyer } = completeBy(
      FR_PA,
      inCountry({ company_id: SIRET }, country, country),
      OWN,
    ).invoice;
    return [seller, buyer].map(({ address: _, ...party }) => party);
  },
  'the scheme of a register number in the document': (country) => {
    const built = completeInvoice(inCountry({ company_id: '200000008' }, country), {
      specification: '',
      takesProcess: true,
    });
    return [built.buyer.companyId, companyId('100000009', undefined, country)];
  },
  'the early rules': (country) =>
    checkRoute(inCountry({}, country, country), 'FR-PA', 'ubl').map(({ field, message }) => [field, message]),
  'the route between Paris and there, and the other way round': (country) =>
    [
      ['FR', country],
      [country, 'FR'],
      [country, country],
    ].map(([sellerCountry = '', buyerCountry = '']) =>
      chooseRoute({ sellerCountry, buyerCountry, hasPeppolCredential: false }),
    ),
  'the treatment of a sale': (country) => [
    treatmentOf(inCountry({}, country)),
    treatmentOf(inCountry({}, 'FR', country)),
    treatmentOf(inCountry({}, 'IT', country)),
  ],
  'identifiers with a wrong digit': (country) =>
    checkIdentifiers(inCountry({ company_id: '200000009' }, country, country)).map(({ code }) => code),
  'the participants of Peppol': (country) => participantsBy(country, { companyId: '200000008' }),
  'the VAT rates': (country) => isNoRateOf([country], 19, ['2026-09-01', '2026-09-30']),
  'the element of an invoice in a report': (country) =>
    JSON.stringify(FRENCH_REPORTS.saleOf(inCountry({ vat_id: 'IT00743110157' }, 'IT', country)).entries),
};

describe('Guadeloupe, Martinique and Réunion', () => {
  for (const [what, look] of Object.entries(LOOKS))
    it(`are France in ${what}`, () => {
      for (const country of ['GP', 'MQ', 'RE']) assert.deepEqual(look(country), look('FR'), country);
    });
});

/** `routes/routing`, section 4; `routes/fr-reports`, section 1. */
describe('Guiana, Mayotte, the collectivities and Monaco', () => {
  const ABROAD = ['GF', 'YT', 'BL', 'MF', 'PM', 'NC', 'PF', 'WF', 'MC'];

  it('are abroad: a business there is reported by itself, and gets no French address', () => {
    for (const country of ABROAD) {
      const sale = inCountry({ company_id: '200000008' }, country);
      assert.equal(treatmentOf(sale), '10.1', country);
      assert.equal(completeBy(FR_PA, sale, OWN).invoice.buyer.endpoint, undefined, country);
    }
  });

  it('have a route of their own from France', () => {
    for (const buyerCountry of ABROAD) {
      const choice = chooseRoute({ sellerCountry: 'FR', buyerCountry, hasPeppolCredential: false });
      assert.deepEqual(
        withEnglish(choice),
        { kind: 'chosen', route: 'FR-PA', rule: 'fr-cross-border' },
        buyerCountry,
      );
    }
  });
});
