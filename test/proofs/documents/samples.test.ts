import assert from 'node:assert/strict';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import type { XmlElement } from '../../../src/domain/documents/xml-element.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { Decimal } from '../../../src/domain/vocabulary/decimal.ts';
import { written } from '../../support/documents.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { publicSamples } from '../../support/samples.ts';
import { xmlRoot } from '../../support/xml-root.ts';

/** What a document of ours says in its own words, by how the places end: all else is said as the sample says it. */
const IN_OUR_WORDS: readonly RegExp[] = [
  // BT-23 and BT-24 are those of an XRechnung.
  /\/(CustomizationID|ProfileID|\w+SpecifiedDocumentContextParameter\/ID)$/,
  // Second places of BT-41, BT-56, BT-149 and BT-150.
  /\/(DepartmentName|GrossPriceProductTradePrice\/BasisQuantity(\/@unitCode)?)$/,
  // Amounts are computed from the lines; a total of nothing is left out.
  /\/LegalMonetaryTotal\/\w+(\/@currencyID)?$/,
  /\/SpecifiedTradeSettlement(Header|Line)MonetarySummation\/\w+$/,
  /\/(InvoiceLine|CreditNoteLine)\/LineExtensionAmount$/,
  /\/TaxTotal(\/TaxSubtotal)?\/(TaxAmount|TaxableAmount)$/,
  /\/ApplicableTradeTax\/(BasisAmount|CalculatedAmount)$/,
];

const SCHEMA_INSTANCE = '{http://www.w3.org/2001/XMLSchema-instance}';

/** Every value of a document, with the local names that lead to it. */
function* sayings(
  { name, attributes, elements, text }: XmlElement,
  around = '',
): Generator<[string, string]> {
  const place = `${around}/${localName(name)}`;
  for (const [attribute, value] of attributes)
    if (!attribute.startsWith(SCHEMA_INSTANCE))
      yield [`${place}/@${localName(attribute)}`, plain(value, attribute)];
  if (elements.length > 0) for (const inner of elements) yield* sayings(inner, place);
  else if (text.trim() !== '') yield [place, plain(text, localName(name))];
}

/** An account is told to be an IBAN by what it is, wherever the sample put it. */
const localName = (name: string): string =>
  name.slice(name.indexOf('}') + 1).replace(/^(IBANID|ProprietaryID)$/, 'account');

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Numbers without idle zeros, days without their zone, truths as words, and no blanks: those of an IBAN say nothing. */
function plain(value: string, name: string): string {
  const said = value.replaceAll(/\s+/g, '');
  if (/Indicator$/.test(name)) return said.replace('0', 'false').replace('1', 'true');
  if (/Date$/.test(name)) return said.slice(0, 10);
  return NUMBER.test(said) && said.length < 30 ? new Decimal(said).toFixed() : said;
}

describeByReference('public samples, read and built again from canonical JSON', () => {
  it('lose no term, whatever the rules say of them', () => {
    const lost: string[] = [];
    let built = 0;
    for (const { name, syntax, text, canonical } of publicSamples()) {
      const read = parseCanonical(canonical);
      if (!read.ok) continue;
      built += 1;
      const document = written(syntax, joinApart(completeInvoice(read.invoice, XRECHNUNG)));
      const said = [...sayings(xmlRoot(document))].map((one) => one.join(' '));
      for (const [place, value] of sayings(xmlRoot(text))) {
        const at = said.indexOf(`${place} ${value}`);
        if (at >= 0) said.splice(at, 1);
        else if (!IN_OUR_WORDS.some((words) => words.test(place))) lost.push(`${name} ${place} ${value}`);
      }
    }
    assert.deepEqual(lost, []);
    assert.ok(built >= 140, `${built} were built`);
  }).timeout(120_000);
});
