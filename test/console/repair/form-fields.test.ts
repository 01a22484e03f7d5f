import assert from 'node:assert/strict';
import {
  fieldOf,
  formOf,
  leaveOut,
  readTyped,
  typeInto,
  type Typing,
  writeValue,
} from '../../../src/console/pages/repair/form-fields.ts';
import { fieldChanges, termChanges } from '../../../src/console/pages/repair/field-changes.ts';
import { memberTerms } from '../../../scripts/member-terms.mjs';
import { syntaxTables } from '../../../scripts/syntax-tables.mjs';
import { example } from '../../support/erp.ts';
import { exampleText } from '../../support/example-file.ts';

Object.assign(globalThis, { MEMBER_TERMS: await memberTerms(), SYNTAX_TABLES: await syntaxTables() });

type Finding = Parameters<typeof fieldOf>[1];

const TEXT = JSON.stringify(example('over-peppol'), undefined, 2);
const finding = (field?: string, term?: string) =>
  ({ code: 'EI-SCHEMA', ...(field && { field }), ...(term && { term }) }) as Finding;

const fieldsIn = (text: string, findings: readonly Finding[] = []) =>
  formOf(text, findings)?.groups.flatMap(({ fields }) => fields) ?? [];

const requireField = (text: string, end: string) =>
  fieldsIn(text).find(({ pointer }) => pointer.endsWith(end)) ?? assert.fail(`No field ${end}`);

/** The lines of the text that differ. */
const changed = (text: string): readonly string[] => {
  const before = new Set(TEXT.split('\n'));
  return text.split('\n').flatMap((line) => (before.has(line) ? [] : [line.trim()]));
};

