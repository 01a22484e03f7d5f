import { COMMON_WORDS, type RailWord } from '../../../domain/delivery/rail-word.ts';

const refused = { meaning: 'refused', code: 'ANAF-UPLOAD', owner: 'erp' } as const;
const rights = { code: 'ANAF-RIGHTS', owner: 'client' } as const;
const passing = { meaning: 'not-taken', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;
const open = { meaning: 'unclear', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;
const wrongCall = { sign: 'HTTP 400', ...refused, owner: 'us' } as const;

/** Everything that ANAF can say, and what it means. */
export const ANAF_WORDS = {
  ...COMMON_WORDS,
  taken: {
    sign: 'ExecutionStatus 0',
    meaning: 'held',
    message: 'ANAF holds the invoice and is checking it.',
  },
  inProgress: { sign: 'in prelucrare', meaning: 'held', message: 'ANAF is checking the invoice.' },
  accepted: { sign: 'ok', meaning: 'accepted', message: 'ANAF has accepted the invoice.' },
  acceptedBefore: {
    sign: 'nok, sent before',
    meaning: 'accepted',
    message: 'ANAF had accepted the invoice from an earlier try.',
  },
  invalid: {
    ...refused,
    sign: 'nok',
    message: 'ANAF finds the invoice invalid.',
    fixHint: 'Correct what the message names and send the invoice again.',
  },
  notTaken: {
    sign: 'XML cu erori nepreluat de sistem',
    meaning: 'refused',
    code: 'ANAF-NOT-TAKEN',
    owner: 'erp',
    message: 'ANAF could not read the file.',
  },
  duplicate: {
    sign: 'nok, other content',
    meaning: 'refused',
    code: 'ANAF-DUPLICATE',
    owner: 'us',
    message: 'ANAF holds another invoice under this number.',
  },
  receipt: { sign: 'downloaded', meaning: 'receipt', message: "ANAF's signed answer." },
  noReceipt: {
    sign: 'no download id',
    meaning: 'cannot-tell',
    message: 'ANAF has named no answer to fetch.',
  },

  noSeller: {
    ...refused,
    sign: 'no-cif',
    message: 'The document names no Romanian tax number (CIF) of whoever issues it.',
    fixHint: "Enter the seller's VAT number (RO…) or tax number.",
  },
  unreadable: { ...refused, sign: 'invalid file', message: 'ANAF cannot read the file.' },
  tooLarge: { ...refused, sign: 'too large', message: 'The file is larger than ANAF takes (10 MB).' },
  wrongParameter: { ...refused, sign: 'wrong parameter', owner: 'us', message: 'ANAF refuses a parameter.' },
  badCall: { ...wrongCall, message: 'ANAF cannot read the call.' },
  unknownRefusal: {
    ...refused,
    sign: 'refused',
    meaning: 'not-taken-once',
    message: 'ANAF refuses the upload.',
  },
  noRight: {
    ...rights,
    sign: 'no right',
    meaning: 'refused',
    message: 'The log-in has no right to send for this company (CIF).',
    fixHint: "Have the authorisation entered in ANAF's SPV; then send the invoice again.",
  },
  // What ANAF holds may have been accepted: only the answer is out of reach.
  mayNotAsk: {
    ...rights,
    sign: 'no right to ask',
    meaning: 'unclear',
    message: 'The log-in has no right to ask for this invoice.',
    fixHint: "Have the authorisation entered in ANAF's SPV; the invoice goes on by itself.",
    caredForAtOnce: true,
    heals: true,
  },

  technical: { ...passing, sign: 'eroare tehnica', message: 'ANAF has failed for a technical reason.' },
  wrongPath: { ...passing, sign: 'HTTP 404', message: 'ANAF does not know the address that is called.' },
  logInFailed: { ...passing, sign: 'log-in', message: "ANAF's log-in does not answer as it should." },
  notUnderstood: { ...open, sign: 'not understood', message: 'The answer of ANAF cannot be read.' },
  unknownIndex: { sign: 'unknown index', meaning: 'not-held', message: 'ANAF does not know the index yet.' },
  notHeld: { sign: 'not-held', meaning: 'not-held', message: 'ANAF lists no such invoice.' },
  dayIsOver: {
    sign: 'S-au facut deja',
    meaning: 'later',
    message: 'ANAF takes no more of these calls today.',
  },
  opening: { sign: 'log-in under way', meaning: 'later', message: 'Another process is logging in.' },

  badReceipt: { ...open, sign: 'bad receipt', message: "ANAF's answer does not fit the invoice." },
} as const satisfies Record<string, RailWord>;

interface TextRow {
  readonly text: RegExp;
  readonly word: RailWord;
}

/** Refusals of an upload by their texts (the note, section 3): the first that fits. What no row knows may pass the second time. */
export const UPLOAD_TEXTS: readonly TextRow[] = [
  { text: /^A aparut o eroare tehnica/i, word: ANAF_WORDS.technical },
  { text: /S-au (?:facut|incarcat) deja|in cursul zile/i, word: ANAF_WORDS.dayIsOver },
  { text: /drept(?:ul)? in SPV|niciun CIF|Registrul/i, word: ANAF_WORDS.noRight },
  { text: /^Marime fisier/i, word: ANAF_WORDS.tooLarge },
  { text: /^Fisierul transmis nu este valid/i, word: ANAF_WORDS.unreadable },
  { text: /valoarea acceptata|Valorile acceptate|nu este un numar/i, word: ANAF_WORDS.wrongParameter },
  { text: /(?:)/, word: ANAF_WORDS.unknownRefusal },
];

/** What stands in place of an answer to a question (sections 4, 5 and 6). */
export const QUESTION_TEXTS: readonly TextRow[] = [
  { text: /^A aparut o eroare tehnica/i, word: ANAF_WORDS.technical },
  { text: /S-au (?:facut|incarcat) deja|in cursul zile/i, word: ANAF_WORDS.dayIsOver },
  { text: /Nu exista (?:factura|inregistrata)|nu exista inregistrata/i, word: ANAF_WORDS.unknownIndex },
  { text: /Nu aveti drept|niciun CIF/i, word: ANAF_WORDS.mayNotAsk },
  { text: /(?:)/, word: ANAF_WORDS.notUnderstood },
];

export const wordOf = (rows: readonly TextRow[], said: string): RailWord =>
  rows.find(({ text }) => text.test(said))?.word ?? ANAF_WORDS.notUnderstood;
