import { FA_RR_NAMESPACE } from 'en16931-rules/vocabulary/fa3-namespace.ts';
import { readDate } from 'en16931-rules/vocabulary/read-date.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import type { CompleteInvoice } from '../../invoice/en16931.ts';
import type { Partly } from '../../invoice/partly.ts';
import { ConsumingReader } from '../fa3/consuming-reader.ts';
import { expectForm, type Form } from '../fa3/read-form.ts';
import type { UnheldValues } from '../unheld.ts';
import { rrFacts } from './read-facts.ts';

type Shown = Partly<CompleteInvoice>;
type Reader = ConsumingReader | undefined;

const FORM: Form = { name: 'FA_RR', system: 'FA_RR (1)', version: '1-1E', variant: '1' };
const CREDIT_TRANSFER = '30';
const GTIN = '0160';
const CORRECTION = 'KOR_VAT_RR';

/** What the page of an invoice VAT RR shows, and what stays in the file. */
export interface RrReading {
  /** Its tax is the refund (P_11_2), at the rate of P_9, and has no VAT category. */
  readonly invoice: Shown;
  /** A correction has a name of its own. */
  readonly flatRate: 'invoice' | 'correction';
  readonly unheld: UnheldValues;
}

export function readRr(root: XmlElement): RrReading {
  const reader = new ConsumingReader(root, FA_RR_NAMESPACE);
  const invoice = readInvoice(reader, rrFacts(root));
  const body = reader.inside('FakturaRR');
  const flatRate = body?.expect('RodzajFaktury', CORRECTION) ? 'correction' : 'invoice';
  body?.expect('RodzajFaktury', 'VAT_RR');
  return { invoice, flatRate, unheld: reader.unheld() };
}

function readInvoice(root: ConsumingReader, facts: Shown): Shown {
  expectForm(root.inside('Naglowek'), FORM);
  const body = root.inside('FakturaRR');
  // Read as facts.
  for (const name of ['P_4B', 'P_4C', 'P_12_1', 'KodWaluty']) body?.text(name);
  const settled = body?.inside('Rozliczenie');
  settled?.number('DoZaplaty');
  const corrected = body?.all('DaneFaKorygowanej') ?? [];
  const reason = body?.text('PrzyczynaKorekty');
  const lines = body?.all('FakturaRRWiersz') ?? [];
  const before = lines.map((line) => line.expect('StanPrzed', '1'));
  const supplied = dateOf(body, 'P_4A');
  return {
    ...facts,
    seller: { ...facts.seller, ...partyOf(root.inside('Podmiot1')) },
    buyer: { ...facts.buyer, ...partyOf(root.inside('Podmiot2')) },
    ...(supplied !== undefined && { delivery: { date: supplied } }),
    precedingInvoices: corrected.map((one) => ({
      number: one.text('NrFaKorygowanej'),
      issueDate: dateOf(one, 'DataWystFaKorygowanej'),
    })),
    lines: lines.map(lineOf),
    totals: {
      ...facts.totals,
      withoutVat: body?.number('P_11_1'),
      vat: body?.number('P_11_2'),
      charges: settled?.number('SumaObciazen'),
      allowances: settled?.number('SumaOdliczen'),
    },
    payment: paymentOf(body?.inside('Platnosc')),
    notes: notesOf(root, body),
    extensions: {
      precedingRouteNumbers: corrected.map((one) => one.text('NrKSeFFaKorygowanej')),
      ...(reason !== undefined && { correction: { reason } }),
      poland: { placeOfIssue: body?.text('P_1M') },
      lines: lines.map((line, index) => ({
        ...(before[index] ? { state: 'before' as const } : before[index - 1] && { state: 'after' as const }),
        poland: { pkwiu: line.text('PKWiU'), cn: line.text('CN') },
      })),
    },
  };
}

function lineOf(line: ConsumingReader): NonNullable<Shown['lines']>[number] {
  const gtin = line.text('GTIN');
  return {
    id: line.text('NrWierszaFa'),
    name: line.text('P_5'),
    description: line.text('P_6C'),
    quantity: line.number('P_6B'),
    unit: line.text('P_6A'),
    unitPrice: line.number('P_7'),
    netAmount: line.number('P_8'),
    vatRate: line.number('P_9'),
    ...(gtin !== undefined && { standardItemId: { id: gtin, scheme: GTIN } }),
  };
}

function partyOf(party: Reader) {
  const id = party?.inside('DaneIdentyfikacyjne');
  const address = party?.inside('Adres');
  const contact = party?.inside('DaneKontaktowe');
  return {
    name: id?.text('Nazwa'),
    vatId: id?.text('NIP'),
    address: {
      street: address?.text('AdresL1'),
      line2: address?.text('AdresL2'),
      country: address?.text('KodKraju'),
    },
    contact: { phone: contact?.text('Telefon'), email: contact?.text('Email') },
  };
}

/** To the farmer's account. */
const paymentOf = (payment: Reader): Shown['payment'] => ({
  ...(payment?.expect('FormaPlatnosci', '1') && { meansCode: CREDIT_TRANSFER }),
  meansText: payment?.text('OpisPlatnosci'),
  accounts: (payment?.all('RachunekBankowy1') ?? []).map((account) => ({
    id: account.text('NrRB'),
    bic: account.text('SWIFT'),
  })),
});

/** The amount in words, the descriptions and the footer. */
const notesOf = (root: ConsumingReader, body: Reader): NonNullable<Shown['notes']> =>
  [
    body?.text('P_12_2'),
    ...(body?.all('DodatkowyOpis') ?? []).map(
      (one) => `${one.text('Klucz') ?? ''}: ${one.text('Wartosc') ?? ''}`,
    ),
    ...(root.inside('Stopka')?.all('Informacje') ?? []).map((one) => one.text('StopkaFaktury')),
  ].flatMap((one) => (one === undefined ? [] : [{ text: one }]));

/** A text that is no day is left. */
function dateOf(parent: Reader, name: string) {
  const date = readDate(parent?.peek(name) ?? '', 'YYYY-MM-DD');
  if (date !== undefined) parent?.text(name);
  return date;
}