describe('the form of a submission', () => {
  it('has a field for what a finding names, and the finding beside it', () => {
    const iban = finding('payment.iban', 'BT-84');
    const name = finding('lines[1].name', 'BT-153');
    const network = finding(undefined, 'BT-48');
    const form = formOf(TEXT, [iban, name, network]);
    assert.equal(fieldOf(form, iban)?.pointer, '/document/payment/iban');
    assert.equal(fieldOf(form, name)?.pointer, '/document/lines/1/name');
    assert.equal(fieldOf(form, network)?.pointer, '/document/buyer/vat_id');
    assert.equal(form?.groups[0]?.name, 'others');
  });

  it('offers what is missing by its term: a county, an address with its scheme, the only line, no line of several', () => {
    const buyer = { ...(example('over-peppol').document.buyer as object), endpoint: undefined };
    const lines = (example('over-peppol').document.lines as readonly object[]).slice(0, 1);
    const document = { ...example('over-peppol').document, buyer, lines };
    const named = (text: string, term: string, field?: string) =>
      formOf(text, [finding(field, term)])
        ?.groups.find(({ name }) => name === 'others')
        ?.fields.map(({ pointer, value, term: its }) => [pointer, value, its]);
    const text = JSON.stringify({ document });
    assert.deepEqual(named(text, 'BT-39'), [['/document/seller/address/region', '', 'BT-39']]);
    const address = [
      ['/document/buyer/endpoint/id', '', 'BT-49'],
      ['/document/buyer/endpoint/scheme', '', 'BT-49-1'],
    ];
    assert.deepEqual(named(text, 'BT-49'), address);
    assert.deepEqual(named(text, 'BT-49', 'buyer.endpoint'), address);
    assert.deepEqual(
      named(TEXT, 'BT-49')?.map(([pointer]) => pointer),
      address.map(([pointer]) => pointer),
    );
    assert.deepEqual(named(text, 'BT-154')?.[0]?.[0], '/document/lines/0/description');
    assert.equal(named(TEXT, 'BT-154'), undefined);
    assert.equal(named(text, 'BT-110'), undefined, 'no total of the ERP is asked for that it did not state');
  });

  it('has category and rate of each line, of their kinds, and the route if a finding names it', () => {
    const kinds = (end: string) => {
      const { term, kind, value } = requireField(TEXT, end);
      return [term, kind, value];
    };
    assert.deepEqual(kinds('/lines/0/vat_category'), ['BT-151', 'category', 'S']);
    assert.deepEqual(kinds('/lines/0/vat_rate'), ['BT-152', 'figure', '19']);
    const rate = requireField(TEXT, '/lines/0/vat_rate');
    assert.deepEqual(changed(writeValue(TEXT, rate, '7')), ['"vat_rate": 7,']);
    const [named] = formOf(TEXT, [finding('lines[0].vat_category')])?.groups[0]?.fields ?? [];
    assert.deepEqual([named?.pointer, named?.kind], ['/document/lines/0/vat_category', 'category']);
    const [route] = formOf(TEXT, [finding('route')])?.groups[0]?.fields ?? [];
    assert.deepEqual([route?.pointer, route?.kind], ['/route', 'route']);
  });

  it('begins with the route, if the other side has decided, and has it beside an address that is not registered', () => {
    const refusal = { ...finding(undefined, 'BT-49'), who_fixes: 'route', sender_can_fix: true } as Finding;
    const unknown = { ...finding(undefined, 'BT-49'), who_fixes: 'erp' } as Finding;
    const named = (one: Finding, text = TEXT) =>
      formOf(text, [one], [one], { byRoute: [one] })?.groups[0]?.fields.map(({ pointer, findings }) => [
        pointer,
        findings.length,
      ]);
    const [id, scheme] = ['/document/buyer/endpoint/id', '/document/buyer/endpoint/scheme'];
    const free = TEXT.replace(/\s*"route":.*/, '');
    for (const text of [TEXT, free])
      assert.deepEqual(named(refusal, text), [
        ['/route', 1],
        [id, 0],
        [scheme, 0],
      ]);
    assert.deepEqual(named(unknown), [
      [id, 1],
      [scheme, 0],
      ['/route', 0],
    ]);
    const [, invoice] = formOf(TEXT, [finding('payment.iban')])?.groups ?? [];
    assert.deepEqual([invoice?.name, invoice?.fields.at(-1)?.pointer], ['invoice', '/route']);
  });

  it('keeps the place of a field that is corrected', () => {
    const iban = finding('payment.iban', 'BT-84');
    const [group] = formOf(TEXT, [], [iban])?.groups ?? [];
    assert.equal(group?.fields[0]?.pointer, '/document/payment/iban');
    assert.deepEqual(group.fields[0].findings, []);
  });

  it('has one field for two findings of one member, and none for a group or a list', () => {
    const findings = [
      finding('payment.iban'),
      finding('payment.iban', 'BT-84'),
      finding('lines'),
      finding('seller'),
    ];
    const form = formOf(TEXT, findings);
    assert.equal(form?.groups.find(({ name }) => name === 'others')?.fields.length, 1);
  });

  it('changes one value, and leaves the rest as it is written', () => {
    const price = requireField(TEXT, '/lines/0/unit_price');
    assert.deepEqual(changed(writeValue(TEXT, price, '12.5')), ['"unit_price": 12.5,']);
    // As a number of JavaScript it would have other digits.
    assert.deepEqual(changed(writeValue(TEXT, price, '12345678901234567890.10')), [
      '"unit_price": "12345678901234567890.10",',
    ]);
  });

  it('adds what is missing with what is around it, and leaves out what is emptied', () => {
    const { endpoint: _endpoint, ...buyer } = example('over-peppol').document.buyer as Record<
      string,
      unknown
    >;
    const document = { ...example('over-peppol').document, buyer };
    const text = JSON.stringify({ ...example('over-peppol'), document }, undefined, 2);
    const written = JSON.parse(
      writeValue(text, requireField(text, '/buyer/endpoint/id'), 'DE1'),
    ) as typeof document;
    assert.deepEqual((written as { document?: unknown }).document, {
      ...document,
      buyer: { ...buyer, endpoint: { id: 'DE1' } },
    });
    const emptied = leaveOut(TEXT, requireField(TEXT, '/invoice/due_date')) ?? '';
    assert.equal(requireField(emptied, '/invoice/due_date').value, '');
    assert.equal(leaveOut(emptied, requireField(emptied, '/invoice/due_date')), emptied);
  });

  it('writes nothing that can be read in two ways', () => {
    assert.deepEqual(readTyped('figure', '1.234', 'de'), { complaint: 'figure-unclear' });
    assert.deepEqual(readTyped('day', '05/10/2026', 'en'), { complaint: 'day-unclear' });
    assert.deepEqual(readTyped('figure', '1.234,50', 'de'), { value: '1234.50' });
    assert.deepEqual(readTyped('text', '1.234', 'de'), { value: '1.234' });
  });

  it('is short for a long invoice, with each line that is wrong', () => {
    const submission = example('over-peppol');
    const [line] = submission.document.lines as readonly object[];
    const document = { ...submission.document, lines: Array.from({ length: 500 }, () => line) };
    const form = formOf(JSON.stringify({ document }), [finding('lines[400].quantity')]);
    const lines = form?.groups.filter(({ name }) => name === 'line').map(({ number }) => number) ?? [];
    assert.equal(lines.at(-1), 401);
    assert.equal(lines.length + form!.hiddenLines, 500);
  });

  it('is not there for a text that is no JSON, and shows of an export what findings name', () => {
    assert.equal(formOf(`${TEXT}}`, []), undefined);
    const text = '{"export": {"Belegdatum": "05/10/2026"}}';
    assert.equal(formOf(text, []), undefined);
    assert.deepEqual(
      fieldsIn(text, [finding('Belegdatum', 'BT-2')]).map(({ pointer }) => pointer),
      ['/export/Belegdatum'],
    );
  });
});

