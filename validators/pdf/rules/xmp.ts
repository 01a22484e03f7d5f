import { choice, isMessage, say, type Text } from '../../vocabulary/message.ts';
import { quoted } from '../../vocabulary/quoted.ts';
import { FACTURX_FILE_NAMES, FACTURX_LEVELS } from '../../vocabulary/facturx.ts';
import { breach, type CheckedPdf, type PdfBreach, type PdfRule } from '../pdf-rule.ts';
import { invoiceProperty, XMP, type Xmp } from '../xmp.ts';

/** A rule on the contents of the XMP: only `EI-PDF-3` reports an unreadable one. */
const onXmp =
  (check: (xmp: Xmp, checked: CheckedPdf) => readonly PdfBreach[]): PdfRule['breaches'] =>
  (checked) => {
    const { xmp } = checked.pdf;
    return isMessage(xmp) ? [] : check(xmp, checked);
  };

/** Usual values of `Version`; a writer uses 1.0, for XRechnung 3.0. */
const VERSIONS = ['1.0', '1p0', '2p0', '3p0', '1.2', '2.0', '2.1', '2.2', '2.3', '3.0'];
/** Levels of older files, and those of today. */
const LEVELS = [...FACTURX_LEVELS.map(({ level }) => level), 'COMFORT', 'CIUS'];

const quote = (text: string): Text => quoted(text, 60);

/** A required property of the invoice with one of some values. */
const oneOf = (name: string, values: readonly string[]): PdfRule['breaches'] =>
  onXmp((xmp) => {
    const value = invoiceProperty(xmp, name);
    if (value === undefined) return [breach(say('pdf.xmp-has-no-of-factur-x', { name }))];
    if (values.includes(value)) return [];
    return [breach(say('pdf.in-xmp-is-it-can-be', { name, value: quote(value), allowed: choice(values) }))];
  });

export const ABOUT_XMP: readonly PdfRule[] = [
  {
    number: 3,
    breaches: ({ pdf: { xmp } }) =>
      isMessage(xmp) ? [breach(say('pdf.xmp-metadata-of-pdf-cannot-be', { reason: xmp }))] : [],
  },
  { number: 4, breaches: oneOf('DocumentType', ['INVOICE']) },
  { number: 5, breaches: onXmp(fileName) },
  { number: 6, breaches: oneOf('Version', VERSIONS) },
  { number: 7, breaches: oneOf('ConformanceLevel', LEVELS) },
  { number: 8, breaches: onXmp(extensionSchema) },
];

function fileName(xmp: Xmp, { pdf: { invoice } }: CheckedPdf): readonly PdfBreach[] {
  const value = invoiceProperty(xmp, 'DocumentFileName');
  if (value === undefined) return [breach(say('pdf.xmp-has-no-of-factur-x', { name: 'DocumentFileName' }))];
  if (value !== invoice.name)
    return [
      breach(
        say('pdf.documentfilename-in-xmp-is-but-invoice', { value: quote(value), name: quote(invoice.name) }),
      ),
    ];
  return FACTURX_FILE_NAMES.includes(value)
    ? []
    : [breach(say('pdf.documentfilename-in-xmp-is-which-is', { value: quote(value) }))];
}

const PROPERTIES = ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'];

/** ISO 19005-3, 6.6.2.3: the file declares properties that the standard does not have. */
function extensionSchema({ properties, extensions }: Xmp): readonly PdfBreach[] {
  const used = [XMP.facturx, XMP.zugferd2, XMP.zugferd1].find((namespace) =>
    [...properties.keys()].some((name) => name.startsWith(`{${namespace}}`)),
  );
  const expectedNamespace = used ?? XMP.facturx;
  const schema = extensions.find(({ namespace }) => namespace === expectedNamespace);
  if (!schema)
    return [breach(say('pdf.xmp-declares-no-extension-schema-for', { namespace: expectedNamespace }))];
  const breaches: PdfBreach[] = [];
  if (!schema.name) breaches.push(breach(say('pdf.extension-schema-of-factur-x-in-xmp')));
  if (!schema.prefix) breaches.push(breach(say('pdf.extension-schema-of-factur-x-in-xmp-has')));
  for (const name of PROPERTIES) {
    const declared = schema.properties.find((property) => property.name === name);
    if (!declared) breaches.push(breach(say('pdf.extension-schema-of-factur-x-in-xmp-does', { name })));
    else if (
      declared.valueType !== 'Text' ||
      declared.description === undefined ||
      !['external', 'internal'].includes(declared.category ?? '')
    )
      breaches.push(breach(say('pdf.extension-schema-of-factur-x-in-xmp-declares', { name })));
  }
  return breaches;
}
