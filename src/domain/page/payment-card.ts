import type { CompleteInvoice, PaymentAccount } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { creditTransfer } from './epc-code.ts';
import { fact } from './facts.ts';
import type { Card, Fact, PageCode } from './page.ts';
import { asText, inEntry, type PageText, showTerm } from './page-text.ts';
import type { Wording } from './wording.ts';

type Shown = Partly<CompleteInvoice>;

interface PaymentBesides {
  /** The name beside the account. */
  readonly paidTo: string | undefined;
  /** A code to pay by is on the page. */
  readonly isPayable: boolean;
}

/**
 * BG-16 and BT-20: the payment; undefined if nothing is stated.
 */
export function paymentCard(
  invoice: Shown,
  wording: Wording,
  { paidTo, isPayable }: PaymentBesides,
): readonly Card<PageText>[] {
  const { payment, currency, paymentTerms } = invoice;
  const { paymentLink, paymentId } = invoice.extensions?.poland ?? {};
  const facts: readonly Fact<PageText>[] = [
    ...fact(wording, 'reference', showTerm(payment?.reference, 'payment.reference')),
    ...fact(
      wording,
      'means',
      showTerm(payment?.meansCode && wording.codeName('means', payment.meansCode), 'payment.meansCode'),
    ),
    ...fact(wording, 'means', showTerm(payment?.meansText, 'payment.meansText')),
    ...fact(wording, 'payTo', paidTo),
    ...(payment?.accounts ?? []).flatMap((account, index) => inEntry(index, accountFacts(account, wording))),
    ...fact(wording, 'card', showTerm(payment?.card?.number, 'payment.card.number')),
    ...fact(wording, 'cardHolder', showTerm(payment?.card?.holder, 'payment.card.holder')),
    ...fact(wording, 'mandate', showTerm(payment?.directDebit?.mandate, 'payment.directDebit.mandate')),
    ...fact(
      wording,
      'creditorId',
      showTerm(payment?.directDebit?.creditorId, 'payment.directDebit.creditorId'),
    ),
    ...fact(
      wording,
      'debitedIban',
      showTerm(inFours(payment?.directDebit?.debitedIban), 'payment.directDebit.debitedIban'),
    ),
    ...fact(wording, 'paymentLink', paymentLink),
    ...fact(wording, 'paymentId', paymentId),
  ];
  const texts = paymentTerms === undefined ? [] : termsTexts(paymentTerms, wording, currency);
  if (facts.length === 0 && texts.length === 0) return [];
  const codes = isPayable ? transferCode(invoice, wording, paidTo) : [];
  return [{ block: 'card', tone: 'box', heading: wording.label('payment'), facts, texts, codes }];
}

const accountFacts = (
  { id, name, bic }: Partly<PaymentAccount>,
  wording: Wording,
): readonly Fact<PageText>[] => [
  ...fact(wording, 'payTo', showTerm(name, 'payment.accounts[].name')),
  ...fact(
    wording,
    isIban(id) ? 'iban' : 'account',
    showTerm(isIban(id) ? inFours(id) : id, 'payment.accounts[].id'),
  ),
  ...fact(wording, 'bic', showTerm(bic, 'payment.accounts[].bic')),
];

const isIban = (id: string | undefined): boolean => /^[A-Z]{2}\d{2}[A-Z0-9 ]{11}[A-Z0-9 ]*$/i.test(id ?? '');

/** As printed on a bank statement: groups of four. */
const inFours = (iban: string | undefined): string | undefined =>
  iban?.replaceAll(/\s/g, '').replaceAll(/.{4}(?=.)/g, '$&\u00a0');

const DISCOUNT = /^\s*#SKONTO#TAGE=(\d\d*)#PROZENT=(\d\d*\.\d\d)(?:#BASISBETRAG=(-?\d\d*\.\d\d))?#\s*$/;

/** BT-20 line by line; cash discounts in Germany's form (XRechnung, BR-DE-18) in words. */
function termsTexts(terms: string, wording: Wording, currency: string | undefined): readonly PageText[] {
  return terms
    .split('\n')
    .map((line) => {
      const [, days, percent, base] = DISCOUNT.exec(line) ?? [];
      if (days === undefined || percent === undefined) return line;
      const fills = { days, percent: wording.quantity(new Decimal(percent)) };
      return base === undefined
        ? wording.label('cashDiscount', fills, Number(days))
        : wording.label(
            'cashDiscountOn',
            { ...fills, base: wording.money(new Decimal(base), currency) },
            Number(days),
          );
    })
    .filter((line) => line.trim() !== '')
    .map((line) => asText(showTerm(line, 'paymentTerms') ?? ''));
}

function transferCode(invoice: Shown, wording: Wording, paidTo: string | undefined): readonly PageCode[] {
  const transfer = creditTransfer(invoice, paidTo);
  if (!transfer) return [];
  const amount = wording.money(transfer.amount, 'EUR');
  return [
    {
      payload: transfer.payload,
      title: wording.label('payByCode'),
      caption: wording.label('payByCodeHint'),
      alt: wording.label('payByCodeAlt', { amount, iban: inFours(transfer.iban) ?? '' }),
    },
  ];
}
