import { Decimal, sum } from 'en16931-rules/vocabulary/decimal.ts';
import type { Money } from '../../domain/vocabulary/addressing.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { RouteMessage } from '../../ports/rail/route-messages.ts';
import type { SentFact, SentFacts } from './sent-facts.ts';

interface Ports {
  readonly facts: SentFacts;
  readonly content: TextSealer;
}

/** The time and the amount: a payment that is reported again, or to another party, too, has the same. */
type Payment = readonly [at: string, amount: string];

/** The most payments of one invoice that are kept. */
const MOST = 500;

/** A message and its invoice, with the payments counted. */
interface CountedMessage {
  readonly message: RouteMessage;
  readonly record: InvoiceRecord;
}

/**
 * Counts a payment. The message means `paid` once all payments reach the invoice's total; until then it changes nothing (decisions,
 * "buyer_status"; `routes/fr-pa.md`, section 4).
 */
export async function countPayment(
  message: RouteMessage,
  record: InvoiceRecord,
  ports: Ports,
): Promise<CountedMessage> {
  const { effect } = message;
  if (effect.kind !== 'status' || !effect.paid) return { message, record };
  const fact = await ports.facts.of(record);
  const payment = paymentIn(effect.paid, fact);
  const before = await paymentsOf(record, ports);
  const payments = payment ? withPayment(before, [effect.paidAt ?? '', payment]) : before;
  const isWhole = payment !== undefined && coversTotal(payments, fact);
  const sealedPayments =
    payments === before
      ? record.sealedPayments
      : await ports.content.sealText(record.client, JSON.stringify(payments));
  return {
    message: isWhole ? message : { ...message, effect: { kind: 'nothing' } },
    record: { ...record, ...(sealedPayments !== undefined && { sealedPayments }) },
  };
}

/** Whether one payment covers an invoice alone. */
export const paysWhole = (paid: readonly Money[], fact: PaidFact): boolean => {
  const payment = paymentIn(paid, fact);
  return payment !== undefined && coversTotal([['', payment]], fact);
};

type PaidFact = Partial<Pick<SentFact, 'total'>> & Pick<SentFact, 'isCreditNote'>;

/** In another currency, or without an amount, the paid sum is unknown: the payment is ignored. */
function paymentIn(paid: readonly Money[], { total }: Partial<Pick<SentFact, 'total'>>): string | undefined {
  const isComparable = paid.every(
    ({ amount, currency }) => currency === total?.currency && /^-?\d{1,18}(\.\d{1,8})?$/.test(amount),
  );
  return isComparable ? sum(paid.map(({ amount }) => new Decimal(amount))).toFixed() : undefined;
}

async function paymentsOf(
  { client, sealedPayments }: InvoiceRecord,
  { content }: Pick<Ports, 'content'>,
): Promise<readonly Payment[]> {
  return sealedPayments === undefined
    ? []
    : (JSON.parse(await content.openText(client, sealedPayments)) as readonly Payment[]);
}

function withPayment(before: readonly Payment[], payment: Payment): readonly Payment[] {
  const isKnown = before.some(([at, amount]) => at === payment[0] && amount === payment[1]);
  return isKnown || before.length >= MOST ? before : [...before, payment];
}

/** A refund counts against the payments; for a credit note, whose total has no sign, it is the payment. */
function coversTotal(payments: readonly Payment[], { total, isCreditNote }: PaidFact): boolean {
  const paid = sum(payments.map(([, amount]) => new Decimal(amount)));
  const decimal = new Decimal(total?.amount ?? 0);
  if (isCreditNote) return paid.abs().gte(decimal.abs());
  return decimal.isNegative() ? paid.lte(decimal) : paid.gte(decimal);
}
