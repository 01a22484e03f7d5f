import { type Document, type Element, Node, type Text } from 'slimdom';
import type { Draw } from '../../../scripts/bench/random.ts';

/**
 * Values that expose errors of rules: empty and blank, numbers that only some types accept, digits beyond doubles, dates that
 * do not exist, codes of other lists, spaces and digits that are not ASCII, characters outside the first plane.
 */
const NASTY = [
  '', ' ', '\n', '0', '00', '-0', '1', '-1', '+5', '.5', '5.', '1.005', '-2.5', '0.1', '1e3', '1E-7', 'NaN', 'INF', '1,5', '1 000',
  '100.000', '99999999999999999999.99', '123456789012345678901234', '0.000000000000000001', '2024-02-30', '2024-02-29', '2024-02-29Z',
  '20240229', '1900-01-01', '0001-01-01', 'yes', 'true', 'false', 'TRUE', 'VAT', 'S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'DE',
  'de', 'EL', 'XX', '1A', 'EUR', 'PLN', 'C62', 'XPP', '380', '381', '326', '384', '0088', '9930', 'EM', '#ADU#', '#SKONTO#TAGE=7#PROZENT=2.00#',
  'DE75512108001245126199', 'DE75512108001245126198', '7300010000001', '7300010000002', '0192:991825827', 'a@b', 'mailto:x', '123', 'abc',
  '١٢', '１２', '\u00a0', 'é', 'ﬀ', '😀', 'a\u0301', '<&>"\'', ']]', 'x'.repeat(300),
]; // prettier-ignore

/** One edit of a document. @returns false if it is not applicable. */
export type Edit = (document: Document, draw: Draw) => boolean;

export const EDITS: Readonly<Record<string, Edit>> = {
  'a nasty value': (document, draw) => setText(document, draw, draw.from(NASTY)),
  'a value from elsewhere': (document, draw) =>
    setText(document, draw, draw.from(leaves(document)).textContent ?? ''),
  'a comment in a value': (document, draw) => splitText(document, draw, () => document.createComment('c')),
  'an instruction in a value': (document, draw) =>
    splitText(document, draw, () => document.createProcessingInstruction('p', 'i')),
  'a value in CDATA': (document, draw) =>
    splitText(document, draw, (text) =>
      document.createCDATASection(text.data.slice(0, text.length >> 1).replaceAll(']]>', '')),
    ),
  'blanks around a value': (document, draw) =>
    setText(document, draw, ` ${draw.from(leaves(document)).textContent ?? ''}\n`),
  'an element gone': (document, draw) => onInner(document, draw, (element) => element.remove()),
  'an element twice': (document, draw) =>
    onInner(document, draw, (element) => element.after(element.cloneNode(true))),
  'an element elsewhere': (document, draw) =>
    onInner(document, draw, (element) => {
      const target = draw.from(elements(document));
      if (!element.contains(target)) target.appendChild(element);
    }),
  'a copy elsewhere': (document, draw) =>
    onInner(document, draw, (element) => draw.from(elements(document)).appendChild(element.cloneNode(true))),
  'two elements swapped': (document, draw) =>
    onInner(document, draw, (element) => {
      const next = element.nextElementSibling;
      if (next) element.before(next);
    }),
  'an attribute gone': (document, draw) =>
    onAttribute(document, draw, (owner, name) => owner.removeAttribute(name)),
  'a nasty attribute': (document, draw) =>
    onAttribute(document, draw, (owner, name) => owner.setAttribute(name, draw.from(NASTY))),
  'an attribute more': (document, draw) => {
    draw
      .from(elements(document))
      .setAttribute(
        draw.from(['schemeID', 'currencyID', 'unitCode', 'listID', 'mimeCode', 'name']),
        draw.from(NASTY),
      );
    return true;
  },
};

export const elements = (document: Document): Element[] => {
  const found: Element[] = [];
  (function below(node: Node): void {
    if (node.nodeType === Node.ELEMENT_NODE) found.push(node as Element);
    node.childNodes.forEach(below);
  })(document);
  return found;
};

const leaves = (document: Document): Element[] =>
  elements(document).filter((element) => element.childElementCount === 0);

function setText(document: Document, draw: Draw, text: string): boolean {
  draw.from(leaves(document)).replaceChildren(text);
  return true;
}

function splitText(document: Document, draw: Draw, piece: (text: Text) => Node): boolean {
  const text = draw.from(leaves(document)).firstChild;
  if (text?.nodeType !== Node.TEXT_NODE) return false;
  const data = text as Text;
  const made = piece(data);
  if (made.nodeType === Node.CDATA_SECTION_NODE) data.data = data.data.slice(data.length >> 1);
  const half = made.nodeType === Node.CDATA_SECTION_NODE ? 0 : data.length >> 1;
  data.parentNode?.insertBefore(made, data.splitText(half));
  return true;
}

/** Any element except the root, which decides the kind of document. */
function onInner(document: Document, draw: Draw, change: (element: Element) => void): boolean {
  const inner = elements(document).slice(1);
  if (inner.length === 0) return false;
  change(draw.from(inner));
  return true;
}

function onAttribute(
  document: Document,
  draw: Draw,
  change: (owner: Element, name: string) => void,
): boolean {
  const owned = elements(document).flatMap((owner) =>
    owner.attributes
      .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
      .map(({ name }) => ({ owner, name })),
  );
  if (owned.length === 0) return false;
  const { owner, name } = draw.from(owned);
  change(owner, name);
  return true;
}
