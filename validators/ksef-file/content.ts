import { say } from '../vocabulary/message.ts';
import { isNip } from '../vocabulary/identifiers.ts';
import { locate } from '../engine/xml/location.ts';
import { stringValue } from '../engine/xml/values.ts';
import type { Breach, FileRule, KsefFile } from './file-rule.ts';
import { nodesAt } from './places.ts';

/** KSeF takes the invoice on this day at the earliest. Its page names P_1 of FA(3); whether P_4B of FA_RR(1) is held to it is unknown. */
function date({ document, check }: KsefFile): readonly Breach[] {
  const later = nodesAt(document, ['Fa', 'P_1']).filter((node) => {
    const day = stringValue(document, node).trim();
    return /^\d{4}-\d{2}-\d{2}$/.test(day) && day > check.today;
  });
  return later.map((node) => ({
    message: say('ksef-file.date-of-issue-p-1-is', { day: check.today }),
    term: 'BT-2',
    location: locate(document, node),
  }));
}

/** The elements whose check digit KSeF verifies, each with its term. */
const NIPS: readonly { readonly party: string; readonly id: string; readonly term?: string }[] = [
  { party: 'Podmiot1', id: 'NIP', term: 'BT-31' },
  { party: 'Podmiot2', id: 'NIP', term: 'BT-48' },
  { party: 'Podmiot3', id: 'NIP' },
  // A NIP and a number.
  { party: 'Podmiot3', id: 'IDWew' },
  { party: 'PodmiotUpowazniony', id: 'NIP' },
];

function nip({ document, check }: KsefFile): readonly Breach[] {
  return NIPS.flatMap(({ party, id, term }) =>
    nodesAt(document, [party, 'DaneIdentyfikacyjne', id])
      .filter((node) => hasWrongDigit(stringValue(document, node).trim()))
      .map((node) => ({
        severity: check.wrongNip,
        message:
          id === 'NIP'
            ? say('ksef-file.nip-is-mistyped', { party })
            : say('ksef-file.of-is-mistyped-its-check-digit', { name: id, element: party }),
        ...(term !== undefined && { term }),
        location: locate(document, node),
      })),
  );
}

/** The schema refuses a text that is no NIP at all; it takes the digits of every script, each by its value. */
const hasWrongDigit = (id: string): boolean =>
  /^\p{Nd}{10}(?:-|$)/u.test(id) && !isNip(id.replaceAll(/\p{Nd}/gu, valueOf).slice(0, 10));

/** The digits of a script follow one another from zero on, in Unicode without a gap. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Only the seller and the office know whether the seller has consented. */
function attachment({ document }: KsefFile): readonly Breach[] {
  return nodesAt(document, ['Zalacznik']).map((node) => ({
    severity: 'warning',
    message: say('ksef-file.ksef-takes-attachment-only-in-batch'),
    location: locate(document, node),
  }));
}

/** Rules about the content of the invoice. */
export const ABOUT_CONTENT: readonly FileRule[] = [
  { code: 'EI-KSEF-DATE', breaches: date },
  { code: 'EI-KSEF-NIP', breaches: nip },
  { code: 'EI-KSEF-ATTACHMENT', breaches: attachment },
];
