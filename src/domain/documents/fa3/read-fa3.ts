import type { BuyerParty, CompleteInvoice, Identifier, Note } from '../../invoice/en16931.ts';
import type { TermId } from '../../invoice/terms.ts';
import { type Decimal, ZERO, sum } from 'en16931-rules/vocabulary/decimal.ts';
import type { Partly } from '../../invoice/partly.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import type { UnheldValues } from '../unheld.ts';
import { BUYER_TAX_NUMBER_KEY, TERMS_KEY } from './describe.ts';
import { DESCRIPTIONS, keyOf } from './descriptions.ts';
import { sign } from '../../invoice/line-amounts.ts';
import { countsNegative } from '../../invoice/line-states.ts';
import { SELF_BILLED } from '../../invoice/self-billed.ts';
import { kindOf, type ReadKind, turnOf, typeCodeOf } from './kinds.ts';
import { ORDER_LINE, SUPPLY_LINE } from './line-names.ts';
import {
  ADVANCE,
  readAdvanceInvoices,
  readOrderValue,
  readPaymentsReceived,
  readRateOfAdvance,
} from './read-advances.ts';
import { readAttachment } from './read-attachment.ts';
import { readCorrected, readCorrection } from './read-corrections.ts';
import { type Draft, readDescription } from './read-descriptions.ts';
import { type ReadLines, readLines } from './read-lines.ts';
import {
  readBuyer,
  readBuyerLinks,
  readMembership,
  readPartyMarks,
  readSeller,
  readTaxRepresentative,
  readThirdParties,
} from './read-parties.ts';
import { readPayment, readPaymentLink } from './read-payment.ts';
import {
  readAnnotations,
  readBreakdown,
  readsOneStopShop,
  readsTriangular,
  readTaxInPln,
} from './read-vat.ts';
import { type NotHeld, ConsumingReader } from './consuming-reader.ts';
import { expectForm, type Form } from './read-form.ts';
import { buyerLinks } from './parties-before.ts';
import { regionOf } from './tax-ids.ts';
import { madeAt } from './write-fa3.ts';

const FORM: Form = { name: 'FA', system: 'FA (3)', version: '1-0E', variant: '3' };

export interface Fa3Reading {
  readonly invoice: Partly<CompleteInvoice>;
  /** Contents that the model cannot hold, in the order of their first occurrence. */
  readonly extensions: readonly (NotHeld & { readonly count: number })[];
}

/**
 * Reads an FA(3) document.
 * @param root `Faktura`.
 */
export function readFa3(root: XmlElement): Fa3Reading {
  const reader = new ConsumingReader(root);
  const invoice = withLists(readInvoice(reader)) as Partly<CompleteInvoice>;
  const extensions = new Map<string, NotHeld & { readonly count: number }>();
  for (const { path, why } of reader.left()) {
    const key = `${why} ${path}`;
    extensions.set(key, { path, why, count: (extensions.get(key)?.count ?? 0) + 1 });
  }
  return { invoice, extensions: [...extensions.values()] };
}

/** The same with each content that the model cannot hold, and its value. */
export function readWholeFa3(root: XmlElement): {
  readonly invoice: Partly<CompleteInvoice>;
  readonly unheld: UnheldValues;
} {
  const reader = new ConsumingReader(root);
  const invoice = withLists(readInvoice(reader)) as Partly<CompleteInvoice>;
  return { invoice, unheld: reader.unheld() };
}

function readInvoice(root: ConsumingReader): Draft {
  const fa = root.inside('Fa');
  if (!fa)
    return { seller: readSeller(root.inside('Podmiot1')), ...readBuyer(root.inside('Podmiot2'), false) };
  const kind = readKind(fa);
  const issueDate = fa.text('P_1');
  const heading = root.inside('Naglowek');
  expectForm(heading, FORM);
  heading?.expect('DataWytworzeniaFa', madeAt(issueDate ?? ''));
  const head: Draft = {
    number: fa.text('P_2'),
    issueDate,
    typeCode: kind.typeCode,
    currency: fa.text('KodWaluty'),
    despatchAdviceReference: fa.text('WZ'),
  };
  return readBody(root, fa, head, kind);
}

