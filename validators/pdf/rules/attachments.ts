import { choice, isMessage, type Message, say } from '../../vocabulary/message.ts';
import { quotedName } from '../../vocabulary/quoted.ts';
import { FACTURX_FILE_NAMES, levelOf } from '../../vocabulary/facturx.ts';
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
    breach(say('pdf.pdf-has-second-invoice-it-has', { name: quotedName(name, 60) })),
  );
  if (FACTURX_FILE_NAMES.includes(invoice.name)) return breaches;
  const message = say('pdf.invoice-in-pdf-is-named-in', {
    name: quotedName(invoice.name, 60),
    usual: choice(FACTURX_FILE_NAMES.slice(0, 2)),
  });
  return [{ message, severity: 'warning' }, ...breaches];
}

type Fault = (attachment: Attachment, file: PdfFile) => Message | false;

/** Rules on files with an attachment (ISO 19005-3, 6.8; Factur-X 1.09.2, 6.2.1). */
const FAULTS: readonly Fault[] = [
  ({ isInNameTree, ...of }) => !isInNameTree && say('pdf.invoice-is-not-in-list-of-attachments', named(of)),
  ({ isInCatalogAf, ...of }) => !isInCatalogAf && say('pdf.invoice-is-not-among-associated-files', named(of)),
  (of, file) =>
    !hasName(of.specification.entries.get('F'), file) && say('pdf.invoice-has-no-name-f', named(of)),
  (of, file) =>
    !hasName(of.specification.entries.get('UF'), file) && say('pdf.invoice-has-no-name-uf', named(of)),
  (of, file) => {
    const mime = file.name(of.stream?.dict.entries.get('Subtype'));
    if (mime === undefined) return say('pdf.invoice-has-no-mime-type', named(of));
    const values = { ...named(of), mime: quotedName(mime, 60) };
    return !XML_TYPES.includes(mime) && say('pdf.invoice-has-other-mime-type', values);
  },
  (of, file) => {
    const date = textOf(file.entry(of.stream?.dict.entries.get('Params'), 'ModDate'));
    if (date === undefined) return say('pdf.invoice-has-no-date-of-last-change', named(of));
    const values = { ...named(of), date: quotedName(date, 40) };
    return !DATE.test(date) && say('pdf.invoice-has-wrong-date-of-last-change', values);
  },
];

const named = ({ name }: Pick<Attachment, 'name'>) => ({ name: quotedName(name, 60) });

const XML_TYPES = ['text/xml', 'application/xml'];
/** ISO 32000-1, 7.9.4. */
const DATE = /^D:\d{4}(\d\d(\d\d(\d\d(\d\d(\d\d)?)?)?)?)?([Zz+-].*)?$/;

const hasName = (value: Parameters<PdfFile['resolve']>[0], file: PdfFile): boolean =>
  Boolean(textOf(file.resolve(value)));

function wellAttached({ pdf: { file, invoice } }: CheckedPdf): readonly PdfBreach[] {
  return FAULTS.flatMap((fault) => fault(invoice, file) || []).map(breach);
}

/** The level of the invoice itself decides. */
function relationship(checked: CheckedPdf): readonly PdfBreach[] {
  const { file, invoice } = checked.pdf;
  const value = file.name(invoice.specification.entries.get('AFRelationship'));
  const level = levelOf(specificationOf(checked.root));
  const allowed = level?.relationships ?? ['Alternative', 'Source', 'Data'];
  if (value === undefined) return [breach(say('pdf.invoice-in-pdf-has-no-afrelationship'))];
  if (allowed.includes(value))
    return value === 'Data' && level?.level === 'BASIC'
      ? [{ message: say('pdf.afrelationship-is-data-for-whole-invoice'), severity: 'warning' }]
      : [];
  const values = { value: quotedName(value, 40), allowed: choice(allowed) };
  return [
    breach(
      level
        ? say('pdf.relationship-is-not-allowed-on-level', { ...values, level: level.level })
        : say('pdf.relationship-is-not-allowed', values),
    ),
  ];
}

/** Names in older files. */
const OLD_LEVELS: Readonly<Record<string, string>> = { COMFORT: 'EN 16931', CIUS: 'XRECHNUNG' };

/** The XMP states the invoice's own level; `EI-PDF-7` reports an unknown level. */
function sameLevel({ pdf: { xmp }, root }: CheckedPdf): readonly PdfBreach[] {
  const stated = isMessage(xmp) ? undefined : invoiceProperty(xmp, 'ConformanceLevel');
  const specification = specificationOf(root);
  const level = levelOf(specification)?.level;
  if (stated === undefined || level === undefined) return [];
  const promised = rowOf(OLD_LEVELS, stated) ?? stated;
  if (promised === level || promised.replaceAll(' ', '') === level.replaceAll(' ', '')) return [];
  return [
    breach(
      say('pdf.conformancelevel-in-xmp-is-but-invoice', {
        stated: quotedName(stated, 40),
        level,
        specification: specification ?? '',
      }),
    ),
  ];
}
