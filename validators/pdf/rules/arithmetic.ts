import { figure, type Message, say } from '../../vocabulary/message.ts';
import { quotedName } from '../../vocabulary/quoted.ts';
import type { XmlElement } from '../../vocabulary/xml-element.ts';
import { Decimal, round2, sum, ZERO } from '../../vocabulary/decimal.ts';
import { breach, type CheckedPdf, type PdfBreach, type PdfRule } from '../pdf-rule.ts';
import { elementsAt, textAt } from './specification.ts';

const TRADE = 'rsm:SupplyChainTradeTransaction';
const SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`;
const SUMS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const LINES = `${TRADE}/ram:IncludedSupplyChainTradeLineItem`;
const LINE_SUM =
  'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount';
/** As in rules on line amounts elsewhere (PEPPOL-EN16931-R120). */
const SLACK = new Decimal('0.02');

const NUMBER = /^[+-]?\d{1,20}(\.\d{1,20})?$/;

/** Undefined without a number at the path. */
function numberAt(from: XmlElement, path: string): Decimal | undefined {
  const text = textAt(from, path);
  return text !== undefined && NUMBER.test(text) ? new Decimal(text) : undefined;
}

const amountsAt = (from: XmlElement, path: string): readonly Decimal[] =>
  elementsAt(from, path).flatMap(({ text }) => (NUMBER.test(text.trim()) ? [new Decimal(text.trim())] : []));

interface Compared {
  readonly what: Message;
  readonly stated: Decimal | undefined;
  /** Undefined if the level of the invoice lacks the amounts that it follows from. */
  readonly computed: Decimal | undefined;
  readonly slack?: Decimal;
}

export const ARITHMETIC: PdfRule = { number: 15, breaches: differences };

/** The totals, computed again from their parts (EN 16931: BR-CO-10, 13 to 16). */
function differences({ root }: CheckedPdf): readonly PdfBreach[] {
  const lines = elementsAt(root, LINES).filter(isCounted);
  return [...totalsOf(root, lines), ...lines.map(lineOf)]
    .filter(isDifferent)
    .map(({ what, stated, computed }) =>
      breach(say('pdf.is-but-its-parts-add-up', { what, stated: exact(stated), expected: exact(computed) })),
    );
}

const exact = (amount: Decimal | undefined) => amount && figure(amount.toFixed());

const isDifferent = ({ stated, computed, slack = ZERO }: Compared): boolean =>
  stated !== undefined && computed !== undefined && stated.minus(computed).abs().greaterThan(slack);

/** Level EXTENDED: a line of the kind GROUP adds up its sub-lines, one of the kind INFORMATION has no amount that counts. */
function isCounted(line: XmlElement): boolean {
  const kind = textAt(line, 'ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode');
  return kind === undefined || kind === 'DETAIL';
}

function totalsOf(root: XmlElement, counted: readonly XmlElement[]): readonly Compared[] {
  const at = (name: string): Decimal | undefined => numberAt(root, `${SUMS}/ram:${name}`);
  const or0 = (amount: Decimal | undefined): Decimal => amount ?? ZERO;
  const lines = counted.flatMap((line) => amountsAt(line, LINE_SUM));
  const [net, taxed, grand] = [at('LineTotalAmount'), at('TaxBasisTotalAmount'), at('GrandTotalAmount')];
  const taxes = amountsAt(root, `${SETTLEMENT}/ram:ApplicableTradeTax/ram:CalculatedAmount`);
  const tax = vatTotal(root);
  return [
    {
      what: say('pdf.sum-of-lines-bt-106'),
      stated: net,
      computed: lines.length > 0 ? sum(lines) : undefined,
    },
    {
      what: say('pdf.total-without-vat-bt-109'),
      stated: taxed,
      computed: net?.minus(or0(at('AllowanceTotalAmount'))).plus(or0(at('ChargeTotalAmount'))),
    },
    {
      what: say('pdf.total-of-vat-bt-110'),
      stated: tax,
      computed: taxes.length > 0 ? sum(taxes) : undefined,
    },
    { what: say('pdf.total-with-vat-bt-112'), stated: grand, computed: taxed?.plus(or0(tax)) },
    {
      what: say('pdf.amount-due-bt-115'),
      stated: at('DuePayableAmount'),
      computed: grand?.minus(or0(at('TotalPrepaidAmount'))).plus(or0(at('RoundingAmount'))),
    },
  ];
}

/** The total in the currency of the invoice, if a second one is in that of the accounts. */
function vatTotal(root: XmlElement): Decimal | undefined {
  const currency = textAt(root, `${SETTLEMENT}/ram:InvoiceCurrencyCode`);
  const totals = elementsAt(root, `${SUMS}/ram:TaxTotalAmount`);
  const own = totals.find(({ attributes }) => attributes.get('currencyID') === currency) ?? totals[0];
  const text = own?.text.trim() ?? '';
  return NUMBER.test(text) ? new Decimal(text) : undefined;
}

/** Quantity times price, minus allowances, plus charges. */
function lineOf(line: XmlElement): Compared {
  const price = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice';
  const [quantity, unit] = [
    numberAt(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity'),
    numberAt(line, `${price}/ram:ChargeAmount`),
  ];
  const base = numberAt(line, `${price}/ram:BasisQuantity`);
  const by = base && !base.isZero() ? base : new Decimal(1);
  const plain = quantity && unit ? quantity.times(unit).dividedBy(by) : undefined;
  return {
    what: say('pdf.net-amount-of-line-bt-131', {
      line: quotedName(textAt(line, 'ram:AssociatedDocumentLineDocument/ram:LineID') ?? '?', 20),
    }),
    stated: numberAt(line, LINE_SUM),
    computed: plain && round2(plain.plus(adjustments(line))),
    slack: SLACK,
  };
}

const adjustments = (line: XmlElement): Decimal =>
  sum(
    elementsAt(line, 'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeAllowanceCharge').flatMap((one) => {
      const amount = numberAt(one, 'ram:ActualAmount');
      const isCharge = ['true', '1'].includes(textAt(one, 'ram:ChargeIndicator/udt:Indicator') ?? '');
      return amount ? [isCharge ? amount : amount.negated()] : [];
    }),
  );