/** RodzajFaktury: a kind that the model lacks stays unread. */
function readKind(fa: ConsumingReader): ReadKind {
  const stated = fa.peek('RodzajFaktury') ?? '';
  const isNegative = fa.peek('P_15')?.startsWith('-') ?? false;
  const selfBilled = fa.inside('Adnotacje')?.peek('P_17') === '1';
  const facts = {
    typeCode: typeCodeOf(stated, selfBilled, isNegative),
    precedingTypeCodes: fa
      .all('DaneFaKorygowanej')
      .map(() => (stated === 'KOR_ZAL' ? ADVANCE : selfBilled ? SELF_BILLED : undefined)),
    hasAdvanceInvoices: fa.all('FakturaZaliczkowa').length > 0,
  };
  const kind = kindOf(facts);
  fa.expect('RodzajFaktury', kind.kind);
  return { ...facts, flip: turnOf(kind), isOrder: kind.isOrder };
}

function readBody(root: ConsumingReader, fa: ConsumingReader, head: Draft, kind: ReadKind): Draft {
  const { flip } = kind;
  const { buyer, taxNumber } = readBuyer(root.inside('Podmiot2'), isDescribed(fa, 'BT-47'));
  const names = kind.isOrder ? ORDER_LINE : SUPPLY_LINE;
  const context = {
    buyer: regionOf(buyer as unknown as BuyerParty),
    isTriangular: readsTriangular(fa),
    isOneStopShop: readsOneStopShop(fa, names),
  };
  const { exchangeRate: ofLines, extensions: linesApart, ...lines } = readLines(fa, { flip, context, names });
  const vatBreakdown = readBreakdown(fa, flip, context);
  const withVat = flip(fa.number('P_15'));
  const payments = readPaymentsReceived(fa, kind, withVat);
  const exchangeRate = ofLines ?? readRateOfAdvance(fa, kind, payments);
  const isRated = exchangeRate !== undefined || payments.some((one) => one['exchangeRate'] !== undefined);
  const { precedingInvoices, precedingRouteNumbers } = readCorrected(fa);
  const footer = root.inside('Stopka');
  const { payee, delivery, isFactor, named } = readThirdParties(root, isDescribed(fa, 'BT-61'));
  readMembership(root.inside('Podmiot2'), named);
  const { dueDate, discount, instructions, prepaidDate, due, ...paid } = readPayment(
    fa,
    flip,
    withVat,
    isFactor ?? false,
  );
  readOrderValue(fa, lines, linesApart);
  const draft: Draft = {
    ...head,
    ...lines,
    dueDate,
    notes: readNotes(footer),
    vatCurrency: isRated ? 'PLN' : undefined,
    ...readConditions(fa),
    precedingInvoices,
    seller: { ...readSeller(root.inside('Podmiot1')), companyId: readRegister(footer) },
    buyer,
    payee,
    delivery: readDelivery(fa, delivery),
    taxRepresentative: readTaxRepresentative(root),
    payment: instructions,
    vatBreakdown,
    totals: {
      lines: sumOfLines(lines.lines, linesApart, kind),
      withoutVat: sum(vatBreakdown.map(({ taxableAmount }) => taxableAmount)),
      vat: sum(vatBreakdown.map(({ taxAmount }) => taxAmount)),
      withVat,
      due: due ?? withVat,
      ...paid,
    },
    extensions: {
      buyerTaxNumber: taxNumber,
      prepaidDate,
      vatExchangeRate: exchangeRate,
      precedingRouteNumbers,
      precedingTypeCodes: kind.precedingTypeCodes,
      advanceInvoices: readAdvanceInvoices(fa),
      correction: readCorrection(fa),
      isFactor,
      ...(linesApart.some((one) => Object.keys(one).length > 0) && { lines: linesApart }),
    },
  };
  const invoice = define(draft);
  readDescriptions(fa, invoice, discount);
  addMarks(invoice, {
    ...readAnnotations(fa, invoice as unknown as CompleteInvoice, context.isOneStopShop),
    ...readPartyMarks(root),
    ...readPaymentLink(fa),
    ...readAttachment(root),
    ...(named.length > 0 && { thirdParties: named }),
    ...(payments.length > 0 && { paymentsReceived: payments }),
  });
  addTaxInPln(invoice, readTaxInPln(fa, flip, invoice as unknown as CompleteInvoice));
  readBuyerLinks(root, fa, buyerLinks(invoice as unknown as CompleteInvoice));
  return invoice;
}

/** A line before a correction is taken from the sum. */
const sumOfLines = (
  lines: ReadLines['lines'],
  apart: ReadLines['extensions'],
  { typeCode }: ReadKind,
): Decimal =>
  sum(
    lines.map(({ netAmount }, index) =>
      sign(netAmount ?? ZERO, countsNegative(apart[index]?.state, typeCode)),
    ),
  );

