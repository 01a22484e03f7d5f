import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { Exception } from '../verdicts/compare.ts';

/** The reason why a public file is refused: code and message of a finding under the published rules. */
export interface KnownCause extends Exception {
  /** Both if left out. */
  readonly route?: Route;
  /** Mustang accepts such a file: it does not check this, or uses an older edition. */
  readonly mustangAccepts?: true;
}

/** `docs/pdf.md` lists the same causes. */
export const KNOWN_CAUSES: readonly KnownCause[] = [
  { difference: /^\+EI-PDF-1 .*encrypted/, of: /PDFWithPassword/, cause: 'needs a password' },
  { difference: /^\+EI-PDF-1 .*cannot be read/, of: /waytoosmall/, cause: 'is 15 bytes long' },
  {
    difference: /^\+EI-PDF-9 .*has no attachment/,
    cause: 'a template, manual or report without an attachment',
  },
  { difference: /^\+EI-PDF-9 .*order-x\.xml/, cause: 'an order', mustangAccepts: true },
  {
    difference: /^\+EI-PDF-9 .*(more than one|second) invoice/,
    of: /validV2PDF|invalidXMP|corruptedV2PDF/,
    cause: 'the XML of ZUGFeRD 1 lies beside that of Factur-X',
  },
  {
    difference: /^\+EI-XML-TYPE .*level (MINIMUM|BASIC WL)/,
    cause: 'a level that is no invoice on the route',
    mustangAccepts: true,
  },
  { difference: /^\+EI-XML-TYPE .*CrossIndustryDocument/, cause: 'ZUGFeRD 1', mustangAccepts: true },
  {
    difference: /^\+(EI-XSD|EI-PDF-13) /,
    of: /^zugferd_2p0_/,
    cause: 'ZUGFeRD 2.0 of 2019, of which some samples do not fit the schemas since then',
  },
  {
    difference: /^\+(PEPPOL-EN16931-R0(01|08|10|20|46)|BR-DE-2) /,
    of: /xrechnung|2p1_EN16931_Elektron/i,
    route: 'DE-XRECHNUNG',
    cause: 'an XRechnung without the business process or electronic addresses that 3.0 demands',
    mustangAccepts: true,
  },
  {
    difference: /^\+(BR-CL-25|FX-SCH-A-(000571|000704)) /,
    of: /ElektronischeAdresse|RechnungsUebertragung|InnergemeinschLieferung|Fremdwaehrung/,
    cause: 'a sample up to 2.2: the scheme of an electronic address is not in the list of today',
  },
  {
    difference: /^\+FX-SCH-A-(000973|001137) /,
    of: /Fremdwaehrung/,
    cause: 'a sample up to 2.2: a reason code is not in the list of today',
  },
  {
    difference: /^\+FX-SCH-A-001084 /,
    of: /^zugferd_2p0_/,
    cause: 'a sample of ZUGFeRD 2.0: a code is not in the list of today',
  },
  {
    difference: /^\+(CII-DT-024|EI-RULE) /,
    of: /^zugferd_2p0_EN16931_Betriebskosten/,
    cause: 'a sample of ZUGFeRD 2.0: an element that EN 16931 does not have',
    mustangAccepts: true,
  },
  {
    difference: /^\+CII-SR-465 /,
    of: /Elektron_embedded/,
    cause: 'the contact has two names, which the rules of Factur-X refuse since',
    mustangAccepts: true,
  },
  { difference: /^\+BR-S-05 /, of: /Kaffee_Bundle/, cause: 'a line with the rate 0 of the category S' },
  { difference: /^\+CII-DT-031 /, of: /XMLinvalidV2PDF/, cause: 'made to be refused' },
  {
    difference: /^\+(FX-SCH-A-(000420|000453|000872|001014)|EI-RULE) /,
    of: /ZTESTZUGFERD/,
    cause: 'identifiers with and without a scheme the wrong way round, notes with unknown codes',
  },
  {
    difference: /^\+EI-RULE .*@schemeID/,
    of: /^Facture_FR_(EN16931|EXTENDED)/,
    cause:
      'a sample of 2019: a scheme beside the e-mail address of a contact, which the rules of today do not have',
    mustangAccepts: true,
  },
  {
    difference: /^\+EI-PDF-11 /,
    of: /103767-Invoice/,
    cause: '/AFRelationship is Unspecified',
    mustangAccepts: true,
  },
  {
    difference: /^\+EI-PDF-12 /,
    of: /XRechnung/,
    cause: 'an XRechnung under the level EN 16931',
    mustangAccepts: true,
  },
  { difference: /^\+EI-PDF-14 /, cause: 'the layers before name the rules', mustangAccepts: true },
  {
    difference: /^\+BR-FR-/,
    route: 'FR-PA',
    cause:
      'made for Germany, or before the reform: notes, SIREN, addresses, rates of VAT that France demands',
  },
  {
    difference: /^\+EI-RULES-END .* of BR-FR cannot judge/,
    route: 'FR-PA',
    cause: 'level EXTENDED has twice what the rules of flux 2 read once: they end with an error',
  },
  {
    difference: /^\+EI-BT24-UNKNOWN /,
    route: 'FR-PA',
    cause: 'the BT-24 of a German XRechnung, which France does not know',
  },
  { difference: /^\+EI-PDF-2 /, route: 'FR-PA', cause: 'no PDF/A-3, as veraPDF says' },
  {
    difference: /^\+EI-PDF-([4-8]) /,
    of: /pdfa4/,
    route: 'FR-PA',
    cause: 'PDF/A-4, and its XMP has no properties of Factur-X',
  },
  { difference: /^\+EI-PDF-7 /, of: /invalidXMP/, route: 'FR-PA', cause: 'made to be refused' },
  {
    difference: /^\+EI-PDF-10 /,
    of: /103767-Invoice|corruptedV2PDF/,
    route: 'FR-PA',
    cause: 'the XML is application/octet-stream, or not in the name tree',
  },
];

/** Files that Mustang refuses and this service accepts. */
export const MUSTANG_REFUSES: readonly Exception[] = [
  {
    of: /SubInvoiceLine/,
    difference: /^-invalid$/,
    cause: 'Mustang has an older edition of the rules of EXTENDED for lines within lines',
  },
];

export const causesOn = (route: Route): readonly KnownCause[] =>
  KNOWN_CAUSES.filter((known) => known.route === undefined || known.route === route);
