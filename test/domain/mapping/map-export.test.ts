import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { parseErpTotals } from '../../../src/domain/checks/pre-check/erp-totals.ts';
import { computeAmounts } from '../../../src/domain/invoice/totals.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { inErpTerms } from '../../../src/domain/mapping/erp-terms.ts';
import { withoutRepeated } from '../../../src/application/checking/repeated-findings.ts';
import { mapExport } from '../../../src/domain/mapping/map-export.ts';
import type { ConnectorSettings, Mapping } from '../../../src/domain/mapping/mapping.ts';
import { recognise } from '../../../src/domain/mapping/recognise.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';
import { jsonText } from '../../../src/domain/json/json-text.ts';
import { ROUTES } from '../../../src/domain/routes/all.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { edited, exportNamed } from '../../support/exports.ts';
import { MAPPINGS } from '../../support/mappings.ts';

interface Asked {
  readonly version?: string;
  readonly route?: Route;
  readonly settings?: ConnectorSettings;
}

function mapping(connector: string, version?: string): Mapping {
  const chosen = MAPPINGS.choose(connector, version);
  assert.ok(chosen.ok);
  return chosen.mapping;
}

const asRead = (exported: unknown): unknown => {
  const read = readJson(JSON.stringify(exported));
  assert.ok(read.ok);
  return read.value;
};

const mapped = (connector: string, exported: unknown, { version, route, settings }: Asked = {}) => {
  const used = mapping(connector, version);
  return mapExport({ mapping: used, settings: settings ?? used.example }, asRead(exported), route);
};

const documentOf = (result: ReturnType<typeof mapped>) =>
  JSON.parse(jsonText(result.document)) as Record<string, Record<string, unknown>>;

/** The fields of the findings, those of the mapping first. */
function refusals(connector: string, exported: unknown, asked: Asked = {}): readonly string[] {
  const result = mapped(connector, exported, asked);
  const parsed = parseCanonical(result.document);
  const findings = parsed.ok ? [] : withoutRepeated(parsed.findings, result);
  return [...new Set([...result.findings, ...findings].map(({ field }) => String(field)))];
}

const EXAMPLES = [
  ['erp-a', 'erp-a-invoice', '380'],
  ['erp-a', 'erp-a-credit-memo', '381'],
  ['erp-b', 'erp-b-invoice', '380'],
  ['erp-b', 'erp-b-credit-note', '381'],
] as const;

describe('an export', () => {
  for (const [connector, name, type] of EXAMPLES)
    it(`${name} becomes an invoice of type ${type} with the booked totals of the ERP`, () => {
      const result = mapped(connector, exportNamed(name), { route: 'DE-XRECHNUNG' });
      assert.deepEqual(withEnglish(result.findings), []);
      const parsed = parseCanonical(result.document);
      assert.ok(parsed.ok);
      assert.equal(parsed.invoice.invoice.typeCode, type);
      const totals = parseErpTotals(result.totals);
      assert.ok(totals.ok);
      const { withoutVat, vat, withVat, due } = computeAmounts(parsed.invoice).totals;
      const { totalWithoutVat, totalVat, totalWithVat, amountDue = totalWithVat } = totals.totals;
      assert.deepEqual(
        [withoutVat, vat, withVat, due].map(String),
        [totalWithoutVat, totalVat, totalWithVat, amountDue].map(String),
      );
    });

  it('has the source of each of its members', () => {
    const { terms } = mapped('erp-a', exportNamed('erp-a-invoice'));
    const source = (path: string) => terms.find((term) => term.path === path);
    assert.deepEqual(
      ['invoice.number', 'lines[1].unit', 'buyer.vat_id', 'seller.vat_id', 'allowances[0].amount'].map(
        (path) => `${source(path)?.field} ${source(path)?.label ?? '-'}`,
      ),
      [
        'number No.',
        'salesInvoiceLines[2].unitOfMeasureCode Unit of Measure Code',
        'customer.taxRegistrationNumber VAT Registration No.',
        'connectors.erp-a.seller.vat_id -',
        'salesInvoiceLines[0].invoiceDiscountAllocation Inv. Discount Amount',
      ],
    );
  });

  it('has the profile XRechnung only on the German route', () => {
    const profile = (route?: Route) =>
      documentOf(mapped('erp-a', exportNamed('erp-a-invoice'), { route })).profile;
    assert.deepEqual(
      [profile('DE-XRECHNUNG'), profile('PEPPOL'), profile()],
      ['xrechnung', undefined, undefined],
    );
  });

  it('overrides the settings with its own value', () => {
    const settings = { payment: { reference: 'from the settings', terms: '30 days' }, notes: ['A note'] };
    const { payment, invoice } = documentOf(mapped('erp-b', exportNamed('erp-b-invoice'), { settings }));
    assert.deepEqual(payment, { reference: 'INV/2026/00042', terms: '30 days', prepaid_amount: 100 });
    assert.deepEqual(invoice?.notes, ['Es gelten unsere AGB.\nVielen Dank!', 'A note']);
  });

  it('uses the billing address of a buyer or else the other one, never parts of both', () => {
    const sellTo = edited(exportNamed('erp-a-invoice'), {
      billToAddressLine1: '',
      billToCity: '',
      billToPostCode: '',
      billToCountry: '',
      sellToCity: 'Bremen',
    });
    const address = (exported: unknown) => documentOf(mapped('erp-a', exported)).buyer?.address;
    const other = edited(exportNamed('erp-a-invoice'), { billToCity: '', sellToCity: 'Bremen' });
    assert.equal((address(sellTo) as { city: string }).city, 'Bremen');
    assert.equal((address(other) as { city?: string }).city, undefined);
  });

  it('moves the sign of a price to the quantity', () => {
    const lines = documentOf(
      mapped('erp-b', edited(exportNamed('erp-b-invoice'), { 'invoice_line_ids.4.price_unit': -20 })),
    ).lines as unknown as Record<string, unknown>[];
    assert.deepEqual([lines[2]?.quantity, lines[2]?.unit_price], [-1, 20]);
  });
});

