import { quotedName } from '../../vocabulary/quoted.ts';
import { FACTURX_FILE_NAMES, type FacturxLevel, levelOf } from '../../vocabulary/facturx.ts';
import { rowOf } from '../../vocabulary/row-of.ts';
import type { Attachment } from '../attachments.ts';
import { textOf } from '../attachments.ts';
import { invoicesAmong } from '../hybrid-pdf.ts';
import { breach, type CheckedPdf, type PdfBreach, type PdfRule } from '../pdf-rule.ts';
import type { PdfFile } from '../read/pdf-file.ts';
import { invoiceProperty } from '../xmp.ts';
import { specificationOf } from './specification.ts';

export const ABOUT_ATTACHMENTS: readonly PdfRule[] = [
  { number: 9, breaches: onlyInvoice },
  { number: 10, breaches: wellAttached },
  { number: 11, breaches: relationship },
  { number: 12, breaches: sameLevel },
];

function onlyInvoice({ pdf: { attachments, invoice } }: CheckedPdf): readonly PdfBreach[] {
  const others = invoicesAmong(attachments).filter((other) => other !== invoice);
  const breaches = others.map(({ name }) =>
    breach(`The PDF has a second invoice, ${quotedName(name, 60)}; it has to have exactly one.`),
  );
  if (FACTURX_FILE_NAMES.includes(invoice.name)) return breaches;
  const message = `The invoice in the PDF is named ${quotedName(invoice.name, 60)}, in other letters than ${FACTURX_FILE_NAMES.slice(0, 2).join(' or ')}.`;
  return [{ message, severity: 'warning' }, ...breaches];
}

type Fault = (attachment: Attachment, file: PdfFile) => string | false;

/** Rules on files with an attachment (ISO 19005-3, 6.8; Factur-X 1.09.2, 6.2.1). */
const FAULTS: readonly Fault[] = [
  ({ isInNameTree }) => !isInNameTree && 'is not in the list of attachments (/Names /EmbeddedFiles)',
  ({ isInCatalogAf }) => !isInCatalogAf && 'is not among the associated files of the document (/AF)',
  ({ specification }, file) => !hasName(specification.entries.get('F'), file) && 'has no name /F',
  ({ specification }, file) => !hasName(specification.entries.get('UF'), file) && 'has no name /UF',
  ({ stream }, file) =>
    file.name(stream?.dict.entries.get('Subtype')) === undefined && 'has no MIME type (/Subtype)',
  ({ stream }, file) => {
    const mime = file.name(stream?.dict.entries.get('Subtype'));
    return (
      mime !== undefined &&
      !XML_TYPES.includes(mime) &&
      `has the MIME type ${quotedName(mime, 60)} instead of text/xml`
    );
  },
  ({ stream }, file) => {
    const date = textOf(file.entry(stream?.dict.entries.get('Params'), 'ModDate'));
    if (date === undefined) return 'has no date of its last change (/ModDate)';
    return !DATE.test(date) && `has ${quotedName(date, 40)} as the date of its last change (/ModDate)`;
  },
];

const XML_TYPES = ['text/xml', 'application/xml'];
/** ISO 32000-1, 7.9.4. */
const DATE = /^D:\d{4}(\d\d(\d\d(\d\d(\d\d(\d\d)?)?)?)?)?([Zz+-].*)?$/;

const hasName = (value: Parameters<PdfFile['resolve']>[0], file: PdfFile): boolean =>
  Boolean(textOf(file.resolve(value)));

function wellAttached({ pdf: { file, invoice } }: CheckedPdf): readonly PdfBreach[] {
  return FAULTS.flatMap((fault) => fault(invoice, file) || []).map((what) =>
    breach(`The invoice ${quotedName(invoice.name, 60)} in the PDF ${what}.`),
  );
}

/** The level of the invoice itself decides. */
function relationship(checked: CheckedPdf): readonly PdfBreach[] {
  const { file, invoice } = checked.pdf;
  const value = file.name(invoice.specification.entries.get('AFRelationship'));
  const level = levelOf(specificationOf(checked.root));
  const allowed = level?.relationships ?? ['Alternative', 'Source', 'Data'];
  if (value === undefined) return [breach('The invoice in the PDF has no /AFRelationship.')];
  if (allowed.includes(value))
    return value === 'Data' && level?.level === 'BASIC'
      ? [{ message: '/AFRelationship is Data; for a whole invoice it is Alternative.', severity: 'warning' }]
      : [];
  return [
    breach(`/AFRelationship is ${quotedName(value, 40)}${forLevel(level)}; it can be ${allowed.join(', ')}.`),
  ];
}

const forLevel = (level: FacturxLevel | undefined): string => (level ? ` on level ${level.level}` : '');

/** Names in older files. */
const OLD_LEVELS: Readonly<Record<string, string>> = { COMFORT: 'EN 16931', CIUS: 'XRECHNUNG' };

/** The XMP states the invoice's own level; `EI-PDF-7` reports an unknown level. */
function sameLevel({ pdf: { xmp }, root }: CheckedPdf): readonly PdfBreach[] {
  const stated = typeof xmp === 'string' ? undefined : invoiceProperty(xmp, 'ConformanceLevel');
  const specification = specificationOf(root);
  const level = levelOf(specification)?.level;
  if (stated === undefined || level === undefined) return [];
  const promised = rowOf(OLD_LEVELS, stated) ?? stated;
  if (promised === level || promised.replaceAll(' ', '') === level.replaceAll(' ', '')) return [];
  return [
    breach(
      `ConformanceLevel in the XMP is ${quotedName(stated, 40)}, but the invoice in the PDF is of level ${level} (BT-24 ${specification ?? ''}).`,
    ),
  ];
}
