import type { Text } from '../vocabulary/message.ts';
import { text } from './markup.ts';

/** A character that stands in no document: XML does not allow it. */
const MARK = '\u0001';

/** The texts of ours in a report. No thread reads messages, so each is a mark until the report leaves. */
export class OpenTexts {
  readonly texts: Text[] = [];

  /** Words of others stay. */
  readonly mark = (of: Text): string =>
    typeof of === 'string' ? of : `${MARK}${this.texts.push(of) - 1}${MARK}`;
}

const MARKS = new RegExp(`${MARK}(\\d+)${MARK}`, 'g');

/** The report with its words. It may have megabytes, so it is read once. */
export const wordedReport = (
  { xml, texts }: { readonly xml: string; readonly texts: readonly Text[] },
  word: (of: Text) => string,
): string =>
  texts.length === 0
    ? xml
    : xml.replaceAll(MARKS, (mark, at: string) => {
        const of = texts[Number(at)];
        return of === undefined ? mark : text(word(of));
      });
