import { escape, type Reply, xml } from '../network.ts';
import type { Context } from './bearers.ts';
import { formFacts } from './forms.ts';
import type { SentInvoice } from './invoices.ts';
import { sha256 } from './keys.ts';
import type { Session } from './sessions.ts';
import { instant } from './warsaw.ts';

const CONTEXTS: Readonly<Record<Context['type'], string>> = {
  Nip: 'Nip',
  InternalId: 'IdWewnetrzny',
  NipVatUe: 'IdZlozonyVatUE',
  PeppolId: 'IdDostawcyUslugPeppol',
};

/** The receipt (UPO 4-3) of one invoice. */
export const invoiceUpo = (session: Session, invoice: SentInvoice): string => upo(session, [invoice], '');

/** The receipt of a session: all its accepted invoices on one page. */
export function sessionUpo(session: Session, accepted: readonly SentInvoice[]): string {
  const pages = element('Strona', '1') + element('LiczbaStron', '1');
  const range = element('ZakresDokumentowOd', '1') + element('ZakresDokumentowDo', String(accepted.length));
  const total = element('CalkowitaLiczbaDokumentow', String(accepted.length));
  return upo(session, accepted, `<OpisPotwierdzenia>${pages}${range}${total}</OpisPotwierdzenia>`);
}

function upo(session: Session, accepted: readonly SentInvoice[], description: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<Potwierdzenie xmlns="http://upo.schematy.mf.gov.pl/KSeF/v4-3">' +
    element('NazwaPodmiotuPrzyjmujacego', 'Ministerstwo Finansów') +
    element('NumerReferencyjnySesji', session.reference) +
    logIn(session) +
    description +
    element('NazwaStrukturyLogicznej', formFacts(session.form).schema) +
    element('KodFormularza', formFacts(session.form).code.systemCode) +
    accepted.map(document).join('') +
    '</Potwierdzenie>\n'
  );
}

function logIn({ context, proof }: Session): string {
  const who = element(CONTEXTS[context.type], context.value);
  const how =
    'tokenReference' in proof
      ? element('NumerReferencyjnyTokenaKSeF', proof.tokenReference)
      : element('SkrotDokumentuUwierzytelniajacego', proof.documentHash);
  return `<Uwierzytelnienie><IdKontekstu>${who}</IdKontekstu>${how}</Uwierzytelnienie>`;
}

const document = (invoice: SentInvoice): string =>
  '<Dokument>' +
  element('NipSprzedawcy', invoice.sellerNip ?? '') +
  element('NumerKSeFDokumentu', invoice.ksefNumber ?? '') +
  element('NumerFaktury', invoice.number ?? '') +
  element('DataWystawieniaFaktury', invoice.issueDate ?? '') +
  element('DataPrzeslaniaDokumentu', instant(invoice.receivedAt)) +
  element('DataNadaniaNumeruKSeF', instant(invoice.endsAt)) +
  element('SkrotDokumentu', invoice.hash) +
  element('TrybWysylki', invoice.mode ?? 'Online') +
  '</Dokument>';

const element = (name: string, text: string): string => `<${name}>${escape(text)}</${name}>`;

/** XML with its own hash as a header. */
export function hash(content: string | Buffer): Reply {
  const body = Buffer.from(content);
  const { headers } = xml(200, '');
  return { status: 200, headers: { ...headers, 'x-ms-meta-hash': sha256(body) }, body };
}
