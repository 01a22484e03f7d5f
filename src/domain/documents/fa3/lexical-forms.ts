import { COUNTRIES } from '../../invoice/codes/countries.ts';
import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { isLongerThan } from '../../vocabulary/text.ts';
import type { Fa3Element } from './element.ts';

/** Telefon. */
const MAX_PHONE = 16;

/** A longer number is left out: cut, it would be another one, and no invoice is refused for it. */
export const writtenPhone = (phone: string | undefined): string | undefined =>
  phone !== undefined && [...phone].length > MAX_PHONE ? undefined : phone;

/** A form that the schema requires of the content of an element. */
interface LexicalForm {
  readonly like: (text: string) => boolean;
  /** The form, in words for the caller. */
  readonly says: Text;
}

const upTo = (most: number): LexicalForm => ({
  like: (text) => !isLongerThan(text, most),
  says: say('fa3.at-most-characters', { n: most }),
});

const like = (pattern: RegExp, says: Text): LexicalForm => ({ like: (text) => pattern.test(text), says });

/** TKwotowy. */
const AMOUNT = like(
  /^-?(?:[1-9]\d{0,15}|0)(?:\.\d{1,2})?$/,
  say('fa3.amounts-of-at-most-16-digits-before-point'),
);
const PRICE = like(/^-?(?:[1-9]\d{0,13}|0)(?:\.\d{1,8})?$/, say('fa3.at-most-14-digits-before-point-and-8'));
/** TProcentowy: nine digits, six of them after the point. Canonical percentages are not negative. */
const PERCENT: LexicalForm = {
  like: (text) => /^\d{1,3}(?:\.\d{1,6})?$/.test(text) && Number(text) <= 100,
  says: say('fa3.percentages-up-to-100-with-at-most-6'),
};
const SIX_DECIMALS = like(
  /^-?(?:[1-9]\d{0,15}|0)(?:\.\d{1,6})?$/,
  say('fa3.at-most-16-digits-before-point-and-6'),
);
const NIP = like(/^[1-9](?:\d[1-9]|[1-9]\d)\d{7}$/, say('fa3.nip-of-ten-digits'));
const days = (first: string): LexicalForm => ({
  like: (text) => text >= first && text <= '2050-01-01',
  says: say('fa3.days-from-to-2050-01-01', { value: first }),
});
const TAX_DAY = days('2006-01-01');
const PAYMENT_DAY = days('2016-07-01');

/** A KSeF number: NIP, day of acceptance, two parts of six hexadecimal digits (with a dash between them in KSeF 1.0), check digits. */
const KSEF_NUMBER = like(
  /^(?:[1-9](?:\d[1-9]|[1-9]\d)\d{7}|M\d{9}|[A-Z]{3}\d{7})-(?:20[2-9]|2[1-9]\d|[3-9]\d\d)\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/,
  say('fa3.ksef-number-such-as-5265877635-20250916-0200a0d6723e-c2'),
);

