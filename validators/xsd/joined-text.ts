import { escapeText } from '../vocabulary/escape.ts';

/**
 * libxml2 joins the text of an element piece by piece and copies the text so far each time: a comment, an instruction or a CDATA section
 * after every letter of 5 MB takes minutes. This many pieces cost nothing noticeable.
 */
const FEW_PIECES = 100;

/** Whether libxml2 should get the document `joined`. */
export function isInPieces(xml: string): boolean {
  let pieces = 0;
  for (const opening of ['<!', '<?'])
    for (let at = xml.indexOf(opening); at !== -1; at = xml.indexOf(opening, at + 2))
      if (++pieces > FEW_PIECES) return true;
  return false;
}

/**
 * The same document for a schema: without declaration, comments and instructions, CDATA as plain text, so that the text of an element is in
 * one piece. Removed line feeds go into the next tag, so that every element keeps its line.
 * @param xml a well-formed document without DOCTYPE, its line ends normalised (`Document.source`).
 */
export function join(xml: string): string {
  const parts: string[] = [];
  let text: string[] = [];
  let hasCdata = false;
  let lines = '';
  let at = 0;
  for (let start = xml.indexOf('<'); start !== -1; start = xml.indexOf('<', at)) {
    text.push(xml.slice(at, start));
    at = endOf(xml, start);
    const markup = xml.slice(start, at);
    if (markup.startsWith(CDATA)) {
      text.push(escapeText(markup.slice(CDATA.length, -CDATA_END.length)));
      hasCdata = true;
    } else if (markup[1] === '!' || markup[1] === '?') lines += markup.replace(/[^\n][^\n]*/g, '');
    else {
      parts.push(inOnePiece(text, hasCdata), lines === '' ? markup : withLines(markup, lines));
      [text, hasCdata, lines] = [[], false, ''];
    }
  }
  return parts.join('') + xml.slice(at);
}

/** Blank and empty CDATA sections stay: libxml2 refuses them between elements and accepts plain blanks. */
function inOnePiece(pieces: readonly string[], hasCdata: boolean): string {
  const text = pieces.join('');
  return hasCdata && /^[ \t\n]*$/.test(text) ? CDATA + text + CDATA_END : text;
}

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

/** The offset after the markup that starts at `start`. */
function endOf(xml: string, start: number): number {
  if (xml.startsWith('<!--', start)) return xml.indexOf('-->', start + 4) + 3;
  if (xml.startsWith('<?', start)) return xml.indexOf('?>', start) + 2;
  if (xml.startsWith(CDATA, start)) return xml.indexOf(CDATA_END, start) + CDATA_END.length;
  // Values of attributes may contain ">".
  TAG.lastIndex = start;
  TAG.test(xml);
  return TAG.lastIndex;
}

const TAG = /<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y;

/** White space may follow the name in a start tag and in an end tag. */
const withLines = (tag: string, lines: string): string =>
  tag.replace(/^<\/?[^ \t\n/>][^ \t\n/>]*/, (name) => name + lines);
