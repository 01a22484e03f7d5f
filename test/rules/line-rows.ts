import { all, remove, removeAttribute, set } from './edits.ts';
import { ITEM } from './places.ts';
import type { Row } from './row.ts';
import { freeSecondLine } from './totals.ts';

export const LINE_ROWS: readonly Row[] = [
  { it: 'requires the number of a line', edit: set('cac:InvoiceLine/cbc:ID', ''), finds: ['BR-21'] },
  {
    it: 'requires the quantity of a line, with its unit',
    edit: remove('cac:InvoiceLine/cbc:InvoicedQuantity'),
    finds: ['BR-22', 'BR-23'],
  },
  {
    it: 'requires the unit of a line',
    edit: removeAttribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode'),
    finds: ['BR-23'],
  },
  {
    it: 'requires the amount of a line',
    edit: all(freeSecondLine(), remove('cac:InvoiceLine[2]/cbc:LineExtensionAmount')),
    finds: ['BR-24'],
  },
  { it: 'requires the name of an item', edit: set(`${ITEM}/cbc:Name`, ''), finds: ['BR-25'] },
  {
    it: 'requires the price of a line, whose absence also breaks the rule on its sign',
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
    it: 'requires the VAT category of a line',
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
    it: 'requires the scheme of an item number',
    edit: removeAttribute(`${ITEM}/cac:StandardItemIdentification/cbc:ID`, 'schemeID'),
    finds: ['BR-64'],
  },
  {
    it: 'requires the scheme of an item class',
    edit: removeAttribute(`${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`, 'listID'),
    finds: ['BR-65'],
  },
];
