import assert from 'node:assert/strict';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import type { CompleteInvoice } from '../../../src/domain/invoice/en16931.ts';
import { type Besides, invoicePage } from '../../../src/domain/page/invoice-page.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { FULL } from '../full-sample.ts';
import { parsed } from '../parsed.ts';

const FULL_INVOICE = completeInvoice(parsed(FULL), XRECHNUNG);
const [LINE] = FULL_INVOICE.lines;

/** All texts of a page, with plain blanks. */
function textsOf(invoice: CompleteInvoice, besides: Besides = {}): readonly string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value.replaceAll('\u00a0', ' '));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(invoicePage(invoice, besides));
  return texts;
}

const soldFrom = (country: string): CompleteInvoice => ({
  ...FULL_INVOICE,
  seller: { ...FULL_INVOICE.seller, address: { ...FULL_INVOICE.seller.address, country } },
});

describe('the language of a page', () => {
  for (const [country, language] of [
    ['DE', 'de'],
    ['AT', 'de'],
    ['FR', 'fr'],
    ['RE', 'fr'],
    ['PL', 'pl'],
    ['RO', 'ro'],
    ['MD', 'ro'],
    ['GB', 'en'],
    ['NL', 'en'],
    ['QQX', 'en'],
  ] as const)
    it(`is the language of the seller's country if the invoice states none: ${language} for ${country}`, () =>
      assert.equal(invoicePage(soldFrom(country)).language, language));

  it('is the stated one', () => {
    assert.equal(invoicePage(soldFrom('DE'), { lang: 'fr-BE' }).language, 'fr');
  });

  it('is English for a stated language without words', () =>
    assert.equal(invoicePage(soldFrom('DE'), { lang: 'nl' }).language, 'en'));

  it('is English without a seller', () => assert.equal(invoicePage({}).language, 'en'));
});

describe('a quantity on a page', () => {
  const shown = (lang: string, quantity: string, unit: string): readonly string[] =>
    textsOf({ ...FULL_INVOICE, lines: [{ ...LINE!, quantity: new Decimal(quantity), unit }] }, { lang });

  for (const [lang, quantity, unit, text] of [
    ['en', '1', 'HUR', '1 hour'],
    ['en', '2', 'HUR', '2 hours'],
    ['en', '1.5', 'HUR', '1.5 hours'],
    ['en', '-1', 'DAY', '-1 day'],
    ['en', '3', 'KGM', '3 kg'],
    ['en', '7', 'Q1X', '7 Q1X'],
    ['en', '7', 'constructor', '7 constructor'],
    ['de', '1', 'DAY', '1 Tag'],
    ['de', '12', 'DAY', '12 Tage'],
    ['fr', '1.5', 'HUR', '1,5 heure'],
    ['fr', '2', 'MON', '2 mois'],
    ['pl', '1', 'HUR', '1 godzina'],
    ['pl', '3', 'HUR', '3 godziny'],
    ['pl', '5', 'HUR', '5 godzin'],
    ['pl', '1.5', 'DAY', '1,5 dnia'],
    ['ro', '1', 'HUR', '1 oră'],
    ['ro', '19', 'HUR', '19 ore'],
    ['ro', '20', 'HUR', '20 de ore'],
  ] as const)
    it(`has its unit in words, in the form of the number: ${text} (${lang})`, () => {
      assert.ok(shown(lang, quantity, unit).includes(text), shown(lang, quantity, unit).join(' | '));
    });

  it('of a cash discount is in the form of the number', () => {
    const terms = '#SKONTO#TAGE=1#PROZENT=2.00#';
    assert.ok(
      textsOf({ ...FULL_INVOICE, paymentTerms: terms }, { lang: 'en' }).includes(
        '2 % discount if paid within 1 day',
      ),
    );
  });
});

