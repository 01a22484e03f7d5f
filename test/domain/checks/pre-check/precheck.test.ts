import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { parseErpTotals } from '../../../../src/domain/checks/pre-check/erp-totals.ts';
import { precheck } from '../../../../src/domain/checks/pre-check/precheck.ts';
import { parsed } from '../../parsed.ts';
import { all, germanInvoice, set, untouched, without, type Edit, type Json } from '../../sample.ts';

function found(edit: Edit, erpTotals?: Json) {
  const totals = parseErpTotals(erpTotals);
  assert.ok(totals.ok);
  return precheck(parsed(edit(germanInvoice())), totals.totals);
}

const seller = (country: string, members: Json): Edit =>
  all(
    set('seller.address.country', country),
    ...Object.entries(members).map(([member, value]) => set(`seller.${member}`, value)),
  );

const directDebit = { means_code: 59, mandate: 'M', creditor_id: 'DE98ZZZ09999999999' };

const ROWS: { it: string; edit: Edit; finds: string[] }[] = [
  { it: 'accepts the sample', edit: untouched, finds: [] },
  {
    it: 'refuses a mistyped IBAN',
    edit: set('payment.iban', 'DE03 1203 0000 0000 2020 51'),
    finds: ['EI-ID-IBAN error payment.iban'],
  },
  {
    it: 'refuses a mistyped IBAN of a further account',
    edit: set('payment.accounts', [{ iban: 'AT611904300234573201' }, { iban: 'AT611904300234573202' }]),
    finds: ['EI-ID-IBAN error payment.accounts[1].iban'],
  },
  {
    it: 'requires no IBAN for an account with another number',
    edit: set('payment', { means_code: 30, account_id: '202051' }),
    finds: [],
  },
  {
    it: 'refuses an account number that is not an IBAN',
    edit: set('payment.iban', '202051'),
    finds: ['EI-ID-IBAN error payment.iban'],
  },
  {
    it: 'refuses a mistyped debited account',
    edit: set('payment', { ...directDebit, debited_iban: 'DE03120300000000202051' }),
    finds: ['EI-ID-IBAN error payment.debited_iban'],
  },
  {
    it: 'warns of a Leitweg-ID',
    edit: set('invoice.buyer_reference', '04011000-12345-04'),
    finds: ['EI-ID-LEITWEG warning invoice.buyer_reference'],
  },
  {
    it: 'warns of a Leitweg-ID that is an electronic address',
    edit: set('buyer.endpoint', { id: '04011000-12345-04', scheme: '0204' }),
    finds: ['EI-ID-LEITWEG warning buyer.endpoint.id'],
  },
  {
    it: 'accepts a Leitweg-ID as electronic address',
    edit: set('buyer.endpoint', { id: '04011000-12345-03', scheme: '0204' }),
    finds: [],
  },
  {
    it: 'warns of GR before a Greek VAT id',
    edit: set('buyer.vat_id', 'GR094259216'),
    finds: ['EI-ID-VAT warning buyer.vat_id'],
  },
  { it: 'accepts EL', edit: set('buyer.vat_id', 'EL094259216'), finds: [] },
  {
    it: 'accepts any other buyer reference',
    edit: set('invoice.buyer_reference', 'Einkauf 4711'),
    finds: [],
  },
  {
    it: 'warns of a VAT id',
    edit: set('seller.vat_id', 'DE136695977'),
    finds: ['EI-ID-VAT warning seller.vat_id'],
  },
  {
    it: "warns of the buyer's VAT id",
    edit: set('buyer.vat_id', 'ATU13585628'),
    finds: ['EI-ID-VAT warning buyer.vat_id'],
  },
  {
    it: "warns of a tax representative's VAT id",
    edit: set('tax_representative', { name: 'x', vat_id: 'DE136695977', address: { country: 'DE' } }),
    finds: ['EI-ID-VAT warning tax_representative.vat_id'],
  },
  {
    it: 'ignores a VAT id without prefix, which official rules check',
    edit: set('seller.vat_id', '136695977'),
    finds: [],
  },
  {
    it: 'warns of a Polish VAT id as a NIP',
    edit: set('seller.vat_id', 'PL8567346216'),
    finds: ['EI-ID-NIP warning seller.vat_id'],
  },
  { it: 'accepts a Polish VAT id', edit: set('seller.vat_id', 'PL8567346215'), finds: [] },
  {
    it: 'warns of a NIP in Poland',
    edit: seller('PL', { tax_number: '856-734-62-16' }),
    finds: ['EI-ID-NIP warning seller.tax_number'],
  },
  {
    it: 'warns of a Polish VAT id without its country',
    edit: all(seller('PL', { vat_id: '8567346216' }), without('payment.iban')),
    finds: ['EI-ID-NIP warning seller.vat_id'],
  },
  {
    it: 'accepts a NIP in another spelling',
    edit: seller('PL', { tax_number: 'nip: pl 856 734 62 15' }),
    finds: [],
  },
  { it: 'accepts a PESEL', edit: seller('PL', { tax_number: '44051401359' }), finds: [] },
  {
    it: 'warns of a PESEL that is mistyped',
    edit: seller('PL', { tax_number: '44051401358' }),
    finds: ['EI-ID-NIP warning seller.tax_number'],
  },
  { it: 'accepts a NIP with hyphens', edit: seller('PL', { tax_number: '856-734-62-15' }), finds: [] },
  {
    it: 'warns of a Romanian VAT id as a CUI',
    edit: set('seller.vat_id', 'RO18547291'),
    finds: ['EI-ID-CUI warning seller.vat_id'],
  },
  {
    it: 'warns of a CUI in Romania',
    edit: seller('RO', { tax_number: '18547291' }),
    finds: ['EI-ID-CUI warning seller.tax_number'],
  },
  { it: 'accepts a CUI', edit: seller('RO', { tax_number: 'RO 18547290' }), finds: [] },
  { it: "accepts a person's number", edit: seller('RO', { tax_number: '1800101221144' }), finds: [] },
  {
    it: "warns of a person's number that is mistyped",
    edit: seller('RO', { tax_number: '1800101221145' }),
    finds: ['EI-ID-CUI warning seller.tax_number'],
  },
  {
    it: 'warns of a SIREN',
    edit: seller('FR', { company_id: '732829321' }),
    finds: ['EI-ID-SIREN warning seller.company_id'],
  },
  {
    it: 'accepts a SIREN, also within a SIRET',
    edit: seller('FR', { company_id: '732 829 320 00074' }),
    finds: [],
  },
  {
    it: 'warns of a GLN',
    edit: set('buyer.endpoint', { id: '4012345000008', scheme: '0088' }),
    finds: ['EI-ID-GLN warning buyer.endpoint.id'],
  },
  { it: 'accepts a GLN', edit: set('buyer.endpoint', { id: '4012345000009', scheme: '0088' }), finds: [] },
  {
    it: 'checks no GLN of another scheme',
    edit: set('buyer.endpoint', { id: '4012345000008', scheme: '0007' }),
    finds: [],
  },
];