/** Marks of the Polish form. */
function addMarks(invoice: Draft, marks: Draft): void {
  if (Object.keys(marks).length > 0) (invoice['extensions'] as Draft)['poland'] = marks;
}

/** BT-111: no VAT is zero zlotys at the rates of the payments, too. */
function addTaxInPln(invoice: Draft, stated: Decimal | undefined): void {
  const { totals, vatCurrency, extensions } = invoice as unknown as CompleteInvoice;
  const isRatedByPayments = vatCurrency !== undefined && extensions.vatExchangeRate === undefined;
  const vatInVatCurrency = stated ?? (isRatedByPayments && totals.vat.isZero() ? ZERO : undefined);
  if (vatInVatCurrency === undefined) return;
  invoice['vatCurrency'] = 'PLN';
  invoice['totals'] = { ...totals, vatInVatCurrency };
}

/** Whether a description states the number: that of a company is described if another one identifies the party. */
const isDescribed = (fa: ConsumingReader, term: TermId): boolean =>
  fa.all('DodatkowyOpis').some((one) => one.peek('Klucz')?.replace(/ \(.*\)$/, '') === keyOf(term));

/**
 * DodatkowyOpis of the whole invoice; keys of other programs stay unread.
 * @param discount the rest of the payment terms.
 */
function readDescriptions(fa: ConsumingReader, into: Draft, discount: string | undefined): void {
  if (discount !== undefined) into['paymentTerms'] = discount;
  for (const description of fa.all('DodatkowyOpis')) {
    const [key = '', value = ''] = [description.peek('Klucz'), description.peek('Wartosc')];
    if (description.peek('NrWiersza') !== undefined || !readPair(into, key, value, discount)) continue;
    description.text('Klucz');
    description.text('Wartosc');
  }
}

function readPair(into: Draft, key: string, value: string, discount: string | undefined): boolean {
  const extensions = into['extensions'] as Draft;
  if (key === TERMS_KEY && into['paymentTerms'] === discount) into['paymentTerms'] = (discount ?? '') + value;
  else if (key === BUYER_TAX_NUMBER_KEY && extensions['buyerTaxNumber'] === undefined)
    extensions['buyerTaxNumber'] = value;
  else return readDescription(DESCRIPTIONS, into, key, value);
  return true;
}

/** OkresFa and WarunkiTransakcji, the first contract and the first order. */
function readConditions(fa: ConsumingReader): Draft {
  const period = fa.inside('OkresFa');
  const conditions = fa.inside('WarunkiTransakcji');
  return {
    period: period && { start: period.text('P_6_Od'), end: period.text('P_6_Do') },
    contractReference: conditions?.all('Umowy')[0]?.text('NrUmowy'),
    orderReference: conditions?.all('Zamowienia')[0]?.text('NrZamowienia'),
  };
}

function readDelivery(fa: ConsumingReader, recipient: Draft | undefined): Draft | undefined {
  const date = fa.text('P_6');
  return date === undefined ? recipient : { ...recipient, date };
}

/** StopkaFaktury; a subject may open it. */
const readNotes = (footer: ConsumingReader | undefined): readonly Note[] =>
  (footer?.all('Informacje') ?? []).flatMap((one) => {
    const note = one.verbatim('StopkaFaktury');
    const [, subjectCode, text] = /^#([A-Z]{3})#(?=\s*\S)([^]*)$/.exec(note ?? '') ?? [];
    if (note === undefined) return [];
    return text === undefined || subjectCode === undefined ? [{ text: note }] : [{ subjectCode, text }];
  });

/** The first number of a register. */
function readRegister(footer: ConsumingReader | undefined): Identifier | undefined {
  const [register] = footer?.all('Rejestry') ?? [];
  const id = register?.text('KRS') ?? register?.text('REGON');
  return id === undefined ? undefined : { id };
}

/** Lists that every invoice has. */
const LISTS = [
  'notes',
  'precedingInvoices',
  'allowances',
  'charges',
  'vatBreakdown',
  'attachments',
  'lines',
] as const;

function withLists(draft: Draft): Draft {
  for (const list of LISTS) draft[list] ??= [];
  (draft['seller'] as Draft)['ids'] ??= [];
  if (draft['payment'] !== undefined) (draft['payment'] as Draft)['accounts'] ??= [];
  return draft;
}

/** Without members that have no value. */
const define = (draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const isGroup =
        typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
      return [[name, isGroup ? define(value as Draft) : value]];
    }),
  );
