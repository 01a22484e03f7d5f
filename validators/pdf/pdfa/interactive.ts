import { quotedName } from '../../vocabulary/quoted.ts';
import { PdfDict, PdfStream } from '../read/objects.ts';
import type { Clause } from './clause.ts';
import type { PdfaDocument } from './document.ts';

const ANNOTATIONS = new Set([
  ...[
    'Text',
    'Link',
    'FreeText',
    'Line',
    'Square',
    'Circle',
    'Polygon',
    'PolyLine',
    'Highlight',
    'Underline',
  ],
  ...['Squiggly', 'StrikeOut', 'Stamp', 'Caret', 'Ink', 'Popup', 'FileAttachment', 'Widget', 'PrinterMark'],
  ...['TrapNet', 'Watermark', 'Redact'],
]);

const annotationsOf = ({ file, pages }: PdfaDocument): readonly PdfDict[] =>
  pages.flatMap(({ dict }) => file.array(dict.entries.get('Annots')).flatMap((one) => file.dict(one) ?? []));

function* types(document: PdfaDocument): Iterable<string> {
  for (const { entries } of annotationsOf(document)) {
    const subtype = document.file.name(entries.get('Subtype')) ?? '';
    if (!ANNOTATIONS.has(subtype)) yield `An annotation is of type ${quotedName(subtype, 40)}.`;
  }
}

const [INVISIBLE, HIDDEN, PRINT, NO_VIEW, TOGGLE] = [1, 2, 4, 32, 256];

function* flags(document: PdfaDocument): Iterable<string> {
  for (const { entries } of annotationsOf(document)) {
    const set = document.file.number(entries.get('F'));
    if (set === undefined) {
      if (document.file.name(entries.get('Subtype')) !== 'Popup') yield 'An annotation has no flags (/F).';
    } else if ((set & (INVISIBLE | HIDDEN | NO_VIEW | TOGGLE)) !== 0 || (set & PRINT) === 0)
      yield 'An annotation is hidden or not printed.';
  }
}

function* appearances(document: PdfaDocument): Iterable<string> {
  const { file } = document;
  for (const { entries } of annotationsOf(document)) {
    const subtype = file.name(entries.get('Subtype')) ?? '';
    const [left = 0, bottom = 0, right = 0, top = 0] = file
      .array(entries.get('Rect'))
      .map((side) => file.number(side) ?? 0);
    const look = file.dict(entries.get('AP'));
    if (!look) {
      if (!['Popup', 'Link'].includes(subtype) && (left !== right || bottom !== top))
        yield `An annotation (${quotedName(subtype, 40)}) has no appearance.`;
      continue;
    }
    if ([...look.entries.keys()].join() !== 'N')
      yield 'An annotation has an appearance for other than its normal state.';
    const normal = file.resolve(look.entries.get('N'));
    const isButton = subtype === 'Widget' && file.name(entries.get('FT')) === 'Btn';
    if (isButton ? !(normal instanceof PdfDict) : !(normal instanceof PdfStream))
      yield 'The normal appearance of an annotation is of the wrong kind.';
  }
}

function* fields({ file, found }: PdfaDocument): Iterable<string> {
  const form = file.dict(file.entry(file.catalog, 'AcroForm'));
  if (file.resolve(form?.entries.get('NeedAppearances')) === true)
    yield 'Form fields have no appearance yet (/NeedAppearances).';
  for (const { dict } of found) {
    const isWidget = file.name(dict.entries.get('Subtype')) === 'Widget';
    if (isWidget && (dict.entries.has('A') || dict.entries.has('AA'))) yield 'A form field does something.';
    else if (dict.entries.has('FT') && dict.entries.has('AA')) yield 'A form field does something.';
  }
}

function* xfa({ file }: PdfaDocument): Iterable<string> {
  if (file.entry(file.catalog, 'AcroForm', 'XFA') !== null) yield 'The form is an XFA form.';
  if (file.entry(file.catalog, 'NeedsRendering') === true)
    yield 'The document has to be rendered by a program.';
}

const ACTIONS = new Set(['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'Named', 'SubmitForm']);
const NAMED = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/** Keys of actions; those of a form field are in its additional actions, each under a letter. */
const isAction = (key: string, above: string): boolean =>
  ['A', 'OpenAction', 'Next', 'PA'].includes(key) || above === 'AA';

function* actions({ file, found }: PdfaDocument): Iterable<string> {
  for (const { dict, key, above } of found) {
    const kind = file.name(dict.entries.get('S'));
    if (kind === undefined || !(isAction(key, above) || file.name(dict.entries.get('Type')) === 'Action'))
      continue;
    if (!ACTIONS.has(kind)) yield `The document contains an action of type ${quotedName(kind, 40)}.`;
    const name = file.name(dict.entries.get('N'));
    if (kind === 'Named' && name !== undefined && !NAMED.has(name))
      yield `The document contains the action ${quotedName(name, 40)}.`;
  }
  if (file.entry(file.catalog, 'Names', 'JavaScript') !== null) yield 'The document holds JavaScript.';
}

function* triggers({ file, pages }: PdfaDocument): Iterable<string> {
  if (file.catalog.entries.has('AA')) yield 'The document does something when it is opened or closed (/AA).';
  if (pages.some(({ dict }) => dict.entries.has('AA'))) yield 'A page does something when it is shown (/AA).';
}

/** Clauses on actions of a reader. */
export const INTERACTIVE: readonly Clause[] = [
  { clause: '6.3.1', breaches: types },
  { clause: '6.3.2', breaches: flags },
  { clause: '6.3.3', breaches: appearances },
  { clause: '6.4.1', breaches: fields },
  { clause: '6.4.2', breaches: xfa },
  { clause: '6.5.1', breaches: actions },
  { clause: '6.5.2', breaches: triggers },
];