describe('the form of a file', () => {
  const FILE = exampleText('xrechnung-cii.xml');
  const LINES =
    '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem';
  const at = (term: string, xpath: string) =>
    ({ ...finding(undefined, term), location: { xpath } }) as Finding;

  it('has the groups of a submission, by terms, with values as the service reads them', () => {
    const reference = finding(undefined, 'BT-10');
    const form = formOf(FILE, [reference]);
    assert.deepEqual(
      form?.groups.slice(0, 4).map(({ name }) => name),
      ['others', 'invoice', 'seller', 'buyer'],
    );
    assert.equal(fieldOf(form, reference)?.pointer, 'BT-10');
    const kinds = fieldsIn(FILE).map(({ pointer, kind }) => [pointer, kind].join(': '));
    for (const each of ['BT-2: day', 'BT-146 0: figure', 'BT-151 0: category', 'BT-1: text', '/route: route'])
      assert.ok(kinds.includes(each), each);
    assert.match(requireField(FILE, 'BT-2').value, /^\d{4}-\d\d-\d\d$/);
  });

  it('names the line of a field, and has an address with its scheme', () => {
    const [name] =
      formOf(FILE, [at('BT-153', `${LINES}[2]/ram:SpecifiedTradeProduct`)])?.groups[0]?.fields ?? [];
    assert.deepEqual([name?.pointer, name?.path], ['BT-153 1', ['lines', 1, 'BT-153']]);
    const address = formOf(FILE, [finding(undefined, 'BT-49')])?.groups[0]?.fields ?? [];
    assert.deepEqual(
      address.map(({ pointer }) => pointer),
      ['BT-49', 'BT-49-1'],
    );
  });

  it('changes one element, says what changed, and leaves out what may be left out', () => {
    const due = requireField(FILE, 'BT-9');
    const next = writeValue(FILE, due, '2027-01-31');
    assert.match(next, />20270131</);
    assert.deepEqual(
      termChanges(FILE, next, []).map(({ term, before, after }) => [term, before, after]),
      [['BT-9', due.value, '2027-01-31']],
    );
    assert.equal(requireField(leaveOut(FILE, due) ?? '', 'BT-9').value, '');
    assert.equal(leaveOut(FILE, requireField(FILE, 'BT-1')), undefined);
  });

  it('is not there for a file that is broken, or of another syntax', () => {
    assert.equal(formOf(FILE.replace('</ram:ID>', ''), []), undefined);
    assert.equal(formOf('<Order><ID>1</ID></Order>', []), undefined);
  });
});

