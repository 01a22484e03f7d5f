import type { CompleteInvoice, VatBreakdown } from '../../invoice/en16931.ts';
import { type Fa3Element, fix, group, leaf } from './element.ts';
import { articleOf } from './exemption-articles.ts';
import type { InvoiceKind } from './kinds.ts';
import type { Fa3Line } from './lines.ts';
import { newTransport } from './new-transport.ts';
import type { MARGIN_REASONS } from './vat-rates.ts';

type MarginReason = (typeof MARGIN_REASONS)[number];

/** The margin scheme of each exemption reason. */
export const MARGIN_SCHEMES: Readonly<Record<MarginReason, string>> = {
  'VATEX-EU-D': 'P_PMarzy_2',
  'VATEX-EU-F': 'P_PMarzy_3_1',
  'VATEX-EU-I': 'P_PMarzy_3_2',
  'VATEX-EU-J': 'P_PMarzy_3_3',
};

/** VAT is due with the payment (UNTDID 2005): the cash method. */
export const PAYMENT_DATE = '432';

/**
 * Adnotacje, all of them in order. A mark comes from a member or from the lines, never from the text of a note. Marks that follow from the
 * whole invoice are completed before (`routes/pl-ksef`).
 */
export function annotations(
  invoice: CompleteInvoice,
  { selfBilled }: InvoiceKind,
  lines: readonly Fa3Line[],
): Fa3Element | undefined {
  const { poland = {} } = invoice.extensions;
  return group(
    'Adnotacje',
    yesNo('P_16', poland.cashAccounting ?? invoice.vatDateCode === PAYMENT_DATE),
    yesNo('P_17', selfBilled),
    yesNo('P_18', poland.reverseCharge ?? buyerPaysVat(invoice)),
    yesNo('P_18A', poland.splitPayment ?? false),
    exemption(invoice),
    newTransport(invoice, lines),
    yesNo('P_23', poland.triangularSimplification ?? false),
    margin(invoice),
  );
}

/**
 * P_18 asks whether the buyer accounts for the VAT. P_23 stands for an invoice that states so (art. 136 (1) 2 of the VAT act, which the schema
 * cites at P_23), whatever the category of its lines.
 */
const buyerPaysVat = (invoice: CompleteInvoice): boolean =>
  invoice.vatBreakdown.some(({ category }) => category === 'AE') ||
  suppliesServicesInUnion(invoice) ||
  invoice.extensions.poland?.triangularSimplification === true;

/** `np II`: the buyer in another member state pays the VAT. */
const suppliesServicesInUnion = ({ vatBreakdown, extensions }: CompleteInvoice): boolean =>
  vatBreakdown.some(({ category }) => category === 'K') &&
  (extensions.lines ?? []).some(({ itemKind }) => itemKind === 'services');

/** TWybor1_2. */
const yesNo = (name: string, holds: boolean): Fa3Element => fix(name, holds ? '1' : '2');

/** Zwolnienie: the provision of the exemption, of the Polish act, of the directive, or another. */
function exemption({ vatBreakdown }: CompleteInvoice): Fa3Element | undefined {
  const exempt = vatBreakdown.find(
    ({ category, exemptionReasonCode: code }) => category === 'E' && !isMargin(code),
  );
  if (!exempt) return group('Zwolnienie', fix('P_19N', '1'));
  const { exemptionReason: reason, exemptionReasonCode: code } = exempt;
  const alone = code && (articleOf(code) ?? code);
  const words = reason === undefined ? alone : code === undefined ? reason : `${reason} (${code})`;
  return group(
    'Zwolnienie',
    fix('P_19', '1'),
    leaf(provisionOf(exempt), words, { term: reason === undefined ? 'BT-121' : 'BT-120' }),
  );
}

/** P_19A if the Polish act is named, P_19B for the directive, P_19C for anything else. */
export function provisionOf({
  exemptionReason: reason = '',
  exemptionReasonCode: code,
}: Pick<VatBreakdown, 'exemptionReason' | 'exemptionReasonCode'>): string {
  if (/\bart\.\s*(?:43|82|113)\b|\bustaw|\bpolish vat act\b/i.test(reason)) return 'P_19A';
  const isOfDirective = code !== undefined && articleOf(code) !== undefined;
  return isOfDirective || /dyrektyw|2006\/112/i.test(reason) ? 'P_19B' : 'P_19C';
}

function margin({ vatBreakdown }: CompleteInvoice): Fa3Element | undefined {
  const code = vatBreakdown.flatMap(({ category, exemptionReasonCode }) =>
    category === 'E' && isMargin(exemptionReasonCode) ? [exemptionReasonCode] : [],
  )[0];
  return code === undefined
    ? group('PMarzy', fix('P_PMarzyN', '1'))
    : group('PMarzy', fix('P_PMarzy', '1'), fix(MARGIN_SCHEMES[code], '1'));
}

const isMargin = (code: string | undefined): code is MarginReason =>
  code !== undefined && code in MARGIN_SCHEMES;
