import { FA_RR_NAMESPACE } from 'en16931-rules/vocabulary/fa3-namespace.ts';
import { readDate } from 'en16931-rules/vocabulary/read-date.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import type { CompleteInvoice } from '../../invoice/en16931.ts';
import type { Partly } from '../../invoice/partly.ts';
import { readNumber } from '../read-value.ts';
import { rrFacts } from './read-facts.ts';

type Shown = Partly<CompleteInvoice>;

const CREDIT_TRANSFER = '30';
const GTIN = '0160';

/** What the page of an invoice VAT RR shows. Its tax is the refund (P_11_2, P_10), at the rate of P_9, and has no VAT category. */
export function readRr(root: XmlElement): Shown {
  const facts = rrFacts(root);
  const body = first(root, 'FakturaRR');
  const number = (name: string) => numberOf(body, name);
  const settled = first(body, 'Rozliczenie');
  const corrected = all(body, 'DaneFaKorygowanej');
  const reason = text(body, 'PrzyczynaKorekty');
  const lines = all(body, 'FakturaRRWiersz');
  const before = lines.map((line) => text(line, 'StanPrzed') === '1');
  const supplied = dateOf(body, 'P_4A');
  return {
    ...facts,
    seller: { ...facts.seller, ...partyOf(first(root, 'Podmiot1')) },
    buyer: { ...facts.buyer, ...partyOf(first(root, 'Podmiot2')) },
    ...(supplied !== undefined && { delivery: { date: supplied } }),
    precedingInvoices: corrected.map((one) => ({
      number: text(one, 'NrFaKorygowanej'),
      issueDate: dateOf(one, 'DataWystFaKorygowanej'),
    })),
    lines: lines.map(lineOf),
    totals: {
      ...facts.totals,
      withoutVat: number('P_11_1'),
      vat: number('P_11_2'),
      charges: numberOf(settled, 'SumaObciazen'),
      allowances: numberOf(settled, 'SumaOdliczen'),
    },
    payment: paymentOf(first(body, 'Platnosc')),
    notes: notesOf(root, body),
    extensions: {
      precedingRouteNumbers: corrected.map((one) => text(one, 'NrKSeFFaKorygowanej')),
      ...(reason !== undefined && { correction: { reason } }),
      poland: { placeOfIssue: text(body, 'P_1M') },
      lines: lines.map((line, index) => ({
        ...(before[index] ? { state: 'before' as const } : before[index - 1] && { state: 'after' as const }),
        poland: { pkwiu: text(line, 'PKWiU'), cn: text(line, 'CN') },
      })),
    },
  };
}

/** A correction has a name of its own. */
export const isCorrection = (root: XmlElement): boolean =>
  text(first(root, 'FakturaRR'), 'RodzajFaktury') === 'KOR_VAT_RR';

function lineOf(line: XmlElement): NonNullable<Shown['lines']>[number] {
  const unit = text(line, 'P_6A');
  const gtin = text(line, 'GTIN');
  return {
    id: text(line, 'NrWierszaFa'),
    name: text(line, 'P_5'),
    description: text(line, 'P_6C'),
    quantity: numberOf(line, 'P_6B'),
    unit,
    unitPrice: numberOf(line, 'P_7'),
    netAmount: numberOf(line, 'P_8'),
    vatRate: numberOf(line, 'P_9'),
    ...(gtin !== undefined && { standardItemId: { id: gtin, scheme: GTIN } }),
  };
}

function partyOf(party: XmlElement | undefined) {
  const address = first(party, 'Adres');
  const contact = first(party, 'DaneKontaktowe');
  return {
    address: {
      street: text(address, 'AdresL1'),
      line2: text(address, 'AdresL2'),
      country: text(address, 'KodKraju'),
    },
    contact: { phone: text(contact, 'Telefon'), email: text(contact, 'Email') },
  };
}

/** To the farmer's account. */
const paymentOf = (payment: XmlElement | undefined): Shown['payment'] => ({
  ...(text(payment, 'FormaPlatnosci') === '1' && { meansCode: CREDIT_TRANSFER }),
  meansText: text(payment, 'OpisPlatnosci'),
  accounts: all(payment, 'RachunekBankowy1').map((account) => ({
    id: text(account, 'NrRB'),
    bic: text(account, 'SWIFT'),
  })),
});

/** The amount in words, the descriptions and the footer. */
const notesOf = (root: XmlElement, body: XmlElement | undefined): NonNullable<Shown['notes']> =>
  [
    text(body, 'P_12_2'),
    ...all(body, 'DodatkowyOpis').map((one) => `${text(one, 'Klucz') ?? ''}: ${text(one, 'Wartosc') ?? ''}`),
    ...all(first(root, 'Stopka'), 'Informacje').map((one) => text(one, 'StopkaFaktury')),
  ].flatMap((one) => (one === undefined ? [] : [{ text: one }]));

const all = (parent: XmlElement | undefined, name: string): readonly XmlElement[] =>
  (parent?.elements ?? []).filter((child) => child.name === `{${FA_RR_NAMESPACE}}${name}`);
const first = (parent: XmlElement | undefined, name: string): XmlElement | undefined =>
  parent?.elements.find((child) => child.name === `{${FA_RR_NAMESPACE}}${name}`);
const text = (parent: XmlElement | undefined, name: string): string | undefined =>
  first(parent, name)?.text.trim() || undefined;
const numberOf = (parent: XmlElement | undefined, name: string) => readNumber(text(parent, name) ?? '');
const dateOf = (parent: XmlElement | undefined, name: string) =>
  readDate(text(parent, name) ?? '', 'YYYY-MM-DD');