describe('a code on a page', () => {
  const { seller } = FULL_INVOICE;
  const shows = (change: Partial<CompleteInvoice>, lang: string, text: string, code: string): void => {
    const texts = textsOf({ ...FULL_INVOICE, ...change }, { lang });
    assert.ok(
      texts.some((one) => one.includes(text)),
      `${text} is not on the page: ${texts.join(' | ')}`,
    );
    const withCode = texts.filter((one) => one.includes(code));
    assert.deepEqual(withCode, []);
  };
  const inRegion = (region: string, city: string): Partial<CompleteInvoice> => ({
    seller: { ...seller, address: { ...seller.address, region, city, country: 'RO' } },
  });

  it('of a note is a heading in words', () => {
    const notes = [{ subjectCode: 'PMT', text: '40 €' }];
    shows({ notes }, 'fr', 'Frais de recouvrement', 'PMT');
    shows({ notes }, 'en', 'Payment', 'PMT');
  });

  it('of a note that has no words names the note', () =>
    assert.ok(
      textsOf({ ...FULL_INVOICE, notes: [{ subjectCode: 'QQQ', text: 'x' }] }, { lang: 'en' }).includes(
        'Note QQQ',
      ),
    ));

  it('of an identifier is the name of its scheme', () => {
    shows({ seller: { ...seller, companyId: { scheme: '0002', id: '100' } } }, 'fr', 'SIREN 100', '0002:');
    shows({ seller: { ...seller, ids: [{ scheme: '0088', id: '40' }] } }, 'de', 'GLN 40', '0088:40');
    shows(
      { seller: { ...seller, endpoint: { scheme: 'EM', id: 'a@b.example' } } },
      'de',
      ': a@b.example',
      'EM:a',
    );
    shows({ seller: { ...seller, endpoint: { scheme: '9930', id: 'DE1' } } }, 'de', 'USt-IdNr. DE1', '9930');
  });

  it('of an identifier that has no name is behind it', () =>
    shows({ seller: { ...seller, companyId: { scheme: 'Q9', id: '100' } } }, 'fr', '100 (Q9)', 'Q9:'));

  it('of a Romanian county is its name', () => {
    shows(inRegion('RO-CJ', 'Cluj-Napoca'), 'ro', 'Cluj', 'RO-CJ');
    shows(inRegion('RO-B', 'SECTOR1'), 'en', 'Sector 1', 'SECTOR1');
  });

  it('of a country, a document type and a means of payment is its name alone', () => {
    shows({}, 'en', 'Germany', '(DE)');
    shows({ typeCode: '380' }, 'en', 'Invoice', '(380)');
    shows({ payment: { ...FULL_INVOICE.payment!, meansCode: '58' } }, 'en', 'SEPA credit transfer', '(58)');
  });

  it('of the standard rate of VAT is left out: the rate says it', () => shows({}, 'de', '19 %', 'S 19'));

  it('of a reason is left out beside the reason in words, and in words if it is alone', () => {
    const allowances = FULL_INVOICE.allowances!;
    const [{ reason, ...bare }] = allowances as [(typeof allowances)[number]];
    shows({ allowances: [{ ...bare, reasonCode: '95' }] }, 'en', 'Discount', '95)');
    shows({ allowances: [{ ...bare, reason: reason!, reasonCode: '95' }] }, 'en', reason!, '(95)');
  });
});

describe('the payment code of a page', () => {
  const codesOf = (besides: Besides): number =>
    invoicePage(FULL_INVOICE, besides).blocks.flatMap((block) => (block.block === 'card' ? block.codes : []))
      .length;

  it('is on an invoice that is to be paid', () => assert.equal(codesOf({}), 1));

  it('is not on a refused invoice: it is not to be paid', () =>
    assert.equal(
      codesOf({ refusal: [{ code: 'BR-01', severity: 'error', source: 'EN16931', message: 'No.' }] }),
      0,
    ));

  it('is not on an invoice that no longer applies', () => assert.equal(codesOf({ isVoid: true }), 0));
});