/** TKodKraju: those of EN 16931, Kosovo under its own code, Ceuta and Melilla. The country of a number may be any two letters. */
const KNOWN_COUNTRIES: ReadonlySet<string> = new Set(
  [...COUNTRIES, 'XK', 'XC', 'XL'].filter((code) => code !== '1A'),
);
/** Codes of the ISO list that the ministry's list lacks. */
const UNKNOWN_CURRENCIES = ['CNH', 'SLE', 'STD', 'VED', 'XTS', 'ZWG'];
/** By element; every other text has at most 256 characters (TZnakowy). Texts that do not come from the caller need no form. */
export const LEXICAL_FORMS: Readonly<Record<string, LexicalForm>> = {
  NIP,
  Nazwa: upTo(512),
  AdresL1: upTo(512),
  AdresL2: upTo(512),
  P_7: upTo(512),
  P_7Z: upTo(512),
  Indeks: upTo(50),
  IndeksZ: upTo(50),
  UU_ID: upTo(50),
  UU_IDZ: upTo(50),
  NrID: {
    like: (text) => text !== '' && !isLongerThan(text, 50),
    says: say('fa3.characters-behind-country', { n: 50 }),
  },
  GTIN: upTo(20),
  GTINZ: upTo(20),
  StopkaFaktury: upTo(3500),
  ZNaglowek: upTo(512),
  Akapit: upTo(512),
  Opis: upTo(512),
  Telefon: upTo(MAX_PHONE),
  Email: like(/^(?=.{3,255}$).[^@]*@./su, say('fa3.e-mail-address-of-at-most-255-characters')),
  NrVatUE: like(/^[0-9A-Z+*]{1,12}$/, say('fa3.at-most-12-digits-and-capitals-behind-country')),
  NrRB: like(/^.{10,34}$/su, say('fa3.account-numbers-of-10-to-34-characters')),
  LinkDoPlatnosci: like(
    /^(?=.{1,512}$)https?:\/\/(?:[a-zA-Z0-9][a-zA-Z0-9-]*\.)+[a-zA-Z]{2,}(?::\d{1,5})?(?:\/[^ ?#]*)?\?(?:[^# ]*&)?IPKSeF=\d{3}[a-zA-Z0-9]{10}(?:&[^# ]*)?(?:#.*)?$/su,
    say('fa3.link-of-at-most-512-characters-with-ipksef'),
  ),
  IPKSeF: like(/^\d{3}[a-zA-Z0-9]{10}$/, say('fa3.payment-identifier-of-three-digits-and-ten-letters')),
  SWIFT: like(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, say('fa3.bic-of-8-or-11-characters')),
  NrKSeFFaKorygowanej: KSEF_NUMBER,
  NrKSeFFaZaliczkowej: KSEF_NUMBER,
  KodKraju: {
    like: (text) => KNOWN_COUNTRIES.has(text),
    says: say('fa3.countries-of-list-of-ministry'),
  },
  KodWaluty: {
    like: (text) => !UNKNOWN_CURRENCIES.includes(text),
    says: say('fa3.currencies-of-list-of-ministry'),
  },
  P_1: TAX_DAY,
  P_6: TAX_DAY,
  P_6_Od: TAX_DAY,
  P_6_Do: TAX_DAY,
  P_6A: TAX_DAY,
  P_22A: TAX_DAY,
  P_6Z: TAX_DAY,
  DataWystFaKorygowanej: TAX_DAY,
  Termin: PAYMENT_DAY,
  DataZaplaty: PAYMENT_DAY,
  DataZaplatyCzesciowej: PAYMENT_DAY,
  P_8B: SIX_DECIMALS,
  P_8BZ: SIX_DECIMALS,
  KursWaluty: SIX_DECIMALS,
  KursWalutyZ: SIX_DECIMALS,
  KursWalutyZW: SIX_DECIMALS,
  P_12_XII: PERCENT,
  P_12Z_XII: PERCENT,
  Udzial: PERCENT,
  P_9A: PRICE,
  P_9AZ: PRICE,
  P_9B: PRICE,
  P_10: PRICE,
  P_11: AMOUNT,
  P_11A: AMOUNT,
  P_11NettoZ: AMOUNT,
  P_11VatZ: AMOUNT,
  P_15: AMOUNT,
  P_15Z: AMOUNT,
  P_15ZK: AMOUNT,
  WartoscZamowienia: AMOUNT,
  Kwota: AMOUNT,
  SumaObciazen: AMOUNT,
  SumaOdliczen: AMOUNT,
  DoZaplaty: AMOUNT,
  KwotaZaplatyCzesciowej: AMOUNT,
};
const TEXT = upTo(256);

const formOf = (name: string): LexicalForm => LEXICAL_FORMS[name] ?? (/^P_1[34]_/.test(name) ? AMOUNT : TEXT);

/** How often an element may occur beside itself. */
const MOST: readonly (readonly [name: string, most: number])[] = [
  ['FaWiersz', 10_000],
  ['ZamowienieWiersz', 10_000],
  ['DodatkowyOpis', 10_000],
  ['RachunekBankowy', 100],
  ['RachunekBankowyFaktora', 20],
  ['Podmiot3', 100],
  ['DaneFaKorygowanej', 50_000],
  ['NowySrodekTransportu', 10_000],
];

/** An element that the schema does not allow as it is. */
export interface Misfit {
  readonly element: Fa3Element;
  readonly says: Text;
}

/** All of a document. */
export function misfits(element: Fa3Element, matchingMisfits: Misfit[] = []): readonly Misfit[] {
  const { name, text, origin, elements } = element;
  if (origin && elements.length === 0) {
    const form = formOf(name);
    if (!form.like(text)) matchingMisfits.push({ element, says: form.says });
  }
  for (const inner of elements) misfits(inner, matchingMisfits);
  for (const [many, most] of MOST) {
    if (elements.length <= most) continue;
    const tooMany = elements.filter((inner) => inner.name === many)[most];
    if (tooMany) matchingMisfits.push({ element: tooMany, says: say('fa3.of-these', { n: most }) });
  }
  return matchingMisfits;
}