const A = exportNamed('erp-a-invoice');
const B = exportNamed('erp-b-invoice');
const LINE = 'salesInvoiceLines[0]';

const ROW = 'invoice_line_ids[0]';
const CATEGORY = `${ROW}.tax_ids[0].ubl_cii_tax_category_code`;

describe('a field of an export', () => {
  for (const [connector, edits, fields] of [
    ['erp-a', {}, []],
    ['erp-a', { 'salesInvoiceLines.0.unitOfMeasureCode': 'FURLONG' }, [`${LINE}.unitOfMeasureCode`]],
    ['erp-a', { 'salesInvoiceLines.0.unitOfMeasureCode': '' }, [`${LINE}.unitOfMeasureCode`]],
    ['erp-a', { 'salesInvoiceLines.0.unitOfMeasureCode': 'toString' }, [`${LINE}.unitOfMeasureCode`]],
    ['erp-a', { 'salesInvoiceLines.0.taxPercent': 0 }, [`${LINE}.taxCode`]],
    ['erp-a', { 'salesInvoiceLines.0.taxPercent': undefined }, [`${LINE}.taxPercent`]],
    ['erp-a', { 'salesInvoiceLines.0.unitPrice': '1.234,50' }, [`${LINE}.unitPrice`]],
    ['erp-a', { 'salesInvoiceLines.0.unitPrice': '499.00' }, []],
    ['erp-a', { 'salesInvoiceLines.0.quantity': { deep: 1 } }, [`${LINE}.quantity`]],
    ['erp-a', { 'salesInvoiceLines.0.description': '' }, [`${LINE}.description`]],
    ['erp-a', { 'salesInvoiceLines.0.discountAmount': 'ten' }, [`${LINE}.discountAmount`]],
    ['erp-a', { pricesIncludeTax: true }, ['pricesIncludeTax']],
    ['erp-a', { number: '' }, ['number']],
    ['erp-a', { number: 'X'.repeat(41) }, ['number']],
    ['erp-a', { currencyCode: '' }, []],
    ['erp-a', { currencyCode: 'EURO' }, ['currencyCode']],
    ['erp-a', { invoiceDate: '05.10.2026' }, ['invoiceDate']],
    ['erp-a', { dueDate: '0001-01-01' }, []],
    ['erp-a', { billToCountry: 'XX' }, ['billToCountry']],
    ['erp-a', { billToCountry: '' }, ['billToCountry']],
    ['erp-a', { salesInvoiceLines: [] }, ['salesInvoiceLines']],
    ['erp-a', { salesInvoiceLines: undefined }, ['salesInvoiceLines']],
    ['erp-a', { salesInvoiceLines: [7] }, ['salesInvoiceLines[0]']],
    ['erp-b', {}, []],
    ['erp-b', { 'invoice_line_ids.0.tax_ids': [] }, ['invoice_line_ids[0].tax_ids[0].amount']],
    [
      'erp-b',
      { 'invoice_line_ids.0.tax_ids': [{ amount: 19 }, { amount: 5 }] },
      ['invoice_line_ids[0].tax_ids'],
    ],
    [
      'erp-b',
      { 'invoice_line_ids.0.tax_ids.0.price_include': true },
      ['invoice_line_ids[0].tax_ids[0].price_include'],
    ],
    ['erp-b', { 'invoice_line_ids.0.product_uom_id': false }, ['invoice_line_ids[0].product_uom_id.name']],
    ['erp-b', { 'invoice_line_ids.0.product_uom_id.name': {} }, [`${ROW}.product_uom_id.name`]],
    ['erp-b', { 'invoice_line_ids.0.tax_ids.0.ubl_cii_tax_category_code': 'XX' }, [CATEGORY]],
    ['erp-b', { 'invoice_line_ids.0.tax_ids.0.ubl_cii_tax_category_code': { code: 'S' } }, [CATEGORY]],
    ['erp-b', { 'invoice_line_ids.0.tax_ids.0.ubl_cii_tax_category_code': ['S'] }, [CATEGORY]],
    [
      'erp-b',
      { 'invoice_line_ids.0': {} },
      ['name', 'quantity', 'price_unit', 'product_uom_id.name', 'tax_ids[0].amount'].map(
        (name) => `${ROW}.${name}`,
      ),
    ],
    ['erp-b', { 'partner_id.name': false }, ['partner_id.name']],
    ['erp-b', { partner_id: 7 }, ['partner_id.name']],
    ['erp-b', { 'partner_id.country_id': false }, ['partner_id.country_id.code']],
    ['erp-b', { invoice_date: false }, ['invoice_date']],
    ['erp-b', { currency_id: { name: 'XYZ' } }, ['currency_id.name']],
  ] as const)
    it(`${connector} ${JSON.stringify(edits)}: ${fields.join(', ') || 'no finding'}`, () => {
      const exported = edited(connector === 'erp-a' ? A : B, edits);
      assert.deepEqual(refusals(connector, exported), [...fields]);
    });

  it('has its name in the ERP, too', () => {
    const { findings } = mapped('erp-a', edited(A, { 'salesInvoiceLines.0.unitOfMeasureCode': 'FURLONG' }));
    assert.match(
      english(findings[0]!.message),
      /^Unit of Measure Code \(salesInvoiceLines\[0\]\.unitOfMeasureCode\) holds/,
    );
    const parsed = parseCanonical(mapped('erp-a', edited(A, { invoiceDate: '05.10.2026' })).document);
    assert.ok(!parsed.ok);
    const { origins } = mapped('erp-a', A);
    assert.match(
      english(inErpTerms(parsed.findings, origins)[0]!.message),
      /^Document Date \(invoiceDate\) must be a date/,
    );
  });

  it('says that it must be a text if it is an object', () => {
    const { findings } = mapped('erp-b', edited(B, { 'invoice_line_ids.0.product_uom_id.name': {} }));
    assert.deepEqual(withEnglish(findings.map(({ message }) => message)), [
      `Unit of Measure (${ROW}.product_uom_id.name) must be a text.`,
    ]);
  });

  it('keeps the finding about the invoice if the mapping has none, even if the member counts as reported', () => {
    const result = mapped('erp-b', edited(B, { 'currency_id.name': 'XYZ' }));
    const parsed = parseCanonical(result.document);
    assert.ok(!parsed.ok);
    const wrongly = { ...result, reportedPaths: new Set(['invoice.currency']) };
    assert.equal(withoutRepeated(parsed.findings, wrongly)[0]?.field, 'currency_id.name');
  });

  it('that the settings must have is named by its path there', () => {
    const settings = { seller: { name: 'Seller', address: { city: 'Kassel' } } };
    assert.deepEqual(refusals('erp-b', B, { settings }), ['connectors.erp-b.seller.address.country']);
    assert.deepEqual(refusals('erp-b', B, { settings: {} }), ['connectors.erp-b.seller']);
  });
});

