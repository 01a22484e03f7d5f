/** A level of Factur-X and ZUGFeRD: its names in the PDF and in the invoice. */
interface FacturxLevel {
  /** `fx:ConformanceLevel`. */
  readonly level: string;
  /** BT-24, including the German names of ZUGFeRD 2.0. */
  readonly specifications: readonly string[];
  /** Values that `/AFRelationship` may have. */
  readonly relationships: readonly string[];
  /** Its invoices have no lines. */
  readonly isWithoutLines?: true;
}

const EN16931 = 'urn:cen.eu:en16931:2017';
const WHOLE = ['Alternative', 'Source', 'Data'];

/** Factur-X 1.09.2, chapters 6.2.2 and 7.1; the booking aids may be data only. */
export const FACTURX_LEVELS: readonly FacturxLevel[] = [
  {
    level: 'MINIMUM',
    specifications: ['urn:factur-x.eu:1p0:minimum', 'urn:zugferd.de:2p0:minimum'],
    relationships: ['Data'],
    isWithoutLines: true,
  },
  {
    level: 'BASIC WL',
    specifications: ['urn:factur-x.eu:1p0:basicwl', 'urn:zugferd.de:2p0:basicwl'],
    relationships: ['Data'],
    isWithoutLines: true,
  },
  {
    level: 'BASIC',
    specifications: [
      `${EN16931}#compliant#urn:factur-x.eu:1p0:basic`,
      `${EN16931}#compliant#urn:zugferd.de:2p0:basic`,
    ],
    relationships: WHOLE,
  },
  { level: 'EN 16931', specifications: [EN16931], relationships: WHOLE },
  {
    level: 'EXTENDED',
    specifications: [
      `${EN16931}#conformant#urn:factur-x.eu:1p0:extended`,
      `${EN16931}#conformant#urn:zugferd.de:2p0:extended`,
      `${EN16931}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`,
    ],
    relationships: WHOLE,
  },
  {
    level: 'XRECHNUNG',
    specifications: [`${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`],
    relationships: WHOLE,
  },
];

/** The level of a BT-24; undefined if Factur-X does not have it. */
export const levelOf = (specification: string | null): FacturxLevel | undefined =>
  FACTURX_LEVELS.find(
    ({ specifications, level }) =>
      specification !== null &&
      (specifications.includes(specification) ||
        (level === 'XRECHNUNG' && specification.includes('xrechnung'))),
  );

/** A BT-24 under its name in Factur-X, if ZUGFeRD has another one. */
export function facturxName(specification: string | null): string | null {
  const isGerman = specification?.includes('urn:zugferd.de:2p0:') === true;
  return (isGerman && levelOf(specification)?.specifications[0]) || specification;
}

/** The file names under which readers look for the invoice; a writer uses the first two. */
export const FACTURX_FILE_NAMES = [
  'factur-x.xml',
  'xrechnung.xml',
  'zugferd-invoice.xml',
  'ZUGFeRD-invoice.xml',
];
