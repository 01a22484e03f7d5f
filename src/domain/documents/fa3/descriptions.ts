import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { TERMS, type TermId } from '../../invoice/terms.ts';
import { hasForm } from './payment-forms.ts';
import { registerOf } from './footer.ts';
import { identifiesBuyer, isPersonal } from './tax-ids.ts';
import { identifiesPayee, isPersonalOfPayee } from './third-parties.ts';
import { hasDayOfPayment } from './advance-day.ts';
import { modelKind } from './kinds.ts';

/** A term without an element in FA(3), which goes into DodatkowyOpis under a key of ours. */
export interface Description {
  /** Klucz. */
  readonly key: string;
  readonly term: TermId;
  /** Names of the members that lead to it, from the invoice or, for a term of a line, from the line; `name[]` of a list. */
  readonly way: readonly string[];
  /** Members that follow the key in brackets: the scheme of an identifier, or what tells one entry from another. */
  readonly besides: readonly string[];
  /**
   * True if it has another place in this invoice.
   * @param entry that holds the term.
   */
  readonly unless?: (invoice: CompleteInvoice, entry: Readonly<Record<string, unknown>>) => boolean;
}

const row = (
  key: string,
  term: TermId,
  besides: readonly TermId[] = [],
  unless?: Description['unless'],
): Description => ({
  key,
  term,
  way: wayTo(term),
  besides: besides.map((one) => wayTo(one).at(-1) ?? ''),
  ...(unless && { unless }),
});

/** Terms of the whole invoice. */
export const DESCRIPTIONS: readonly Description[] = [
  row('Data obowiązku podatkowego', 'BT-7'),
  row('Kod daty obowiązku podatkowego', 'BT-8'),
  row('Numer referencyjny nabywcy', 'BT-10'),
  row('Projekt', 'BT-11'),
  row('Zamówienie sprzedaży', 'BT-14'),
  row('Potwierdzenie odbioru', 'BT-15'),
  row('Przetarg', 'BT-17'),
  row('Przedmiot fakturowania', 'BT-18', ['BT-18-1']),
  row('Konto nabywcy', 'BT-19'),
  row('Poprzednia faktura', 'BT-25', ['BT-26'], (invoice) => modelKind(invoice).isCorrection),
  row('Nazwa handlowa sprzedawcy', 'BT-28'),
  row('Identyfikator sprzedawcy', 'BT-29', ['BT-29-1']),
  row(
    'Numer rejestrowy sprzedawcy',
    'BT-30',
    ['BT-30-1'],
    ({ seller }) =>
      registerOf(seller) !== undefined || isPersonal(seller.companyId?.id, seller.address?.country),
  ),
  row(
    'Numer podatkowy sprzedawcy',
    'BT-32',
    [],
    ({ seller }) => seller.vatId === undefined || isPersonal(seller.taxNumber, seller.address?.country),
  ),
  row('Dane rejestrowe sprzedawcy', 'BT-33'),
  row('Osoba kontaktowa sprzedawcy', 'BT-41'),
  row('Nazwa handlowa nabywcy', 'BT-45'),
  row('Identyfikator nabywcy', 'BT-46', ['BT-46-1'], ({ buyer }) => buyer.id?.scheme === undefined),
  row(
    'Numer rejestrowy nabywcy',
    'BT-47',
    ['BT-47-1'],
    (invoice) =>
      identifiesBuyer('companyId', invoice) ||
      isPersonal(invoice.buyer.companyId?.id, invoice.buyer.address?.country),
  ),
  row('Osoba kontaktowa nabywcy', 'BT-56'),
  row(
    'Identyfikator odbiorcy płatności',
    'BT-60',
    ['BT-60-1'],
    ({ payee }) => identifiesPayee('id', payee) || isPersonalOfPayee(payee?.id),
  ),
  row(
    'Numer rejestrowy odbiorcy płatności',
    'BT-61',
    ['BT-61-1'],
    ({ payee }) => identifiesPayee('companyId', payee) || isPersonalOfPayee(payee?.companyId),
  ),
  row('Miejsce dostawy', 'BT-71', ['BT-71-1']),
  row('Data dostawy', 'BT-72', [], (invoice) => invoice.period === undefined && !hasDayOfPayment(invoice)),
  row('Forma płatności', 'BT-82', [], ({ payment }) => !hasForm(payment?.meansCode)),
  row('Tytuł płatności', 'BT-83'),
  row('Karta płatnicza', 'BT-87'),
  row('Posiadacz karty', 'BT-88'),
  row('Mandat polecenia zapłaty', 'BT-89'),
  row('Identyfikator wierzyciela', 'BT-90'),
  row('Rachunek obciążany', 'BT-91'),
  row('Podstawa stawki', 'BT-120', ['BT-118'], (_, { category }) => category === 'E'),
  row('Kod podstawy stawki', 'BT-121', ['BT-118'], (_, { category }) => category === 'E'),
  row('Załącznik', 'BT-122'),
  row('Opis załącznika', 'BT-123', ['BT-122']),
  row('Adres załącznika', 'BT-124', ['BT-122']),
];

/** GTIN among the schemes of ISO 6523. */
export const GTIN = '0160';

/** Terms of a line, beside its number. */
export const LINE_DESCRIPTIONS: readonly Description[] = [
  row('Uwagi', 'BT-127'),
  row('Przedmiot fakturowania', 'BT-128', ['BT-128-1']),
  row('Pozycja zamówienia', 'BT-132'),
  row('Konto nabywcy', 'BT-133'),
  row('Okres od', 'BT-134', [], isOneDay),
  row('Okres do', 'BT-135', [], isOneDay),
  row('Rabat w cenie', 'BT-147'),
  row('Cena przed rabatem', 'BT-148'),
  row('Kod towaru nabywcy', 'BT-156'),
  row('Kod towaru', 'BT-157', ['BT-157-1'], (_, { scheme }) => scheme === GTIN),
  row('Klasyfikacja', 'BT-158', ['BT-158-1', 'BT-158-2']),
  row('Kraj pochodzenia', 'BT-159'),
  row('Cecha', 'BT-161', ['BT-160']),
];

/** P_6A is one day; a line of an order has none. */
function isOneDay(invoice: CompleteInvoice, { start, end }: Readonly<Record<string, unknown>>): boolean {
  return start !== undefined && start === end && !modelKind(invoice).isOrder;
}

function wayTo(term: TermId): readonly string[] {
  return TERMS[term].path.replace(/^lines\[\]\./, '').split('.');
}

/** The key of a term of the whole invoice. */
export const keyOf = (term: TermId): string => DESCRIPTIONS.find((one) => one.term === term)?.key ?? '';
