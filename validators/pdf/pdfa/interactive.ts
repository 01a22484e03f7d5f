import { type Message, say } from '../../vocabulary/message.ts';
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

function* types(document: PdfaDocument): Iterable<Message> {
  for (const { entries } of annotationsOf(document)) {
    const subtype = document.file.name(entries.get('Subtype')) ?? '';
    if (!ANNOTATIONS.has(subtype))
      yield say('pdfa.annotation-is-of-type', { subtype: quotedName(subtype, 40) });
  }
}

const [INVISIBLE, HIDDEN, PRINT, NO_VIEW, TOGGLE] = [1, 2, 4, 32, 256];

function* flags(document: PdfaDocument): Iterable<Message> {
  for (const { entries } of annotationsOf(document)) {
    const set = document.file.number(entries.get('F'));
    if (set === undefined) {
      if (document.file.name(entries.get('Subtype')) !== 'Popup') yield say('pdfa.annotation-has-no-flags-f');
    } else if ((set & (INVISIBLE | HIDDEN | NO_VIEW | TOGGLE)) !== 0 || (set & PRINT) === 0)
      yield say('pdfa.annotation-is-hidden-or-not-printed');
  }
}

function* appearances(document: PdfaDocument): Iterable<Message> {
  const { file } = document;
  for (const { entries } of annotationsOf(document)) {
    const subtype = file.name(entries.get('Subtype')) ?? '';
    const [left = 0, bottom = 0, right = 0, top = 0] = file
      .array(entries.get('Rect'))
      .map((side) => file.number(side) ?? 0);
    const look = file.dict(entries.get('AP'));
    if (!look) {
      if (!['Popup', 'Link'].includes(subtype) && (left !== right || bottom !== top))
        yield say('pdfa.annotation-has-no-appearance', { subtype: quotedName(subtype, 40) });
      continue;
    }
    if ([...look.entries.keys()].join() !== 'N') yield say('pdfa.annotation-has-appearance-for-other-than');
    const normal = file.resolve(look.entries.get('N'));
    const isButton = subtype === 'Widget' && file.name(entries.get('FT')) === 'Btn';
    if (isButton ? !(normal instanceof PdfDict) : !(normal instanceof PdfStream))
      yield say('pdfa.normal-appearance-of-annotation-is-of');
  }
}

function* fields({ file, objects }: PdfaDocument): Iterable<Message> {
  const form = file.dict(file.entry(file.catalog, 'AcroForm'));
  if (file.resolve(form?.entries.get('NeedAppearances')) === true)
    yield say('pdfa.form-fields-have-no-appearance-yet');
  for (const { dict } of objects) {
    const isWidget = file.name(dict.entries.get('Subtype')) === 'Widget';
    if (isWidget && (dict.entries.has('A') || dict.entries.has('AA')))
      yield say('pdfa.form-field-does-something');
    else if (dict.entries.has('FT') && dict.entries.has('AA')) yield say('pdfa.form-field-does-something');
  }
}

function* xfa({ file }: PdfaDocument): Iterable<Message> {
  if (file.entry(file.catalog, 'AcroForm', 'XFA') !== null) yield say('pdfa.form-is-xfa-form');
  if (file.entry(file.catalog, 'NeedsRendering') === true) yield say('pdfa.document-has-to-be-rendered-by');
}

const ACTIONS = new Set(['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'Named', 'SubmitForm']);
const NAMED = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/** Keys of actions; those of a form field are in its additional actions, each under a letter. */
const isAction = (key: string, above: string): boolean =>
  ['A', 'OpenAction', 'Next', 'PA'].includes(key) || above === 'AA';

function* actions({ file, objects }: PdfaDocument): Iterable<Message> {
  for (const { dict, key, above } of objects) {
    const kind = file.name(dict.entries.get('S'));
    if (kind === undefined || !(isAction(key, above) || file.name(dict.entries.get('Type')) === 'Action'))
      continue;
    if (!ACTIONS.has(kind))
      yield say('pdfa.document-contains-action-of-type', { kind: quotedName(kind, 40) });
    const name = file.name(dict.entries.get('N'));
    if (kind === 'Named' && name !== undefined && !NAMED.has(name))
      yield say('pdfa.document-contains-action', { name: quotedName(name, 40) });
  }
  if (file.entry(file.catalog, 'Names', 'JavaScript') !== null) yield say('pdfa.document-holds-javascript');
}

function* triggers({ file, pages }: PdfaDocument): Iterable<Message> {
  if (file.catalog.entries.has('AA')) yield say('pdfa.document-does-something-when-it-is');
  if (pages.some(({ dict }) => dict.entries.has('AA'))) yield say('pdfa.page-does-something-when-it-is');
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
