import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { factForms } from '../../../src/domain/documents/document-facts.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { readFile } from '../../../src/adapters/piscina/read-file.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { vatRr, WHOLE } from '../../support/vat-rr.ts';

const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const UBL = (root: string, content: string): string =>
  `<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cbc="${CBC}">${content}</${root}>`;
const RSM = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const RAM = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100';
const CII = (content: string): string =>
  `<rsm:CrossIndustryInvoice xmlns:rsm="${RSM}" xmlns:ram="${RAM}">${content}</rsm:CrossIndustryInvoice>`;

const read = (file: string | Uint8Array) =>
  readFile(
    new CheckedFile(typeof file === 'string' ? new TextEncoder().encode(file) : file, new Vocabulary()),
    factForms(SYNTAXES),
  );

const whole = (file: string | Uint8Array) => {
  const reading = read(file);
  assert.ok(reading.reading === 'read', JSON.stringify(reading));
  return reading;
};

const facts = (file: string | Uint8Array) => whole(file).facts;

const refusal = (file: string | Uint8Array) => {
  const reading = read(file);
  assert.ok(reading.reading === 'refused', JSON.stringify(reading));
  const [{ code, message, location, whoFixes, source }] = reading.findings;
  assert.deepEqual([whoFixes, source], ['erp', 'XML-safety']);
  return { code, message, line: location?.line };
};

describe('the header of a file', () => {
  const HEAD = '<cbc:CustomizationID> urn:x </cbc:CustomizationID><cbc:ID>R-1</cbc:ID>';

  it('is read from a UBL invoice', () =>
    assert.deepEqual(facts(UBL('Invoice', `${HEAD}<cbc:IssueDate>2026-10-05</cbc:IssueDate>`)), {
      syntax: 'ubl-invoice',
      specification: 'urn:x',
      number: 'R-1',
      issueDate: '2026-10-05',
    }));

  it('is read from a UBL credit note', () =>
    assert.equal(facts(UBL('CreditNote', HEAD)).syntax, 'ubl-creditnote'));

  it('is read from a CII invoice, its date written without dashes', () =>
    assert.deepEqual(
      facts(
        CII(
          '<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:x</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>' +
            '<rsm:ExchangedDocument><ram:ID>R-2</ram:ID><ram:IssueDateTime><udt:DateTimeString xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100" format="102">20261005</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>',
        ),
      ),
      { syntax: 'cii', specification: 'urn:x', number: 'R-2', issueDate: '2026-10-05' },
    ));

  it('is read from an FA(3) invoice, which has no specification', () =>
    assert.deepEqual(
      facts(
        '<Faktura xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/"><Fa><P_1>2026-10-05</P_1><P_2>FV/1</P_2></Fa></Faktura>',
      ),
      { syntax: 'fa3', specification: null, number: 'FV/1', issueDate: '2026-10-05' },
    ));

  it('is read from an invoice VAT RR: the farmer is the seller, and the buyer issues it', () => {
    const reading = whole(vatRr('RR/7', '-12.50'));
    assert.deepEqual(reading.facts, {
      syntax: 'fa-rr',
      specification: null,
      number: 'RR/7',
      issueDate: '2026-10-02',
    });
    assert.deepEqual(reading.summary, {
      number: 'RR/7',
      typeCode: '389',
      issueDate: '2026-10-02',
      seller: 'Jan Rolnik',
      buyer: 'Młyn Sp. z o.o.',
      sellerCountry: 'PL',
      sellerVatId: '2222222222',
      buyerVatId: '1111111111',
      issuer: { vatId: 'PL1111111111' },
      currency: 'PLN',
      total: '-12.50',
      due: '-12.50',
    });
    assert.equal(whole(WHOLE['invoice']!).summary.due, '2412.50');
    assert.equal(whole(WHOLE['correction']!).summary.due, undefined);
  });

  for (const blank of [' ', '\n', '\t', '&#13;'])
    it(`has its specification without XML's blanks: ${JSON.stringify(blank)}`, () =>
      assert.equal(
        facts(UBL('Invoice', `<cbc:CustomizationID>${blank}urn:x${blank}</cbc:CustomizationID>`))
          .specification,
        'urn:x',
      ));

  // Published rules read them as part of the identifier.
  for (const blank of ['\u00a0', '\u2003', '\ufeff'])
    it(`has its specification with another blank: U+${blank.charCodeAt(0).toString(16)}`, () => {
      const specification = (text: string) =>
        facts(UBL('Invoice', `<cbc:CustomizationID>${text}</cbc:CustomizationID>`)).specification;
      assert.deepEqual(
        [specification(`urn:x${blank}`), specification(`${blank}urn:x`), specification(blank)],
        [`urn:x${blank}`, `${blank}urn:x`, blank],
      );
    });

  it('has no number if it is blank', () =>
    assert.deepEqual(
      ['', ' ', '\u00a0'].map((text) => facts(UBL('Invoice', `<cbc:ID>${text}</cbc:ID>`)).number),
      [null, null, null],
    ));

  it('has its number on one line', () =>
    assert.equal(facts(UBL('Invoice', '<cbc:ID>\n R  1\n</cbc:ID>')).number, 'R 1'));

  it('has the values that rules read: a date in another form is absent', () =>
    assert.equal(
      facts(
        CII(
          '<rsm:ExchangedDocument><ram:IssueDateTime><udt:DateTimeString xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100" format="610">202610</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>',
        ),
      ).issueDate,
      null,
    ));

  it('is readable if a date has an impossible month', () =>
    assert.equal(facts(UBL('Invoice', '<cbc:IssueDate>2026-13-01</cbc:IssueDate>')).issueDate, null));

  it('leaves out values that are absent, not a day of the calendar, or too long for a list of invoices', () =>
    assert.deepEqual(
      facts(UBL('Invoice', `<cbc:ID>${'9'.repeat(201)}</cbc:ID><cbc:IssueDate>2026-02-30</cbc:IssueDate>`)),
      { syntax: 'ubl-invoice', specification: null, number: null, issueDate: null },
    ));

  it('does not depend on prefixes, comments or CDATA', () =>
    assert.equal(
      facts(
        UBL('Invoice', '<cbc:ID>R<!-- x -->-<![CDATA[3]]></cbc:ID>')
          .replaceAll('cbc:', 'z:')
          .replace('xmlns:cbc', 'xmlns:z'),
      ).number,
      'R-3',
    ));
});

