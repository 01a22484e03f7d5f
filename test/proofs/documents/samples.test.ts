import assert from 'node:assert/strict';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { written } from '../../support/documents.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { publicSamples } from '../../support/samples.ts';
import { xmlRoot } from '../../support/xml-root.ts';

/** Content that our document states differently, by the end of its path. All other content has to be that of the sample. */
const STATED_DIFFERENTLY: readonly RegExp[] = [
  // BT-23 and BT-24 of an XRechnung.
  /\/(CustomizationID|ProfileID|\w+SpecifiedDocumentContextParameter\/ID)$/,
  // Other locations of BT-41, BT-56, BT-149 and BT-150.
  /\/(DepartmentName|GrossPriceProductTradePrice\/BasisQuantity(\/@unitCode)?)$/,
  // BT-8 is written once; a reason of exemption on a line is no term of a plain profile, and a loss there.
  /\/ApplicableHeaderTradeSettlement\/ApplicableTradeTax\/DueDateTypeCode$/,
  /\/SpecifiedLineTradeSettlement\/ApplicableTradeTax\/ExemptionReason$/,
  // Amounts are computed from the lines; a zero total is left out.
  /\/LegalMonetaryTotal\/\w+(\/@currencyID)?$/,
  /\/SpecifiedTradeSettlement(Header|Line)MonetarySummation\/\w+$/,
  /\/(InvoiceLine|CreditNoteLine)\/LineExtensionAmount$/,
  /\/TaxTotal(\/TaxSubtotal)?\/(TaxAmount|TaxableAmount)$/,
  /\/ApplicableTradeTax\/(BasisAmount|CalculatedAmount)$/,
];

/** The canonical form rounds a price to eight. */
const NINE_DECIMALS = /\/PriceAmount 0\.061232374$/;

const SCHEMA_INSTANCE = '{http://www.w3.org/2001/XMLSchema-instance}';

/** Every value of a document, with the local names of its path. */
function* valuesOf(
  { name, attributes, elements, text }: XmlElement,
  around = '',
): Generator<[string, string]> {
  const place = `${around}/${localName(name)}`;
  for (const [attribute, value] of attributes)
    if (!attribute.startsWith(SCHEMA_INSTANCE))
      yield [`${place}/@${localName(attribute)}`, plain(value, attribute)];
  if (elements.length > 0) for (const inner of elements) yield* valuesOf(inner, place);
  else if (text.trim() !== '') yield [place, plain(text, localName(name))];
}

/** Whether an account is an IBAN follows from its value, not from its element in the sample. */
const localName = (name: string): string =>
  name.slice(name.indexOf('}') + 1).replace(/^(IBANID|ProprietaryID)$/, 'account');

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Numbers without redundant zeros, dates without time zone, booleans as words, no blanks: a grouped IBAN is the same IBAN. */
function plain(value: string, name: string): string {
  const own = value.replaceAll(/\s+/g, '');
  if (/Indicator$/.test(name)) return own.replace('0', 'false').replace('1', 'true');
  if (/Date$/.test(name)) return own.slice(0, 10);
  return NUMBER.test(own) && own.length < 30 ? new Decimal(own).toFixed() : own;
}

describeByReference('public samples, read and built again from canonical JSON', () => {
  it('lose no term, whether or not the rules accept them', () => {
    const lost: string[] = [];
    let built = 0;
    for (const { name, syntax, text, canonical } of publicSamples()) {
      const read = parseCanonical(canonical);
      if (!read.ok) continue;
      built += 1;
      const document = written(syntax, joinApart(completeInvoice(read.invoice, XRECHNUNG)));
      const own = [...valuesOf(xmlRoot(document))].map((one) => one.join(' '));
      for (const [place, value] of valuesOf(xmlRoot(text))) {
        const at = own.indexOf(`${place} ${value}`);
        if (at >= 0) own.splice(at, 1);
        else if (NINE_DECIMALS.test(`${place} ${value}`)) continue;
        else if (!STATED_DIFFERENTLY.some((end) => end.test(place))) lost.push(`${name} ${place} ${value}`);
      }
    }
    assert.deepEqual(lost, []);
    assert.ok(built >= 140, `${built} were built`);
  });
});
