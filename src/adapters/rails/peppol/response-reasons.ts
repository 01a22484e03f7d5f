import { rowOf } from '../../../domain/vocabulary/row-of.ts';
import type { Words } from '../../../ports/rail/route-messages.ts';
import { quoted, quotedName } from '../../../domain/vocabulary/quoted.ts';
import { all, type Element, textAt } from '../../xml/xml-tree.ts';

/** Why a buyer or receiver gives its answer, and what it asks for (BIS 63, MLS 1.0). */
export interface Reason {
  readonly code: string;
  /** `OPStatusReason` or `OPStatusAction`; empty if the message does not tell. */
  readonly list: string;
  readonly text?: string;
  /** The part of the invoice that it is about: a business term or a path in the document. */
  readonly about: readonly { readonly place: string; readonly text?: string }[];
}

const MAX_REASONS = 20;
const MAX_MESSAGE_LENGTH = 1000;

/** Each `Status` beside a response code. */
export const reasonsOf = (from: Element, path: string): readonly Reason[] =>
  all(from, `${path}/Status`)
    .slice(0, MAX_REASONS)
    .flatMap((status) => {
      const [code] = all(status, 'StatusReasonCode');
      const text = textAt(status, 'StatusReason');
      const about = all(status, 'Condition').flatMap((condition) => {
        const place = textAt(condition, 'AttributeID');
        const words = textAt(condition, 'Description');
        return place === undefined ? [] : [{ place, ...(words !== undefined && { text: words }) }];
      });
      if (!code && text === undefined) return [];
      const list = code?.attributes.get('listID') ?? '';
      return [{ code: code?.text ?? '', list, about, ...(text !== undefined && { text }) }];
    });

/** Each line of an MLS, with its path. */
export const lineReasons = (from: Element, path: string): readonly Reason[] =>
  all(from, `${path}/LineResponse`)
    .slice(0, MAX_REASONS)
    .flatMap((line) => {
      const place = textAt(line, 'LineReference/LineID');
      const text = textAt(line, 'Response/Description');
      const about = place === undefined || place === 'NA' ? [] : [{ place }];
      const codes = all(line, 'Response/Status/StatusReasonCode').map((code) => code.text);
      return codes.map((code) => ({ code, list: '', about, ...(text !== undefined && { text }) }));
    });

/** For `route.raw`: codes and terms. Texts are in the finding: a text may quote the invoice. */
export function shownReasons(reasons: readonly Reason[]) {
  const withCode = reasons.filter(({ code }) => isCode(code));
  const actions = withCode.filter(({ list }) => list === 'OPStatusAction').map(({ code }) => code);
  const terms = withCode.flatMap(({ about }) => about.map(({ place }) => place)).filter(isTerm);
  return {
    reasons: withCode.map(({ code }) => code),
    ...(actions.length > 0 && { actions }),
    ...(terms.length > 0 && { terms }),
  };
}

const isCode = (text: string): boolean => /^[A-Z]{2,4}$/.test(text);
const isTerm = (text: string): boolean => /^B[TG]-\d{1,3}(-\d)?$/.test(text);

/** Action codes of `OPStatusAction` in BIS 63. */
const ACTIONS: Readonly<Record<string, string>> = {
  NOA: 'no action is wanted',
  PIN: 'it wants information',
  NIN: 'it wants a new invoice',
  CNF: 'it wants a full credit note',
  CNP: 'it wants a credit note for a part',
  CNA: 'it wants a credit note for the amount',
  OTH: 'it wants something else',
};

/** A refusal as one text: reasons with their texts and terms, then what the buyer asks for. */
export function spoken(opening: string, reasons: readonly Reason[]): Words {
  const parts = reasons.map(({ code, list, text, about }) => {
    const isAction = list === 'OPStatusAction';
    const head = isAction ? `${rowOf(ACTIONS, code) ?? 'it wants'} (${nameOf(code)})` : nameOf(code);
    const places = about.map((part) => [nameOf(part.place), ...quoteText(part.text)].join(' '));
    return [head, ...quoteText(text), places.length > 0 ? `about ${places.join(', ')}` : undefined]
      .filter((part) => part !== undefined && part !== '')
      .join(': ');
  });
  const term = reasons.flatMap(({ about }) => about).find(({ place }) => isTerm(place))?.place;
  return { message: join(opening, parts), ...(term !== undefined && { term }) };
}

/** An MLS as one text: its own text, then each line with its path. */
export const spokenLines = (opening: string, text: string | undefined, lines: readonly Reason[]): string =>
  join(opening, [
    ...quoteText(text),
    ...lines.map(({ code, text: reason, about: [first] }) =>
      [nameOf(code), ...quoteText(reason), ...(first ? [nameOf(first.place)] : [])].join(': '),
    ),
  ]);

const quoteText = (text: string | undefined): readonly string[] => (text === undefined ? [] : [quoted(text)]);
const nameOf = (code: string): string => (code === '' ? '' : quotedName(code));

/** Parts that the message has no room for are left out whole: a quotation has its end. */
function join(opening: string, parts: readonly string[]): string {
  let whole = opening.replace(/\.$/, '');
  for (const [at, part] of parts.entries()) {
    const longer = `${whole}${at === 0 ? ':' : ';'} ${part}`;
    if (longer.length > MAX_MESSAGE_LENGTH) return `${whole}; ….`;
    whole = longer;
  }
  return `${whole}.`;
}