describe('a hostile file', () => {
  it('declares a DOCTYPE', () =>
    assert.equal(
      refusal('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>').code,
      'EI-XML-DTD',
    ));

  it('is not well-formed: the place is named', () =>
    assert.deepEqual((({ code, line }) => ({ code, line }))(refusal('<a>\n  <b></a>')), {
      code: 'EI-XML-SYNTAX',
      line: 2,
    }));

  it('is in an encoding that is not read, which is named', () => {
    const { code, message } = refusal('<?xml version="1.0" encoding="windows-1252"?><a/>');
    assert.equal(code, 'EI-XML-SYNTAX');
    assert.match(english(message), /windows-1252/);
  });

  it('is not an invoice', () => {
    const { code, message } = refusal('<Order/>');
    assert.equal(code, 'EI-XML-TYPE');
    assert.match(english(message), /root element Order/);
  });

  it('has another namespace than an invoice, which is named', () => {
    const { code, message } = refusal('<Faktura xmlns="http://crd.gov.pl/wzor/1/"/>');
    assert.equal(code, 'EI-XML-TYPE');
    assert.match(english(message), /root element Faktura \(namespace http:\/\/crd\.gov\.pl\/wzor\/1\/\)/);
  });

  for (const [form, namespace] of [
    ['FA(2)', 'http://crd.gov.pl/wzor/2023/06/29/12648/'],
    ['FA(1)', 'http://crd.gov.pl/wzor/2021/11/29/11089/'],
  ] as const)
    it(`is a Polish invoice of an older form, which is named: ${form}`, () => {
      const { code, message } = refusal(`<Faktura xmlns="${namespace}"/>`);
      assert.equal(code, 'EI-XML-TYPE');
      assert.ok(
        english(message).includes(`the older form ${form}; the service accepts FA(3)`),
        english(message),
      );
    });

  it('is empty', () => assert.equal(refusal('').code, 'EI-XML-SYNTAX'));
});

