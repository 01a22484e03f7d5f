import type { Payment } from './canonical.ts';
import type { DirectDebit, PaymentAccount, PaymentInstructions } from './en16931.ts';

/** Countries of the single euro payments area, by the first letters of their IBANs (European Payments Council). */
const SEPA = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS ' +
    'SE SI SK SM VA'
  ).split(' '),
);

/** BG-16; undefined if the invoice states none of it. */
export function paymentInstructions(payment: Payment, currency: string): PaymentInstructions | undefined {
  const { meansText, reference, card } = payment;
  const code = meansCode(payment, currency);
  const accounts = accountsOf(payment).map(paymentAccount);
  const directDebit = directDebitOf(payment);
  const isStated = (code ?? meansText ?? reference ?? accounts[0] ?? card ?? directDebit) !== undefined;
  return isStated ? { meansCode: code, meansText, reference, accounts, card, directDebit } : undefined;
}

/** BT-81; an account without a means code is paid by credit transfer, in the SEPA area by a SEPA one. */
export function meansCode(payment: Payment, currency: string): string | undefined {
  if (payment.meansCode !== undefined) return payment.meansCode;
  const [account] = accountsOf(payment);
  if (!account) return undefined;
  return currency === 'EUR' && SEPA.has(account.iban?.slice(0, 2) ?? '') ? '58' : '30';
}

type Account = Payment['accounts'][number];

/** BG-17: the account of the payment itself first. */
export function accountsOf({ iban, accountId, accountName, bic, accounts }: Payment): readonly Account[] {
  const isStated = (iban ?? accountId ?? accountName ?? bic) !== undefined;
  return isStated ? [{ iban, accountId, accountName, bic }, ...accounts] : accounts;
}

const paymentAccount = ({ iban, accountId, accountName, bic }: Account): PaymentAccount => ({
  id: iban ?? accountId,
  name: accountName,
  bic,
});

const directDebitOf = ({ mandate, creditorId, debitedIban }: Payment): DirectDebit | undefined =>
  (mandate ?? creditorId ?? debitedIban) === undefined ? undefined : { mandate, creditorId, debitedIban };

/** BT-20. Lines that begin with # state discounts, and each of them ends with a line break, the last one too (BR-DE-18). */
export function paymentTerms(stated: string): string {
  const trimmed = stated.trim();
  const lastLine = trimmed.slice(trimmed.lastIndexOf('\n') + 1);
  return lastLine.trimStart().startsWith('#') ? `${trimmed}\n` : trimmed;
}
