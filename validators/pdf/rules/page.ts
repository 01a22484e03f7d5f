import { say } from '../../vocabulary/message.ts';
import { breach, type CheckedPdf, type PdfBreach, type PdfRule } from '../pdf-rule.ts';
import { shownText, withoutBlanks } from './shown-text.ts';
import { textAt } from './specification.ts';

export const ON_THE_PAGE: PdfRule = { number: 16, breaches: notShown };

const DOCUMENT = 'rsm:ExchangedDocument';
const SUMS =
  'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementHeaderMonetarySummation';

/** Fewer letters are a scan without text, or letters without a meaning: only a person can compare the page with the invoice. */
const MIN_LETTERS = 10;

/** The contents that a reader of the page looks at first: number, date and total. */
function notShown({ pdf, root }: CheckedPdf): readonly PdfBreach[] {
  const text = shownText(pdf.file, pdf.document.drawn.texts).toLowerCase();
  if (text.length < MIN_LETTERS) return [breach(say('pdf.pages-have-no-text-that-can'))];
  const shows = (forms: readonly string[]): boolean =>
    forms.length === 0 || forms.some((form) => text.includes(withoutBlanks(form).toLowerCase()));
  const number = textAt(root, `${DOCUMENT}/ram:ID`);
  const date = textAt(root, `${DOCUMENT}/ram:IssueDateTime/udt:DateTimeString`);
  const total = textAt(root, `${SUMS}/ram:GrandTotalAmount`);
  return [
    ...(shows(number ? [number] : []) ? [] : [breach(say('pdf.pages-do-not-show-number-of', { number }))]),
    ...(shows(formsOfDate(date)) ? [] : [breach(say('pdf.pages-do-not-show-date-of'))]),
    ...(shows(formsOfAmount(total)) ? [] : [breach(say('pdf.pages-do-not-show-total-of'))]),
  ];
}

const LANGUAGES = ['de', 'en', 'fr', 'pl', 'ro', 'it', 'es', 'nl'];

/** 5 October 2026: in figures in each order, and with the month's name, long and short, in the languages of the routes. */
function formsOfDate(date: string | undefined): readonly string[] {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(date ?? '') ?? [];
  if (year === '') return [];
  const [d, m, yy] = [String(Number(day)), String(Number(month)), year.slice(2)];
  const days = [day, d];
  const figures = ['.', '/', '-'].flatMap((sign) =>
    [
      ...days.flatMap((one) =>
        [month, m].flatMap((other) => [
          [one, other, year],
          [other, one, year],
          [one, other, yy],
        ]),
      ),
      [year, month, day],
    ].map((parts) => parts.join(sign)),
  );
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((form) => monthsOf(at, language, form)),
  );
  const named = names.flatMap((name) =>
    days.flatMap((one) => [`${one}${name}`, `${one}.${name}`, `${name}${one}`, `${one}de${name}`]),
  );
  return [...figures, `${year}${month}${day}`, ...named];
}

/** Alone and beside a day: Polish and other languages have two forms. */
function monthsOf(at: Date, language: string, month: 'long' | 'short'): readonly string[] {
  const name = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      .formatToParts(at)
      .find(({ type }) => type === 'month')?.value ?? '';
  return [name({ month }), name({ month, day: 'numeric', year: 'numeric' })];
}

const grouped = (whole: string, sign: string): string =>
  whole.replaceAll(/\d/g, (digit, at: number) =>
    at > 0 && (whole.length - at) % 3 === 0 ? sign + digit : digit,
  );

/** 1234.50: with a point or a comma for cents, and a point, a comma, an apostrophe or nothing between thousands. */
function formsOfAmount(amount: string | undefined): readonly string[] {
  const [, whole = '', cents = ''] = /^[+-]?(\d+)(?:\.(\d+))?$/.exec(amount ?? '') ?? [];
  if (whole === '') return [];
  const thousands = ['', '.', ',', "'", '’'].map((sign) => grouped(whole, sign));
  const fraction = cents.padEnd(2, '0').slice(0, Math.max(2, cents.replace(/(?<!0)0+$/, '').length));
  const forms = thousands.flatMap((text) => [`${text},${fraction}`, `${text}.${fraction}`]);
  return /^0*$/.test(cents) ? [...forms, ...thousands] : forms;
}