describe('a group that a finding names and a file does not have', () => {
  const cut = (text: string, name: string) => text.replace(new RegExp(`\\s*<${name}>[^]*?</${name}>`), '');
  const UBL = exampleText('xrechnung-ubl.xml');
  const opening = (text: string, group: string, opened: readonly string[] = []) => {
    const named = finding(undefined, group);
    const form = formOf(text, [named], [named], { opened: new Set(opened) }) ?? assert.fail('No form');
    return { form, named, fields: form.groups.flatMap(({ fields }) => fields) };
  };

  it('has one button for it, at the finding, and its fields when it is pressed', () => {
    const text = cut(UBL, 'cac:PaymentMeans');
    const before = opening(text, 'BG-16');
    const add = fieldOf(before.form, before.named);
    assert.deepEqual([add?.kind, add?.pointer], ['group', 'BG-16 0']);
    const { form } = opening(text, 'BG-16', ['BG-16 0']);
    assert.deepEqual(
      form.groups[0]?.fields.map(({ term }) => term),
      ['BT-81', 'BT-82', 'BT-83', 'BT-84', 'BT-85', 'BT-86'],
    );
  });

  it('is written when all is there that the schema requires, in one step, and not before', () => {
    const text = cut(UBL, 'cac:TaxTotal');
    const type = (typing: Typing, pointer: string, typed: string): Typing => {
      const { fields } = opening(typing.text, 'BG-23', [...typing.opened]);
      const field = fields.find((each) => each.pointer === pointer) ?? assert.fail(`No field ${pointer}`);
      return typeInto(typing, fields, field, typed, 'en');
    };
    const opened = new Set(['BG-23 0']);
    const first = type({ text, unread: {}, opened }, 'BT-116 0', '100.00');
    assert.deepEqual(first, { text, unread: { 'BT-116 0': '100.00' }, opened });
    const second = type(first, 'BT-117 0', '19.00');
    assert.equal(second.text, text, 'the total is missing yet');
    assert.deepEqual(type(second, 'BT-116 0', '').unread, { 'BT-117 0': '19.00' });
    const last = type(second, 'BT-110', '19.00');
    assert.deepEqual(last.unread, {});
    assert.match(
      last.text,
      /<cac:TaxTotal>\s*<cbc:TaxAmount currencyID="EUR">19.00<[^]*<cbc:TaxableAmount currencyID="EUR">100.00<[^]*<cbc:ID>VAT<[^]*<cac:LegalMonetaryTotal>/,
    );
    const seen = [finding(undefined, 'BG-23')];
    assert.deepEqual(
      termChanges(text, last.text, seen, last.opened).map(({ term, after }) => [term, after]),
      [
        ['BT-116', '100.00'],
        ['BT-110', '19.00'],
        ['BT-117', '19.00'],
      ],
    );
    const { form } = opening(last.text, 'BG-23', ['BG-23 0']);
    assert.ok(
      form.groups[0]?.fields.some(({ pointer }) => pointer === 'BG-23 1'),
      'the next one can be added',
    );
  });

  it('that stands there has its fields', () => {
    assert.deepEqual(
      opening(UBL, 'BG-6').form.groups[0]?.fields.map(({ pointer }) => pointer),
      ['BT-41', 'BT-42', 'BT-43'],
    );
  });

  it('of a submission has the values of its first entry', () => {
    const { preceding_invoices: _earlier, ...document } = example('over-peppol').document as Record<
      string,
      unknown
    >;
    const text = JSON.stringify({ document }, undefined, 2);
    const fields = fieldsIn(text, [finding(undefined, 'BG-3')]);
    const number = fields.find(({ pointer }) => pointer === '/document/preceding_invoices/0/number');
    const written = writeValue(text, number ?? assert.fail('No number'), 'RE-1');
    assert.deepEqual(
      (JSON.parse(written) as { document: { preceding_invoices: unknown } }).document.preceding_invoices,
      [{ number: 'RE-1' }],
    );
  });
});

