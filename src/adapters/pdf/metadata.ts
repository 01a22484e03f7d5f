import { escapeText } from '../../domain/documents/xml.ts';

/** The metadata of the file. */
export interface FileFacts {
  readonly title: string;
  readonly author: string;
  readonly producer: string;
  readonly created: Date;
  readonly language: string;
  /** Of a hybrid PDF. */
  readonly hybrid?: HybridFacts | undefined;
}

/** Properties of the Factur-X extension schema. */
export interface HybridFacts {
  readonly fileName: string;
  readonly version: string;
  readonly conformanceLevel: string;
}

const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const PROPERTIES = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'],
  ['Version', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
] as const;

interface ExtensionSchema {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly properties: readonly {
    readonly name: string;
    readonly type: string;
    readonly category: 'internal' | 'external';
    readonly description: string;
  }[];
}

const FACTUR_X: ExtensionSchema = {
  name: 'Factur-X PDFA Extension Schema',
  namespace: FX,
  prefix: 'fx',
  properties: PROPERTIES.map(([name, description]) => ({
    name,
    type: 'Text',
    category: 'external',
    description,
  })),
};

/** PDF/A accepts the properties of PDF/UA only if they are declared (ISO 19005-3, 6.6.2.3). */
const PDF_UA: ExtensionSchema = {
  name: 'PDF/UA Universal Accessibility Schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [
    {
      name: 'part',
      type: 'Integer',
      category: 'internal',
      description: 'Indicates, which part of ISO 14289 standard is followed',
    },
  ],
};

/** XMP beside that of PDF/A itself. */
export function metadata(facts: FileFacts): string {
  const { hybrid } = facts;
  const schemas = hybrid ? [PDF_UA, FACTUR_X] : [PDF_UA];
  return [
    about('xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"', '<pdfuaid:part>1</pdfuaid:part>'),
    ...(hybrid ? [hybridProperties(hybrid)] : []),
    extensions(schemas),
    describe(facts),
  ].join('\n');
}

const about = (namespaces: string, content: string): string =>
  `<rdf:Description rdf:about="" ${namespaces}>${content}</rdf:Description>`;

const hybridProperties = ({ fileName, version, conformanceLevel }: HybridFacts): string =>
  about(
    `xmlns:fx="${FX}"`,
    `<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${escapeText(fileName)}</fx:DocumentFileName>` +
      `<fx:Version>${escapeText(version)}</fx:Version><fx:ConformanceLevel>${escapeText(conformanceLevel)}</fx:ConformanceLevel>`,
  );

const extensions = (schemas: readonly ExtensionSchema[]): string =>
  about(
    'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" ' +
      'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
    `<pdfaExtension:schemas><rdf:Bag>${schemas.map(schemaItem).join('')}</rdf:Bag></pdfaExtension:schemas>`,
  );

const schemaItem = ({ name, namespace, prefix, properties }: ExtensionSchema): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema>` +
  `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
  `<pdfaSchema:property><rdf:Seq>${properties
    .map(
      (one) =>
        `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${one.name}</pdfaProperty:name>` +
        `<pdfaProperty:valueType>${one.type}</pdfaProperty:valueType>` +
        `<pdfaProperty:category>${one.category}</pdfaProperty:category>` +
        `<pdfaProperty:description>${one.description}</pdfaProperty:description></rdf:li>`,
    )
    .join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;

/** Equal to the document information dictionary for values that are in both (ISO 19005-3, 6.6.2.1). */
function describe({ title, author, producer, created, language }: FileFacts): string {
  const date = `${created.toISOString().slice(0, 19)}Z`;
  return [
    about(
      'xmlns:dc="http://purl.org/dc/elements/1.1/"',
      `<dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeText(title)}</rdf:li></rdf:Alt></dc:title>` +
        (author === ''
          ? ''
          : `<dc:creator><rdf:Seq><rdf:li>${escapeText(author)}</rdf:li></rdf:Seq></dc:creator>`) +
        `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>`,
    ),
    about(
      'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
      `<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate><xmp:CreatorTool>${escapeText(producer)}</xmp:CreatorTool>`,
    ),
    about('xmlns:pdf="http://ns.adobe.com/pdf/1.3/"', `<pdf:Producer>${escapeText(producer)}</pdf:Producer>`),
  ].join('\n');
}
