import { SPECIFICATIONS } from './base.ts';
import { type Edit, add, all, remove, set, setAttribute, untouched } from './edits.ts';
import { SELLER, LINE, SUMS, FILE } from './places.ts';
import type { Row } from './row.ts';

const extension = { specification: SPECIFICATIONS.extension } as const;
const THIRD_PARTY = 'cac:PrepaidPayment';
const thirdPartyPayment: Edit = all(
  add(
    '.',
    '<cac:PrepaidPayment><cbc:ID>T1</cbc:ID><cbc:PaidAmount currencyID="EUR">7.00</cbc:PaidAmount><cbc:InstructionID>Deposit</cbc:InstructionID></cac:PrepaidPayment>',
  ),
  set(`${SUMS}/cbc:PayableAmount`, '161.10'),
);
const subLine = (amount: string): Edit =>
  add(
    LINE,
    `<cac:SubInvoiceLine><cbc:ID>1.1</cbc:ID><cbc:LineExtensionAmount currencyID="EUR">${amount}</cbc:LineExtensionAmount>
     <cac:Item><cbc:Name>Part</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID></cac:ClassifiedTaxCategory></cac:Item></cac:SubInvoiceLine>`,
  );
const SCHEMES: Readonly<Record<string, string>> = {
  'BR-DEX-04': `${SELLER}/cac:PartyIdentification/cbc:ID`,
  'BR-DEX-05': `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`,
  'BR-DEX-06': `${LINE}/cac:Item/cac:StandardItemIdentification/cbc:ID`,
  'BR-DEX-07': `${SELLER}/cbc:EndpointID`,
  'BR-DEX-08': 'cac:Delivery/cac:DeliveryLocation/cbc:ID',
};

export const EXTENSION_ROWS: readonly Row[] = (
  [
    { it: 'accepts the base invoice', edit: untouched, finds: [] },
    { it: 'accepts an XML file', edit: setAttribute(FILE, 'mimeCode', 'application/xml'), finds: [] },
    {
      it: 'finds an unknown media type',
      edit: setAttribute(FILE, 'mimeCode', 'text/html'),
      finds: ['BR-DEX-01'],
    },
    { it: 'accepts sub-lines that add up', edit: all(subLine('60.00'), subLine('40.00')), finds: [] },
    {
      it: 'finds sub-lines that do not add up',
      edit: all(subLine('60.00'), subLine('30.00')),
      finds: ['BR-DEX-02'],
    },
    {
      it: 'requires the VAT of a sub-line',
      edit: all(subLine('100.00'), remove(`${LINE}/cac:SubInvoiceLine/cac:Item/cac:ClassifiedTaxCategory`)),
      finds: ['BR-DEX-03'],
    },
    ...Object.entries(SCHEMES).flatMap(([id, path]) => [
      { it: `accepts scheme XR01 at ${path}`, edit: setAttribute(path, 'schemeID', 'XR01'), finds: [] },
      { it: `finds an unknown scheme at ${path}`, edit: setAttribute(path, 'schemeID', 'XR04'), finds: [id] },
    ]),
    { it: 'accepts a payment to a third party', edit: thirdPartyPayment, finds: [] },
    {
      it: 'finds a payment to a third party that is not counted',
      edit: all(thirdPartyPayment, set(`${SUMS}/cbc:PayableAmount`, '154.10')),
      finds: ['BR-DEX-09'],
    },
    {
      it: 'requires the type of a payment to a third party',
      edit: all(thirdPartyPayment, remove(`${THIRD_PARTY}/cbc:ID`)),
      finds: ['BR-DEX-10'],
    },
    {
      it: 'requires the amount of a payment to a third party, with its currency',
      edit: all(
        thirdPartyPayment,
        remove(`${THIRD_PARTY}/cbc:PaidAmount`),
        set(`${SUMS}/cbc:PayableAmount`, '154.10'),
      ),
      finds: ['BR-DEX-11', 'BR-DEX-14'],
    },
    {
      it: 'requires the text of a payment to a third party',
      edit: all(thirdPartyPayment, remove(`${THIRD_PARTY}/cbc:InstructionID`)),
      finds: ['BR-DEX-12'],
    },
    {
      it: 'finds a third decimal',
      edit: all(thirdPartyPayment, add(`${THIRD_PARTY}/cbc:PaidAmount`, '0')),
      finds: ['BR-DEX-13'],
    },
    {
      it: 'finds another currency',
      edit: all(thirdPartyPayment, setAttribute(`${THIRD_PARTY}/cbc:PaidAmount`, 'currencyID', 'PLN')),
      finds: ['BR-DEX-14'],
    },
  ] satisfies readonly Row[]
).map((row) => ({ ...row, it: `${row.it} in the extension`, of: extension }));