describe('a missing electronic address of the buyer', () => {
  const missing = {
    code: 'EI-SCHEMA',
    field: 'buyer.endpoint',
    fixHint: 'Enter the address.',
    related: [{ code: 'PEPPOL-EN16931-R010', source: 'Peppol' }],
  };
  const phrased = (connector: string, exported: unknown, route: Route) => {
    const finding = { ...missing, source: 'Peppol', severity: 'error', message: 'It is missing.' } as Finding;
    return inErpTerms([finding], mapped(connector, exported, { route }).origins)[0]!;
  };

  it('is no field of Business Central on PEPPOL: the hint names the member of the document that states it', () => {
    const { field, fixHint = '' } = phrased('erp-a', A, 'PEPPOL');
    assert.equal(field, 'billToName');
    assert.match(english(fixHint), /no field for the buyer's electronic address/);
    assert.match(english(fixHint), /`document` in place of `connector` and `export`.*`buyer\.endpoint`/);
  });

  it('keeps its own hint if the export has a field for it', () => {
    const odoo = edited(B, { 'partner_id.peppol_endpoint': false });
    for (const { fixHint } of [phrased('erp-a', A, 'DE-XRECHNUNG'), phrased('erp-b', odoo, 'PEPPOL')])
      assert.equal(english(fixHint), missing.fixHint);
  });
});

describe('a submitted object', () => {
  const CONTEXT = '@odata.context';
  const BASE = 'https://api.businesscentral.dynamics.com/v2.0/p/api/v2.0/$metadata#companies(1)/';
  for (const [what, connector, exported, field] of [
    ['a posted invoice', 'erp-a', A, undefined],
    ['one without a context', 'erp-a', edited(A, { [CONTEXT]: undefined }), undefined],
    ['an order', 'erp-a', edited(A, { [CONTEXT]: `${BASE}salesOrders/$entity` }), 'export'],
    ['a quote', 'erp-a', edited(A, { [CONTEXT]: `${BASE}salesQuotes(salesQuoteLines())/$entity` }), 'export'],
    ['a list of invoices', 'erp-a', { [CONTEXT]: `${BASE}salesInvoices`, value: [A] }, 'export'],
    ['a draft', 'erp-a', edited(A, { status: 'Draft' }), 'export.status'],
    ['one in review', 'erp-a', edited(A, { status: 'In_x0020_Review' }), 'export.status'],
    ['one with a blank status', 'erp-a', edited(A, { status: ' ' }), 'export.status'],
    ['one without a status', 'erp-a', edited(A, { status: undefined }), 'export.status'],
    ['an invoice of the other ERP', 'erp-a', B, 'export'],
    ['nothing', 'erp-a', {}, 'export'],
    ['a posted entry', 'erp-b', B, undefined],
    ['a draft entry', 'erp-b', edited(B, { state: 'draft' }), 'export.state'],
    ['an entry without a state', 'erp-b', edited(B, { state: undefined }), 'export.state'],
    ['a vendor bill', 'erp-b', edited(B, { move_type: 'in_invoice' }), 'export'],
    ['an invoice of the other ERP', 'erp-b', A, 'export'],
  ] as const)
    it(`${what} (${connector}) is ${field === undefined ? 'read' : `refused at ${field}`}`, () => {
      const recognised = recognise(mapping(connector), asRead(exported));
      assert.equal(recognised.ok ? undefined : recognised.field, field);
    });
});

describe('the second version', () => {
  it('of erp-a reads STK as a piece, which the first version reads as a stick of cigarettes', () => {
    const units = ['v1', 'v2'].map(
      (version) =>
        (documentOf(mapped('erp-a', A, { version })).lines as unknown as { unit: string }[])[0]?.unit,
    );
    assert.deepEqual(units, ['STK', 'H87']);
  });

  it('of erp-b has the booked net amounts of Odoo, and the payments', () => {
    const totals = ['v1', 'v2'].map((version) => {
      const parsed = parseCanonical(mapped('erp-b', B, { version }).document);
      assert.ok(parsed.ok);
      const { withoutVat, due } = computeAmounts(parsed.invoice).totals;
      return [withoutVat, due].map(String);
    });
    assert.deepEqual(totals, [
      ['310.04', '366.55'],
      ['310.05', '266.56'],
    ]);
  });
});

describe('the third version', () => {
  for (const [connector, given, number] of [
    ['erp-a', A, '10000'],
    ['erp-b', B, 'K-1044'],
  ] as const)
    it(`of ${connector} leaves out the firm's own number of a customer only in France`, () => {
      const referenceOn = (version: string, route: Route) =>
        (documentOf(mapped(connector, given, { version, route })).buyer as { reference?: string }).reference;
      assert.deepEqual(
        ROUTES.map((route) => `${route} ${referenceOn('v2', route)} ${referenceOn('v3', route)}`),
        ROUTES.map((route) => `${route} ${number} ${route === 'FR-PA' ? undefined : number}`),
      );
    });

  it('of erp-b leaves out a discount of zero', () => {
    const line = { 'invoice_line_ids.0.discount': 0.001, 'invoice_line_ids.0.price_subtotal': 100.05 };
    const { terms } = mapped('erp-b', edited(B, line), {});
    assert.deepEqual(
      terms.filter(({ path }) => path.startsWith('lines[0].allowances')),
      [],
    );
  });

  it('of erp-b takes the SIRET of a partner without a company id', () => {
    const companyId = (edits: Readonly<Record<string, unknown>>) =>
      (documentOf(mapped('erp-b', edited(B, edits), {})).buyer as { company_id?: string }).company_id;
    const siret = { 'partner_id.siret': '20000000800025' };
    assert.equal(companyId({ ...siret, 'partner_id.company_registry': false }), '20000000800025');
    assert.equal(companyId({ ...siret, 'partner_id.company_registry': '200000008' }), '200000008');
  });
});
