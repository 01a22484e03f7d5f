import { FA3_NAMESPACE, FA_RR_NAMESPACE } from '../vocabulary/fa3-namespace.ts';
import { readDate } from '../vocabulary/read-date.ts';
import type { Syntax } from '../vocabulary/syntax.ts';
import type { XmlElement } from '../vocabulary/xml-element.ts';

/** By what a document is judged: the rules in force follow from these. */
export interface DocumentKind {
  readonly syntax: Syntax;
  /** BT-24. */
  readonly specification: string | null;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate: string | null;
}

interface Places {
  readonly syntax: Syntax;
  /** Elements below the root; null: the syntax does not state it. */
  readonly specification: readonly string[] | null;
  readonly issueDate: readonly string[];
  readonly dates: string;
}

const RSM = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const RAM = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100';
const UDT = 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CBC = `${UBL}:CommonBasicComponents-2`;

const OF_UBL = {
  specification: [`{${CBC}}CustomizationID`],
  issueDate: [`{${CBC}}IssueDate`],
  dates: 'YYYY-MM-DD',
};

/** By root element. A test compares it with `schematron/syntaxes/`, from which every term of a document is read. */
const PLACES: ReadonlyMap<string, Places> = new Map([
  [`{${UBL}:Invoice-2}Invoice`, { syntax: 'ubl-invoice', ...OF_UBL }],
  [`{${UBL}:CreditNote-2}CreditNote`, { syntax: 'ubl-creditnote', ...OF_UBL }],
  [
    `{${RSM}}CrossIndustryInvoice`,
    {
      syntax: 'cii',
      specification: [
        `{${RSM}}ExchangedDocumentContext`,
        `{${RAM}}GuidelineSpecifiedDocumentContextParameter`,
        `{${RAM}}ID`,
      ],
      issueDate: [`{${RSM}}ExchangedDocument`, `{${RAM}}IssueDateTime`, `{${UDT}}DateTimeString`],
      dates: 'YYYYMMDD',
    },
  ],
  [
    `{${FA3_NAMESPACE}}Faktura`,
    {
      syntax: 'fa3',
      specification: null,
      issueDate: [`{${FA3_NAMESPACE}}Fa`, `{${FA3_NAMESPACE}}P_1`],
      dates: 'YYYY-MM-DD',
    },
  ],
  [
    `{${FA_RR_NAMESPACE}}Faktura`,
    {
      syntax: 'fa-rr',
      specification: null,
      issueDate: [`{${FA_RR_NAMESPACE}}FakturaRR`, `{${FA_RR_NAMESPACE}}P_4B`],
      dates: 'YYYY-MM-DD',
    },
  ],
]);

/** @returns undefined for a root element that is none of an invoice. */
export function kindOf(root: XmlElement): DocumentKind | undefined {
  const places = PLACES.get(root.name);
  if (!places) return undefined;
  const { syntax, specification, issueDate, dates } = places;
  return {
    syntax,
    specification: (specification && textAt(root, specification)?.replace(BLANK_ENDS, '')) || null,
    issueDate: readDate(textAt(root, issueDate)?.trim() ?? '', dates) ?? null,
  };
}

/** A no-break space stays, and rules see it. */
const BLANK_ENDS = /^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g;

/** Of the first element of each name. */
function textAt(root: XmlElement, path: readonly string[]): string | undefined {
  let element: XmlElement | undefined = root;
  for (const name of path) element = element?.elements.find((child) => child.name === name);
  return element?.text;
}