describe('identifiers before any document is built', () => {
  for (const { it: sentence, edit, finds } of ROWS)
    it(sentence, () =>
      assert.deepEqual(
        found(edit).map(({ code, severity, field }) => `${code} ${severity} ${field}`),
        finds,
      ),
    );

  it('distinguish a mistyped IBAN from a text that is not one', () => {
    const messageOn = (iban: string) => found(set('payment.iban', iban))[0]?.message ?? '';
    assert.match(english(messageOn('DE03120300000000202051')), /mistyped/);
    assert.match(english(messageOn('DE0212030000000020205')), /mistyped/);
    for (const other of ['202051', '120 300 00/202051', 'BYLADEM1001', 'DE'])
      assert.match(english(messageOn(other)), /not an IBAN/, other);
  });

  it('are for the ERP to correct; messages do not repeat their values', () => {
    const [finding] = found(set('payment.iban', 'DE03120300000000202051'));
    assert.equal(finding?.whoFixes, 'erp');
    assert.equal(finding?.source, 'pre-check');
    assert.equal(finding?.term, 'BT-84');
    assert.doesNotMatch(JSON.stringify(finding), /DE03/);
  });
});

describe('totals of the ERP', () => {
  // The sample has two pieces at 10.00 with 19 % VAT.
  const RIGHT = { total_without_vat: 20, total_vat: '3.80', total_with_vat: '23.8', amount_due: 23.8 };

  it('are accepted if they agree', () => assert.deepEqual(withEnglish(found(untouched, RIGHT)), []));
  it('are not required', () => assert.deepEqual(withEnglish(found(untouched)), []));
  it('are compared at two decimals', () => {
    assert.deepEqual(withEnglish(found(untouched, { total_vat: '3.804' })), []);
    assert.equal(found(untouched, { total_vat: '3.805' }).length, 1);
  });

  for (const name of Object.keys(RIGHT))
    it(`are refused if ${name} differs by a cent`, () => {
      const [finding, ...others] = found(untouched, {
        ...RIGHT,
        [name]: (Number(RIGHT[name as keyof typeof RIGHT]) + 0.01).toFixed(2),
      });
      assert.deepEqual(
        [finding?.code, finding?.severity, finding?.field, finding?.whoFixes, others.length],
        ['EI-TOTALS-MISMATCH', 'error', `erp_totals.${name}`, 'erp', 0],
      );
    });

  it('are shown beside the expected ones', () =>
    assert.match(
      english(found(untouched, { total_vat: 4 })[0]?.message ?? ''),
      /\(3\.80 expected, 4\.00 stated\)\.$/,
    ));

  it('are refused if they are not numbers, or unknown', () => {
    for (const [json, field] of [
      [{ total_vat: 'x' }, 'erp_totals.total_vat'],
      [{ vat: 1 }, 'erp_totals.vat'],
      [5, 'erp_totals'],
    ] as const) {
      const result = parseErpTotals(json);
      assert.deepEqual(!result.ok && result.findings.map((finding) => finding.field), [field]);
    }
  });
});