describe('sender and receiver of a file', () => {
  const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
  const addressing = (file: string) => {
    const reading = read(file);
    assert.ok(reading.reading === 'read', JSON.stringify(reading));
    return reading.addressing;
  };
  const ubl = (content: string): string =>
    UBL('Invoice', content).replace('<Invoice ', `<Invoice xmlns:cac="${CAC}" `);

  it('is read from a UBL invoice', () => {
    const party = (scheme: string, id: string, country: string): string =>
      `<cac:Party><cbc:EndpointID schemeID="${scheme}"> ${id}</cbc:EndpointID>` +
      `<cac:PostalAddress><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>` +
      `<cac:PartyTaxScheme><cbc:CompanyID>${country}1</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>` +
      `<cac:PartyLegalEntity><cbc:CompanyID schemeID="0204">HRB 1</cbc:CompanyID></cac:PartyLegalEntity></cac:Party>`;
    const file = ubl(
      '<cbc:ProfileID>urn:p</cbc:ProfileID><cbc:InvoiceTypeCode>384</cbc:InvoiceTypeCode>' +
        `<cac:AccountingSupplierParty>${party('9930', 'DE1', 'DE')}</cac:AccountingSupplierParty>` +
        `<cac:AccountingCustomerParty>${party('0208', '0123456749', 'BE')}</cac:AccountingCustomerParty>`,
    );
    assert.deepEqual(addressing(file), {
      namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
      root: 'Invoice',
      typeCode: '384',
      process: 'urn:p',
      seller: { country: 'DE', endpoint: { id: 'DE1', scheme: '9930' }, ids: ['HRB 1', 'DE1'], vatId: 'DE1' },
      buyer: {
        country: 'BE',
        endpoint: { id: '0123456749', scheme: '0208' },
        ids: ['HRB 1', 'BE1'],
        vatId: 'BE1',
      },
    });
  });

  it('are absent if the file does not name them', () => {
    const unnamed = { country: null, endpoint: null, ids: [] };
    const { seller, buyer, typeCode, process } = addressing(UBL('CreditNote', ''));
    assert.deepEqual([seller, buyer, typeCode, process], [unnamed, unnamed, null, null]);
  });

  const fa3 = (parties: string, body = ''): string =>
    `<Faktura xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/">${parties}<Fa>${body}</Fa></Faktura>`;
  const SELLER =
    '<Podmiot1><DaneIdentyfikacyjne><NIP>5260250274</NIP></DaneIdentyfikacyjne><Adres><KodKraju>PL</KodKraju></Adres></Podmiot1>';

  it('is read of a seller in Poland', () =>
    assert.deepEqual(addressing(fa3(SELLER)).seller, {
      country: 'PL',
      endpoint: null,
      ids: ['5260250274'],
      vatId: '5260250274',
    }));

  it('is read of a buyer in Poland and of one elsewhere in the Union', () => {
    const buyer = (ids: string) =>
      addressing(fa3(`${SELLER}<Podmiot2><DaneIdentyfikacyjne>${ids}</DaneIdentyfikacyjne></Podmiot2>`)).buyer
        .ids;
    assert.deepEqual(buyer('<NIP>7010009325</NIP>'), ['7010009325']);
    assert.deepEqual(buyer('<KodUE>DE</KodUE><NrVatUE>123456788</NrVatUE>'), ['DE123456788']);
    assert.deepEqual(buyer('<BrakID>1</BrakID>'), []);
  });

  it('states the kind of an FA(3) file, and that the buyer wrote it', () => {
    const kind = (name: string, selfBilled = '2') =>
      addressing(
        fa3('', `<Adnotacje><P_17>${selfBilled}</P_17></Adnotacje><RodzajFaktury>${name}</RodzajFaktury>`),
      ).typeCode;
    assert.deepEqual(
      [kind('VAT'), kind('KOR'), kind('ZAL'), kind('VAT', '1'), kind('?')],
      ['380', '384', '386', '389', null],
    );
  });
});
