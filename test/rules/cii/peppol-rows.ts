import { add, all, remove, removeAttribute, repeat, set, setAttribute } from '../edits.ts';
import * as at from './places.ts';
import { code, noAccount, creditor, debited } from './payments.ts';
import type { Row } from './rows.ts';

const { SELLER, BUYER, SETTLEMENT, SUMS } = at;

export const PEPPOL_ROWS: readonly Row[] = [
  [
    'no business process',
    remove(`${at.CONTEXT}/ram:BusinessProcessSpecifiedDocumentContextParameter`),
    'PEPPOL-EN16931-R001',
  ],
  [
    'an accounting currency that is the invoice currency',
    all(set(`${SETTLEMENT}/ram:TaxCurrencyCode`, 'EUR'), remove(`${SUMS}/ram:TaxTotalAmount[2]`)),
    'PEPPOL-EN16931-R005 PEPPOL-EN16931-R054',
  ],
  ['an empty element', add(SELLER, '<ram:Description/>'), 'PEPPOL-EN16931-R008'],
  [
    'an empty delivery',
    all(
      remove(at.SHIP_TO, `${at.DELIVERY}/ram:ActualDeliverySupplyChainEvent`),
      remove(
        `${at.DELIVERY}/ram:DespatchAdviceReferencedDocument`,
        `${at.DELIVERY}/ram:ReceivingAdviceReferencedDocument`,
      ),
    ),
    '',
  ],
  [
    'no electronic address of the buyer',
    remove(`${BUYER}/ram:URIUniversalCommunication`),
    'PEPPOL-EN16931-R010',
  ],
  [
    'no electronic address of the seller',
    remove(`${SELLER}/ram:URIUniversalCommunication`),
    'PEPPOL-EN16931-R020',
  ],
  [
    'an amount that differs from its percentage',
    set(`${at.ALLOWANCE}/ram:ActualAmount`, '11.00'),
    'PEPPOL-EN16931-R040',
  ],
  ['a percentage without a base', remove(`${at.ALLOWANCE}/ram:BasisAmount`), 'PEPPOL-EN16931-R041'],
  [
    'a base amount without a percentage',
    remove(`${at.ALLOWANCE}/ram:CalculationPercent`),
    'PEPPOL-EN16931-R042',
  ],
  [
    'an indicator that is a digit',
    set(`${at.ALLOWANCE}/ram:ChargeIndicator/udt:Indicator`, '0'),
    'PEPPOL-EN16931-R043-1',
  ],
  [
    'an indicator of a discount that is a digit',
    set(`${at.GROSS_PRICE}/ram:AppliedTradeAllowanceCharge/ram:ChargeIndicator/udt:Indicator`, '0'),
    'PEPPOL-EN16931-R043-2 PEPPOL-EN16931-R044',
  ],
  [
    'a surcharge of a price',
    set(`${at.GROSS_PRICE}/ram:AppliedTradeAllowanceCharge/ram:ChargeIndicator/udt:Indicator`, 'true'),
    'PEPPOL-EN16931-R044',
  ],
  [
    'a net price that differs from the gross price less the discount',
    set(`${at.GROSS_PRICE}/ram:ChargeAmount`, '13.00'),
    'PEPPOL-EN16931-R046',
  ],
  ['two totals of VAT in the invoice currency', repeat(`${SUMS}/ram:TaxTotalAmount`), 'PEPPOL-EN16931-R053'],
  [
    'no total of VAT in the accounting currency',
    remove(`${SUMS}/ram:TaxTotalAmount[2]`),
    'PEPPOL-EN16931-R054 PEPPOL-EN16931-R055',
  ],
  [
    'totals of VAT with different signs',
    set(`${SUMS}/ram:TaxTotalAmount[2]`, '-116.00'),
    'PEPPOL-EN16931-R055',
  ],
  [
    'a direct debit without the mandate',
    all(code('59'), noAccount, creditor, debited),
    'PEPPOL-EN16931-R061',
  ],
  [
    'a document of a line that is not an invoiced object',
    set(`${at.LINE_SETTLEMENT}/ram:AdditionalReferencedDocument/ram:TypeCode`, '50'),
    'PEPPOL-EN16931-R101',
  ],
  [
    'a line period that starts too early',
    set(`${at.LINE_PERIOD}/ram:StartDateTime/udt:DateTimeString`, '20261031'),
    'PEPPOL-EN16931-R110',
  ],
  [
    'a line period that ends too late',
    set(`${at.LINE_PERIOD}/ram:EndDateTime/udt:DateTimeString`, '20261201'),
    'PEPPOL-EN16931-R111',
  ],
  ['an amount of a line that does not follow', set(at.LINE_AMOUNT, '101.00'), 'PEPPOL-EN16931-R120'],
  [
    'a price per zero units',
    all(set(`${at.NET_PRICE}/ram:BasisQuantity`, '0'), set(`${at.GROSS_PRICE}/ram:BasisQuantity`, '0')),
    'PEPPOL-EN16931-R121',
  ],
  [
    'another unit of the price',
    all(
      setAttribute(`${at.NET_PRICE}/ram:BasisQuantity`, 'unitCode', 'C62'),
      removeAttribute(`${at.GROSS_PRICE}/ram:BasisQuantity`, 'unitCode'),
    ),
    'PEPPOL-EN16931-R130',
  ],
];
