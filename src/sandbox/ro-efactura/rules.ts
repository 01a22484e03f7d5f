import type { XmlElement } from 'libxml2-wasm';
import { NAMESPACES, withXml } from '../documents.ts';
import { isCui } from './check-digits.ts';
import { invoiceParts } from './invoice-parts.ts';
import { TEXTS } from './texts.ts';

const SELLER = '/*/cac:AccountingSupplierParty/cac:Party/cac:PostalAddress';
const BUYER = '/*/cac:AccountingCustomerParty/cac:Party/cac:PostalAddress';
const ROMANIAN = "cac:Country/cbc:IdentificationCode = 'RO'";
const COUNTIES =
  'AB AG AR B BC BH BN BR BT BV BZ CJ CL CS CT CV DB DJ GJ GL GR HD HR IF IL IS MH MM MS NT OT PH SB SJ SM SV TL TM TR VL VN VS';
const LISTED = `contains('${COUNTIES.replace(/\S+/g, ' RO-$& ').replace(/ +/g, ' ')} ', concat(' ', normalize-space(cbc:CountrySubentity), ' '))`;
const IN_SECTOR =
  "normalize-space(cbc:CountrySubentity) != 'RO-B' or contains(' SECTOR1 SECTOR2 SECTOR3 SECTOR4 SECTOR5 SECTOR6 ', concat(' ', normalize-space(cbc:CityName), ' '))";
const CIUS_RO = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';

/** Checks of UBL beyond its schema, as XPath 1.0 that is true for a valid document. Ids are as ANAF prints them. */
const RULES: readonly { readonly id: string; readonly says: string; readonly holds: string }[] = [
  {
    id: 'BR-RO-001',
    says: 'Identificatorul specificatiei (BT-24)',
    holds: `normalize-space(/*/cbc:CustomizationID) = '${CIUS_RO}'`,
  },
  {
    id: 'BR-RO-010',
    says: 'Numarul facturii (BT-1)',
    holds: "translate(/*/cbc:ID, '0123456789', '') != string(/*/cbc:ID)",
  },
  {
    id: 'BR-RO-020',
    says: 'Codul tipului facturii (BT-3)',
    holds:
      "contains(' 380 384 389 751 ', concat(' ', normalize-space(/*/cbc:InvoiceTypeCode), ' ')) or normalize-space(/*/cbc:CreditNoteTypeCode) = '381'",
  },
  {
    id: 'BR-RO-030',
    says: 'Codul monedei de contabilizare a TVA (BT-6)',
    holds:
      "normalize-space(/*/cbc:DocumentCurrencyCode) = 'RON' or normalize-space(/*/cbc:TaxCurrencyCode) = 'RON'",
  },
  {
    id: 'BR-RO-080',
    says: 'Adresa (BT-35, BT-50)',
    holds: `normalize-space(${SELLER}/cbc:StreetName) != '' and normalize-space(${BUYER}/cbc:StreetName) != ''`,
  },
  {
    id: 'BR-RO-090',
    says: 'Localitatea (BT-37, BT-52)',
    holds: `normalize-space(${SELLER}/cbc:CityName) != '' and normalize-space(${BUYER}/cbc:CityName) != ''`,
  },
  {
    id: 'BR-RO-100',
    says: 'Localitatea din Municipiul Bucuresti (BT-37, BT-52)',
    holds: `not((${SELLER} | ${BUYER})[${ROMANIAN}][not(${IN_SECTOR})])`,
  },
  {
    id: 'BR-RO-110',
    says: 'Subdiviziunea tarii (BT-39, BT-54)',
    holds: `not((${SELLER} | ${BUYER})[${ROMANIAN}][not(${LISTED})])`,
  },
  {
    id: 'BR-RO-120',
    says: 'Cumparatorul (BT-47, BT-48)',
    holds:
      "normalize-space(/*/cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID) != '' or normalize-space(/*/cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID) != ''",
  },
];

/** ANAF's error messages about a file; none if it is accepted. */
export const errorsOf = (bytes: Buffer): readonly string[] => {
  const { sellerCif } = invoiceParts(bytes);
  return [...aboutSeller(sellerCif), ...againstRules(bytes)];
};

/** The register is not published. A number that begins with zero is unknown, as in the recorded answer. */
function aboutSeller(cif: string): readonly string[] {
  if (cif.startsWith('0')) return [TEXTS.unknownSeller(cif)];
  return cif === '' || cif.length === 13 || isCui(cif) ? [] : [TEXTS.wrongSeller(cif)];
}

/** CII is not checked. */
const againstRules = (bytes: Buffer): readonly string[] =>
  withXml(bytes, (root) =>
    root.name === 'CrossIndustryInvoice'
      ? []
      : RULES.filter(({ holds }) => !isTrue(root, holds)).map(({ id, says }) => TEXTS.rule(id, says)),
  );

const isTrue = (root: XmlElement, expression: string): boolean =>
  root.find(`/*[${expression}]`, NAMESPACES).length > 0;