describe('the form of an FA(3) file', () => {
  const FILE = exampleText('fa3.xml');
  const at = (xpath: string) => ({ ...finding(), code: 'EI-XSD', location: { xpath } }) as Finding;
  const named = (text: string, xpath: string) =>
    formOf(text, [at(xpath)])
      ?.groups.find(({ name }) => name === 'others')
      ?.fields.map(({ pointer }) => pointer);
  const without = (name: string) => FILE.replace(new RegExp(`\\s*<${name}>[^]*?</${name}>`), '');

  it('has the parties, the days, the lines, and a finding of a term at its field', () => {
    const nip = finding(undefined, 'BT-48');
    assert.equal(fieldOf(formOf(FILE, [nip]), nip)?.value, '5842751979');
    const pointers = fieldsIn(FILE).map(({ pointer }) => pointer);
    for (const each of [
      'BT-1',
      'BT-2',
      'BT-9',
      'BT-27',
      'BT-31',
      'BT-35',
      'BT-36',
      'BT-40',
      'BT-153 1',
      'BT-152 0',
    ])
      assert.ok(pointers.includes(each), each);
  });

  it('has a field for the element that its schema names, and for what the schema requires there', () => {
    assert.deepEqual(named(FILE, '/Faktura/Fa/FaWiersz[2]/P_12'), ['BT-152 1']);
    assert.deepEqual(named(FILE, '/Faktura/Fa/P_13_2'), ['P_13_2']);
    assert.deepEqual(named(without('P_1'), '/Faktura/Fa/P_2'), ['BT-2', 'BT-1']);
    assert.deepEqual(named(without('P_14_1'), '/Faktura/Fa/P_13_2'), ['P_14_1', 'P_13_2']);
    assert.deepEqual(named(without('Nazwa'), '/Faktura/Podmiot1/DaneIdentyfikacyjne'), ['BT-27']);
    assert.deepEqual(named(without('Adres'), '/Faktura/Podmiot1/DaneKontaktowe[1]'), [
      'BT-40',
      'BT-35',
      'BT-36',
    ]);
  });

  it('keeps the field of what was missing where it is when its value is typed', () => {
    const misplaced = at('/Faktura/Fa/P_13_2');
    const first = (text: string) => formOf(text, [misplaced])?.groups[0]?.fields ?? [];
    const [missing = assert.fail('No field')] = first(without('P_14_1'));
    const written = writeValue(without('P_14_1'), missing, '1');
    assert.deepEqual(
      first(written).map(({ pointer, value }) => [pointer, value]),
      [
        ['P_14_1', '1'],
        ['P_13_2', '180.00'],
      ],
    );
  });

  it('reads a rate as a code, and an amount as a figure', () => {
    const kinds = fieldsIn(FILE, [at('/Faktura/Fa/FaWiersz[1]/P_12'), at('/Faktura/Fa/P_15')]).map(
      ({ pointer, kind }) => `${pointer}: ${kind}`,
    );
    assert.ok(kinds.includes('BT-152 0: text') && kinds.includes('BT-112: figure'), kinds.join());
  });
});

describe('what changed in a submission', () => {
  const changes = (before: unknown, after: unknown) =>
    fieldChanges(JSON.stringify(before), JSON.stringify(after, undefined, 2))?.map(
      ({ path, before: old, after: next }) => [path.join('.'), old, next],
    );

  it('is told value by value', () => {
    const line = { name: 'Pump', quantity: 1 };
    assert.deepEqual(
      changes(
        { document: { invoice: { number: 'A' }, lines: [line, line] } },
        {
          document: {
            invoice: { number: 'B' },
            seller: { vat_id: 'DE1' },
            lines: [line, { ...line, quantity: 2 }],
          },
        },
      ),
      [
        ['document.invoice.number', 'A', 'B'],
        ['document.lines.1.quantity', '1', '2'],
        ['document.seller.vat_id', undefined, 'DE1'],
      ],
    );
  });

  it('names a line that was taken out, and none of those behind it', () => {
    const lines = ['A', 'B', 'C'].map((name) => ({ name }));
    assert.deepEqual(changes({ lines }, { lines: [lines[0], lines[2]] }), [['lines.1.name', 'B', undefined]]);
    assert.deepEqual(changes({ lines }, { lines: [] })?.length, 3);
    assert.deepEqual(changes({ lines: 'x' }, { lines }), [
      ['lines.0.name', undefined, 'A'],
      ['lines.1.name', undefined, 'B'],
      ['lines.2.name', undefined, 'C'],
      ['lines', 'x', undefined],
    ]);
  });

  it('is told digit by digit, and of no text that is no JSON', () => {
    assert.deepEqual(
      fieldChanges('{"a": 1.0, "b": true}', '{"a": 1.00,\n"b": null}')?.map(({ before, after }) => [
        before,
        after,
      ]),
      [
        ['1.0', '1.00'],
        ['true', 'null'],
      ],
    );
    assert.equal(fieldChanges('{', '{}'), undefined);
  });
});
