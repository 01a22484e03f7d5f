import type { InvoiceLine } from '../../invoice/en16931.ts';
import { bind, fixed, type BindingsOf } from '../binding.ts';
import { LINE_ALLOWANCE, LINE_CHARGE, VAT_SCHEME } from './parts.ts';

const { all, around, list, term } = bind<InvoiceLine>();
const classification = bind<InvoiceLine['classification'][number]>();

const ITEM = around(
  'cac:Item',
  term('BT-154', 'cbc:Description', 'description'),
  term('BT-153', 'cbc:Name', 'name'),
  around('cac:BuyersItemIdentification', term('BT-156', 'cbc:ID', 'buyerItemId')),
  around('cac:SellersItemIdentification', term('BT-155', 'cbc:ID', 'sellerItemId')),
  around(
    'cac:StandardItemIdentification',
    term('BT-157', 'cbc:ID', 'standardItemId.id', {
      attributes: [{ name: 'schemeID', path: 'standardItemId.scheme' }],
    }),
  ),
  around('cac:OriginCountry', term('BT-159', 'cbc:IdentificationCode', 'countryOfOrigin')),
  list(
    'cac:CommodityClassification',
    'classification',
    classification.all(
      classification.term('BT-158', 'cbc:ItemClassificationCode', 'code', {
        attributes: [
          { name: 'listID', path: 'list' },
          { name: 'listVersionID', path: 'version' },
        ],
      }),
    ),
  ),
  around(
    'cac:ClassifiedTaxCategory',
    term('BT-151', 'cbc:ID', 'vatCategory'),
    term('BT-152', 'cbc:Percent', 'vatRate', { format: 'decimal' }),
    VAT_SCHEME,
  ),
);

const PRICE = around(
  'cac:Price',
  term('BT-146', 'cbc:PriceAmount', 'unitPrice', { format: 'price' }),
  term('BT-149', 'cbc:BaseQuantity', 'priceBaseQuantity', {
    format: 'decimal',
    attributes: [{ name: 'unitCode', path: 'priceBaseUnit' }],
  }),
  around(
    'cac:AllowanceCharge',
    fixed('cbc:ChargeIndicator', 'false'),
    term('BT-147', 'cbc:Amount', 'priceDiscount', { format: 'price' }),
    term('BT-148', 'cbc:BaseAmount', 'grossPrice', { format: 'price' }),
  ),
);

/** BG-25. @param quantity `cbc:InvoicedQuantity` or `cbc:CreditedQuantity`. */
export const line = (quantity: string): BindingsOf<InvoiceLine> =>
  all(
    term('BT-126', 'cbc:ID', 'id'),
    term('BT-127', 'cbc:Note', 'note'),
    term('BT-129', quantity, 'quantity', {
      format: 'decimal',
      attributes: [{ name: 'unitCode', path: 'unit' }],
    }),
    term('BT-131', 'cbc:LineExtensionAmount', 'netAmount', { format: 'amount' }),
    around(
      'cac:InvoicePeriod',
      term('BT-134', 'cbc:StartDate', 'period.start'),
      term('BT-135', 'cbc:EndDate', 'period.end'),
    ),
    around('cac:OrderLineReference', term('BT-132', 'cbc:LineID', 'orderLine')),
    list('cac:AllowanceCharge', 'allowances', LINE_ALLOWANCE),
    list('cac:AllowanceCharge', 'charges', LINE_CHARGE),
    ITEM,
    PRICE,
  );
