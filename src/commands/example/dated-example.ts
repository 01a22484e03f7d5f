import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { daysBetween, shiftDay } from './shift-day.ts';

/** A file of `examples/` as of today. */
export interface DatedExample {
  readonly text: string;
  readonly issueDate: string;
  readonly number: string;
}

const folder = (): string => join(realpathSync(projectFolder()), 'examples');

/** The month in which all examples were issued. A file with another date was edited. */
const MONTH_OF_EXAMPLES = /^2026-?10-?/;

/** The place of the issue date (BT-2): canonical JSON, exports of Business Central and Odoo, UBL, FA(3), CII. */
const ISSUE_DATE = [
  /"(?:issue_date|invoiceDate|creditMemoDate|invoice_date)": "([\d-]{10})"/,
  /<(?:cbc:IssueDate|P_1)>([\d-]{10})</,
  /<rsm:ExchangedDocument>[^]*?format="102">(\d{8})</,
];
/** The place of the number (BT-1); of an export of Odoo its name. */
const NUMBER = [
  /"number": "([^"]+)"/,
  /^  "name": "([^"]+)"/m,
  /<(?:cbc:ID|P_2)>([^<]+)</,
  /<rsm:ExchangedDocument>\s*<ram:ID>([^<]+)</,
];

/** The names of the examples: files of canonical JSON and finished XML. */
export const exampleNames = (): readonly string[] =>
  readdirSync(folder())
    .filter((file) => /\.(?:json|xml)$/.test(file))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();

/** @param name as `exampleNames` has it. */
export const datedExample = (name: string, now: Date): DatedExample | undefined =>
  dated(readFileSync(join(folder(), name.includes('.') ? name : `${name}.json`), 'utf8'), now);

/**
 * A file of `examples/` as of today; undefined if the file lies elsewhere, has no date (a PDF, a table), or its date was edited: then it is
 * sent as it is.
 */
export function datedFile(path: string, bytes: Uint8Array, now: Date): DatedExample | undefined {
  const isExample =
    realpathSync(path).startsWith(`${folder()}${sep}`) && /\.(?:json|xml)$/.test(basename(path));
  return isExample ? dated(new TextDecoder().decode(bytes), now) : undefined;
}

/**
 * The issue date becomes today, and all other dates keep their distance to it. The number gets the day, so that the same example of
 * another day is another invoice.
 */
function dated(text: string, now: Date): DatedExample | undefined {
  const written = firstOf(ISSUE_DATE, text);
  const number = firstOf(NUMBER, text);
  if (written === undefined || number === undefined || !MONTH_OF_EXAMPLES.test(written)) return undefined;
  const issueDate = now.toISOString().slice(0, 10);
  const days = daysBetween(written, issueDate);
  const ofToday = `${number}-${issueDate.slice(2).replaceAll('-', '')}`;
  const shifted = text
    .replaceAll(/(?<!\d)20\d\d-\d\d-\d\d(?!\d)/g, (day) => shiftDay(day, days))
    .replaceAll(/(?<=format="102">)\d{8}(?=<)/g, (day) => shiftDay(day, days));
  return { text: shifted.replaceAll(number, ofToday), issueDate, number: ofToday };
}

function firstOf(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const matchingText = pattern.exec(text)?.[1];
    if (matchingText !== undefined) return matchingText;
  }
  return undefined;
}
