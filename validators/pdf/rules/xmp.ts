import { quoted } from '../../vocabulary/quoted.ts';
import { FACTURX_FILE_NAMES, FACTURX_LEVELS } from '../../vocabulary/facturx.ts';
import { breach, type CheckedPdf, type PdfBreach, type PdfRule } from '../pdf-rule.ts';
import { invoiceProperty, XMP, type Xmp } from '../xmp.ts';

/** A rule on the contents of the XMP: only `EI-PDF-3` reports an unreadable one. */
const onXmp =
  (check: (xmp: Xmp, checked: CheckedPdf) => readonly PdfBreach[]): PdfRule['breaches'] =>
  (checked) => {
    const { xmp } = checked.pdf;
    return typeof xmp === 'string' ? [] : check(xmp, checked);
  };

/** Usual values of `Version`; a writer uses 1.0, for XRechnung 3.0. */
const VERSIONS = ['1.0', '1p0', '2p0', '3p0', '1.2', '2.0', '2.1', '2.2', '2.3', '3.0'];
/** Levels of older files, and those of today. */
const LEVELS = [...FACTURX_LEVELS.map(({ level }) => level), 'COMFORT', 'CIUS'];

const quote = (text: string): string => quoted(text, 60);

/** A required property of the invoice with one of some values. */
const oneOf = (name: string, values: readonly string[]): PdfRule['breaches'] =>
  onXmp((xmp) => {
    const value = invoiceProperty(xmp, name);
    if (value === undefined) return [breach(`The XMP has no ${name} of Factur-X.`)];
    if (values.includes(value)) return [];
    return [breach(`${name} in the XMP is ${quote(value)}; it can be ${values.join(', ')}.`)];
  });

export const ABOUT_XMP: readonly PdfRule[] = [
  {
    number: 3,
    breaches: ({ pdf: { xmp } }) =>
      typeof xmp === 'string' ? [breach(`The XMP metadata of the PDF cannot be read: ${xmp}.`)] : [],
  },
  { number: 4, breaches: oneOf('DocumentType', ['INVOICE']) },
  { number: 5, breaches: onXmp(fileName) },
  { number: 6, breaches: oneOf('Version', VERSIONS) },
  { number: 7, breaches: oneOf('ConformanceLevel', LEVELS) },
  { number: 8, breaches: onXmp(extensionSchema) },
];

function fileName(xmp: Xmp, { pdf: { invoice } }: CheckedPdf): readonly PdfBreach[] {
  const value = invoiceProperty(xmp, 'DocumentFileName');
  if (value === undefined) return [breach('The XMP has no DocumentFileName of Factur-X.')];
  if (value !== invoice.name)
    return [
      breach(
        `DocumentFileName in the XMP is ${quote(value)}, but the invoice in the PDF is ${quote(invoice.name)}.`,
      ),
    ];
  return FACTURX_FILE_NAMES.includes(value)
    ? []
    : [breach(`DocumentFileName in the XMP is ${quote(value)}, which is no name of an invoice.`)];
}

const PROPERTIES = ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'];

/** ISO 19005-3, 6.6.2.3: the file declares properties that the standard does not have. */
function extensionSchema({ properties, extensions }: Xmp): readonly PdfBreach[] {
  const used = [XMP.facturx, XMP.zugferd2, XMP.zugferd1].find((namespace) =>
    [...properties.keys()].some((name) => name.startsWith(`{${namespace}}`)),
  );
  const wanted = used ?? XMP.facturx;
  const schema = extensions.find(({ namespace }) => namespace === wanted);
  if (!schema) return [breach(`The XMP declares no extension schema for ${wanted}.`)];
  const breaches: PdfBreach[] = [];
  if (!schema.name) breaches.push(breach('The extension schema of Factur-X in the XMP has no name.'));
  if (!schema.prefix) breaches.push(breach('The extension schema of Factur-X in the XMP has no prefix.'));
  for (const name of PROPERTIES) {
    const declared = schema.properties.find((property) => property.name === name);
    if (!declared)
      breaches.push(breach(`The extension schema of Factur-X in the XMP does not declare ${name}.`));
    else if (
      declared.valueType !== 'Text' ||
      declared.description === undefined ||
      !['external', 'internal'].includes(declared.category ?? '')
    )
      breaches.push(
        breach(
          `The extension schema of Factur-X in the XMP declares ${name} without value type Text, category external or a description.`,
        ),
      );
  }
  return breaches;
}
