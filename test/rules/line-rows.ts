import { all, remove, removeAttribute, set } from './edits.ts';
import { ITEM } from './places.ts';
import type { Row } from './row.ts';
import { freeSecondLine } from './totals.ts';

export const LINE_ROWS: readonly Row[] = [
  { it: 'misses the number of a line', edit: set('cac:InvoiceLine/cbc:ID', ''), finds: ['BR-21'] },
  {
    it: 'misses the quantity of a line, and with it its unit',
    edit: remove('cac:InvoiceLine/cbc:InvoicedQuantity'),
    finds: ['BR-22', 'BR-23'],
  },
  {
    it: 'misses the unit of a line',
    edit: removeAttribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode'),
    finds: ['BR-23'],
  },
  {
    it: 'misses the amount of a line',
    edit: all(freeSecondLine(), remove('cac:InvoiceLine[2]/cbc:LineExtensionAmount')),
    finds: ['BR-24'],
  },
  { it: 'misses the name of an item', edit: set(`${ITEM}/cbc:Name`, ''), finds: ['BR-25'] },
  {
    it: 'misses the price of a line, which then is not positive either',
    edit: remove('cac:InvoiceLine/cac:Price/cbc:PriceAmount'),
    finds: ['BR-26', 'BR-27'],
  },
  {
    it: 'finds a negative price',
    edit: set('cac:InvoiceLine/cac:Price/cbc:PriceAmount', '-11.00'),
    finds: ['BR-27'],
  },
  {
    it: 'finds a negative gross price',
    edit: set('cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:BaseAmount', '-12.00'),
    finds: ['BR-28'],
  },
  {
    it: 'finds a line period that ends before it starts',
    edit: set('cac:InvoiceLine/cac:InvoicePeriod/cbc:EndDate', '2026-11-01'),
    finds: ['BR-30'],
  },
  {
    it: 'finds an empty line period',
    edit: remove(
      'cac:InvoiceLine/cac:InvoicePeriod/cbc:StartDate',
      'cac:InvoiceLine/cac:InvoicePeriod/cbc:EndDate',
    ),
    finds: ['BR-CO-20'],
  },
  {
    it: 'misses the VAT category of a line',
    edit: all(
      freeSecondLine(),
      set('cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory/cac:TaxScheme/cbc:ID', 'GST'),
    ),
    finds: ['BR-CO-04'],
  },
  {
    it: 'finds an attribute without value',
    edit: remove(`${ITEM}/cac:AdditionalItemProperty/cbc:Value`),
    finds: ['BR-54'],
  },
  {
    it: 'misses the scheme of an item number',
    edit: removeAttribute(`${ITEM}/cac:StandardItemIdentification/cbc:ID`, 'schemeID'),
    finds: ['BR-64'],
  },
  {
    it: 'misses the scheme of an item class',
    edit: removeAttribute(`${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`, 'listID'),
    finds: ['BR-65'],
  },
];
