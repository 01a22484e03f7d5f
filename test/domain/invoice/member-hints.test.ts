import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { all, germanInvoice, set, type Edit } from '../sample.ts';

interface Row {
  readonly it: string;
  readonly edit: Edit;
  readonly message: RegExp;
  readonly hint: RegExp;
}

const attached = (mime: string): Edit =>
  set('attachments', [{ id: 'a', filename: 'a', mime, content_base64: 'QQ==' }]);

const ROWS: readonly Row[] = [
  {
    it: 'names the list of units and the most common of them',
    edit: set('lines[0].unit', 'kiste'),
    message: /Recommendation 20/,
    hint: /^Write a code of the units of UN\/ECE Recommendation 20 and 21, for example /,
  },
  {
    it: 'names the unit that a word means, never a unit with that code',
    edit: set('lines[0].unit', 'stk'),
    message: /./,
    hint: /^Write H87\.$/,
  },
  {
    it: 'does not guess a unit by its spelling',
    edit: set('lines[0].unit', 'ar'),
    message: /./,
    hint: /^Write a code of the units/,
  },
  {
    it: 'names the group of a field that stands outside of it',
    edit: set('issue_date', '2026-10-05'),
    message: /^issue_date is not a field/,
    hint: /^Is invoice\.issue_date meant\?$/,
  },
  {
    it: 'names the place at the top of a field that stands in a group',
    edit: set('invoice.contractReference', 'V-1'),
    message: /^invoice\.contractReference is not a field/,
    hint: /^contract_reference belongs to the top level of the document\.$/,
  },
  {
    it: 'lists the fields of the place if a name has several others',
    edit: set('vat_id', 'DE123456788'),
    message: /^vat_id is not a field/,
    hint: /^The fields here are /,
  },
  {
    it: 'names the field that is meant in camel case',
    edit: all(set('invoice.issueDate', '2026-10-05')),
    message: /invoice\.issueDate is not a field/,
    hint: /^Is issue_date meant\?$/,
  },
  {
    it: 'names the field that is meant with two letters swapped',
    edit: all(set('buyer.adress', {})),
    message: /buyer\.adress is not a field/,
    hint: /^Is address meant\? /,
  },
  {
    it: 'names all six media types',
    edit: attached('text/plain'),
    message: /./,
    hint: /^Write one of application\/pdf, image\/png, image\/jpeg, text\/csv, .*spreadsheetml\.sheet, .*spreadsheet\.$/,
  },
  {
    it: 'shows the form of a number',
    edit: set('lines[0].unit_price', '1,50'),
    message: /decimal point/,
    hint: /^Write a number.* with a decimal point, for example 1234\.56 or "1234\.56"\.$/,
  },
  {
    it: 'distinguishes null from a malformed number',
    edit: set('lines[0].unit_price', null),
    message: /null; if a field has no value, leave it out/,
    hint: /^Write a number/,
  },
  {
    it: 'distinguishes a truth value from a malformed number',
    edit: set('lines[0].unit_price', true),
    message: /true or false/,
    hint: /^Write a number/,
  },
  {
    it: 'distinguishes a truth value from text',
    edit: set('buyer.name', false),
    message: /true or false/,
    hint: /^Write text in quotation marks\.$/,
  },
  {
    it: 'names the likely field',
    edit: set('lines[0].unitPrice', 1),
    message: /./,
    hint: /^Is unit_price meant\?$/,
  },
  {
    it: 'shows the form of a date',
    edit: set('invoice.issue_date', '5.10.2026'),
    message: /./,
    hint: /"2026-10-05"/,
  },
];

describe('a malformed member', () => {
  for (const { it: sentence, edit, message, hint } of ROWS)
    it(sentence, () => {
      const read = parseCanonical(all(edit)(germanInvoice()));
      assert.ok(!read.ok);
      const [finding] = read.findings;
      assert.match(english(finding.message), message);
      assert.match(english(finding.fixHint ?? ''), hint);
    });
});
