import { say, sentences, type Text, withStrings } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { ACTION_WORDS, REASON_WORDS } from '../../../domain/documents/invoice-response/words.ts';
import type { Words } from '../../../ports/rail/route-messages.ts';
import { quoted, quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import { type BuyerStatus, isAsking } from '../../../domain/vocabulary/buyer-status.ts';
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
const OPENING_LENGTH = 100;

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

/** A buyer who refuses or asks says why, or gives no reason. */
export function saidWith(status: BuyerStatus, reasons: readonly Reason[]): { readonly words?: Words } {
  if (status === 'refused') return { words: spoken(say('networks-peppol.buyer-refuses-invoice'), reasons) };
  if (!isAsking(status)) return {};
  if (reasons.length === 0) return { words: { message: say('networks.buyer-gives-no-reason') } };
  return { words: spoken(say('networks-peppol.buyer-asks-about-invoice'), reasons) };
}

/** A rejection as one text: reasons with their texts and terms, then what the buyer asks for. */
function spoken(opening: Text, reasons: readonly Reason[]): Words {
  const parts = reasons.map(({ code, list, text, about }) => {
    const head = list === 'OPStatusAction' ? actionOf(code) : reasonOf(code, list);
    const places = about.map((part) => sentences(nameOf(part.place), ...quoteText(part.text)));
    return joined([
      head,
      ...quoteText(text),
      ...(places.length === 0 ? [] : [say('networks-peppol.about', { value: inRow(places, 'next-place') })]),
    ]);
  });
  const term = reasons.flatMap(({ about }) => about).find(({ place }) => isTerm(place))?.place;
  return { message: whole(opening, parts), ...(term !== undefined && { term }) };
}

/** A code that has words is not named beside them: `route.raw` has it. */
const actionOf = (code: string): Text =>
  rowOf(ACTION_WORDS, code) ??
  say('networks-peppol.named-code', { name: say('networks-peppol.it-wants'), code: nameOf(code) });

const reasonOf = (code: string, list: string): Text =>
  (list === 'OPStatusReason' ? rowOf(REASON_WORDS, code) : undefined) ?? nameOf(code);

/** An MLS as one text: its own text, then each line with its path. @param opening without a full stop. */
export const spokenLines = (opening: Text, text: string | undefined, lines: readonly Reason[]): Text =>
  whole(opening, [
    ...quoteText(text),
    ...lines.map(({ code, text: reason, about: [first] }) =>
      joined([nameOf(code), ...quoteText(reason), ...(first ? [nameOf(first.place)] : [])]),
    ),
  ]);

const quoteText = (text: string | undefined): readonly Text[] => (text === undefined ? [] : [quoted(text)]);
const nameOf = (code: string): Text => (code === '' ? '' : quotedName(code));

const joined = (texts: readonly Text[]): Text =>
  inRow(
    texts.filter((text) => text !== ''),
    'first-part',
  );

const inRow = ([first = '', ...more]: readonly Text[], by: 'first-part' | 'next-place'): Text =>
  more.reduce<Text>((before, part) => say(`networks-peppol.${by}`, { whole: before, part }), first);

/** Parts that the message has no room for are left out whole: a quotation has its end. */
function whole(opening: Text, parts: readonly Text[]): Text {
  let message = opening;
  let length = OPENING_LENGTH;
  for (const [at, part] of parts.entries()) {
    const id = at === 0 ? 'networks-peppol.first-part' : 'networks-peppol.next-part';
    length += lengthOf(part) + 2;
    if (length > MAX_MESSAGE_LENGTH)
      return say('networks-peppol.last-part', {
        whole: say('networks-peppol.next-part', { whole: message, part: '…' }),
      });
    message = say(id, { whole: message, part });
  }
  return say('networks-peppol.last-part', { whole: message });
}

/** Of the words of others; ours are few. */
function lengthOf(text: Text): number {
  let length = 0;
  withStrings(text, (theirs) => {
    length += theirs.length;
    return theirs;
  });
  return length;
}
