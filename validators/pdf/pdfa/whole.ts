import { isMessage, type Message, say } from '../../vocabulary/message.ts';
import { quotedName } from '../../vocabulary/quoted.ts';
import type { Attachment } from '../attachments.ts';
import { XMP } from '../xmp.ts';
import type { Clause } from './clause.ts';
import type { PdfaDocument } from './document.ts';
import { textOf } from '../attachments.ts';

/** Namespaces of XMP whose properties need no declaration (ISO 19005-3, 6.6.2.3.1). */
const PREDEFINED = new Set([
  'http://purl.org/dc/elements/1.1/',
  'http://ns.adobe.com/xap/1.0/',
  'http://ns.adobe.com/xap/1.0/rights/',
  'http://ns.adobe.com/xap/1.0/mm/',
  'http://ns.adobe.com/xap/1.0/bj/',
  'http://ns.adobe.com/xap/1.0/t/pg/',
  'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
  'http://ns.adobe.com/pdf/1.3/',
  'http://ns.adobe.com/photoshop/1.0/',
  'http://ns.adobe.com/camera-raw-settings/1.0/',
  'http://ns.adobe.com/tiff/1.0/',
  'http://ns.adobe.com/exif/1.0/',
  'http://ns.adobe.com/exif/1.0/aux/',
  XMP.pdfaid,
  XMP.extension,
]);
/** `EI-PDF-8` checks these. */
const INVOICE = new Set<string>([XMP.facturx, XMP.zugferd2, XMP.zugferd1]);

function* packet({ xmp }: PdfaDocument): Iterable<Message> {
  if (!isMessage(xmp) && xmp.hasOldHeader) yield say('pdfa.header-of-xmp-names-its-length');
}

function* listUndeclared({ xmp }: PdfaDocument): Iterable<Message> {
  if (isMessage(xmp)) return;
  const reported = new Set<string>();
  for (const name of xmp.properties.keys()) {
    const namespace = name.slice(1, name.lastIndexOf('}'));
    if (PREDEFINED.has(namespace) || INVOICE.has(namespace)) continue;
    const schema = xmp.extensions.find((extension) => extension.namespace === namespace);
    const local = name.slice(name.lastIndexOf('}') + 1);
    if (schema?.properties.some((property) => property.name === local) || reported.has(namespace)) continue;
    reported.add(namespace);
    yield say('pdfa.xmp-has-of-which-it-does', {
      name: quotedName(local, 60),
      namespace: quotedName(namespace, 100),
    });
  }
}

function* identification({ xmp }: PdfaDocument): Iterable<Message> {
  if (isMessage(xmp)) return;
  const part = xmp.properties.get(`{${XMP.pdfaid}}part`);
  const level = xmp.properties.get(`{${XMP.pdfaid}}conformance`);
  if (part === undefined) yield say('pdfa.xmp-does-not-say-that-file');
  else if (part !== '3') yield say('pdfa.xmp-says-that-file-is-pdf', { part: quotedName(part, 20) });
  else if (!['A', 'B', 'U'].includes(level ?? '')) yield say('pdfa.xmp-names-no-level-of-pdf');
}

/** The invoice has a check of its own (`EI-PDF-10`). */
const attach = (invoice: Attachment, attachments: readonly Attachment[]) =>
  function* ({ file }: PdfaDocument): Iterable<Message> {
    for (const { name, specification, stream, isInCatalogAf } of attachments) {
      if (specification === invoice.specification) continue;
      const called = name === '' ? say('pdfa.without-name') : quotedName(name, 60);
      const { entries } = specification;
      const mime = file.name(stream?.dict.entries.get('Subtype'));
      if (mime === undefined || !/^[-\w+.]+\/[-\w+.]+$/.test(mime))
        yield say('pdfa.attachment-has-no-mime-type', { name: called });
      if (!textOf(file.resolve(entries.get('F'))) || !textOf(file.resolve(entries.get('UF'))))
        yield say('pdfa.attachment-has-no-name-under-f', { name: called });
      if (file.name(entries.get('AFRelationship')) === undefined)
        yield say('pdfa.attachment-has-no-afrelationship', { name: called });
      if (!isInCatalogAf) yield say('pdfa.attachment-is-not-among-associated-files', { name: called });
    }
  };

function* optional({ file }: PdfaDocument): Iterable<Message> {
  const properties = file.dict(file.entry(file.catalog, 'OCProperties'));
  if (!properties) return;
  const configurations = [
    properties.entries.get('D') ?? null,
    ...file.array(properties.entries.get('Configs')),
  ];
  const names = new Set<string>();
  for (const one of configurations) {
    const configuration = file.dict(one);
    if (!configuration) continue;
    const name = textOf(file.resolve(configuration.entries.get('Name')));
    if (!name) yield say('pdfa.configuration-of-layers-has-no-name');
    else if (names.has(name))
      yield say('pdfa.two-configurations-of-layers-are-named', { name: quotedName(name, 40) });
    names.add(name ?? '');
    if (configuration.entries.has('AS')) yield say('pdfa.layers-appear-by-themselves-as');
  }
}

function* presentations({ file, pages }: PdfaDocument): Iterable<Message> {
  if (file.entry(file.catalog, 'Names', 'AlternatePresentations') !== null)
    yield say('pdfa.document-has-alternate-presentations');
  if (pages.some(({ dict }) => dict.entries.has('PresSteps')))
    yield say('pdfa.page-has-steps-of-presentation');
}

/** Level A: the text has an order that can be read aloud. */
function* tag({ file, xmp }: PdfaDocument): Iterable<Message> {
  if (isMessage(xmp) || xmp.properties.get(`{${XMP.pdfaid}}conformance`) !== 'A') return;
  if (file.entry(file.catalog, 'MarkInfo', 'Marked') !== true) yield say('pdfa.file-says-that-it-is-of');
  if (file.dict(file.entry(file.catalog, 'StructTreeRoot')) === undefined)
    yield say('pdfa.file-says-that-it-is-of-level');
}

/** Clauses on metadata and other contents beside the pages. */
export const wholeFile = (invoice: Attachment, attachments: readonly Attachment[]): readonly Clause[] => [
  { clause: '6.6.2.1', breaches: packet },
  { clause: '6.6.2.3', breaches: listUndeclared },
  { clause: '6.6.4', breaches: identification },
  { clause: '6.7', breaches: tag },
  { clause: '6.8', breaches: attach(invoice, attachments) },
  { clause: '6.9', breaches: optional },
  { clause: '6.10', breaches: presentations },
  {
    clause: '6.11',
    breaches: ({ file }) =>
      file.catalog.entries.has('Requirements') ? [say('pdfa.document-asks-for-abilities-of-its')] : [],
  },
];
