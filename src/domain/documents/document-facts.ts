import type { Addressing } from '../vocabulary/addressing.ts';
import type { DocumentFacts } from '../vocabulary/document-facts.ts';
import { singleSpaced } from '../vocabulary/text.ts';
import { ADDRESS_TERMS, addressingOf } from './addressing.ts';
import type { DocumentForm } from './document-form.ts';
import { FA3_ROOT, fa3Facts } from './fa3/read-facts.ts';
import { FA_RR_ROOT, rrFacts } from './fa-rr/read-facts.ts';
import { narrowTo } from './narrowed-form.ts';
import { readTerms } from './read-document.ts';
import type { En16931Invoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { issuerOf } from '../invoice/issuer.ts';
import { summaryOf } from '../invoice/summary.ts';
import type { InvoiceSummary } from '../vocabulary/invoice-summary.ts';
import type { Syntaxes } from './syntaxes.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';

/**
 * The terms by which a document is listed, checked and sent. Parties and amounts are never kept outside of the sealed file (contract 2.1):
 * sender and receiver are read again for each send.
 */
const FACT_TERMS = ['BT-1', 'BT-2', 'BT-24', ...ADDRESS_TERMS];

/** Terms beside these and those of its address that a summary has. */
const SUMMARY_TERMS = ['BT-9', 'BT-115'];

/** Terms beside these by which a tax report states a purchase. */
const PURCHASE_TERMS = [
  ...['BT-8', 'BT-9', 'BT-21', 'BT-22', 'BT-25', 'BT-26', 'BT-63', 'BT-72', 'BT-73', 'BT-74'],
  ...['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-79', 'BT-80'],
  ...['BT-92', 'BT-95', 'BT-96', 'BT-99', 'BT-102', 'BT-103'],
  ...['BT-109', 'BT-110', 'BT-111', 'BT-116', 'BT-117', 'BT-118', 'BT-119', 'BT-120', 'BT-121'],
];

/** Terms beside all of these in which an invoice may look wrong. */
const DOUBTED_TERMS = [
  'BT-7',
  'BT-59',
  'BT-84',
  'BT-113',
  'BT-114',
  'BT-129',
  'BT-134',
  'BT-135',
  'BT-151',
  'BT-152',
];

const READ_TERMS = new Set([...FACT_TERMS, ...SUMMARY_TERMS, ...PURCHASE_TERMS, ...DOUBTED_TERMS]);

/** The parts of every form that are needed to read the facts. Plain data: it goes to the threads that read files. */
export const factForms = (syntaxes: Syntaxes): readonly DocumentForm[] =>
  syntaxes.forms.map((form) => narrowTo(form, READ_TERMS));

/** A BT-1 that is longer than the contract allows does not list an invoice. */
const MAX_NUMBER_LENGTH = 200;

/** @returns undefined if no form has this root, and it is none of KSeF, whose forms are no syntaxes of EN 16931. */
export function documentFacts(
  forms: readonly DocumentForm[],
  root: XmlElement,
):
  | {
      readonly facts: DocumentFacts;
      readonly addressing: Addressing;
      readonly summary: InvoiceSummary;
      /** As far as it was read. */
      readonly invoice: Partly<En16931Invoice>;
    }
  | undefined {
  const read = readRoot(forms, root);
  if (!read) return undefined;
  const { syntax, invoice } = read;
  const { specification = null, number, issueDate = null } = invoice;
  const listed = singleSpaced(number ?? '');
  const facts = {
    syntax,
    specification,
    number: listed !== '' && listed.length <= MAX_NUMBER_LENGTH ? listed : null,
    issueDate,
  };
  const issuer = issuerOf(invoice);
  const summary = { ...summaryOf(invoice), ...(issuer && { issuer }) };
  return { facts, addressing: addressingOf(root.name, invoice), summary, invoice };
}

function readRoot(forms: readonly DocumentForm[], root: XmlElement) {
  if (root.name === FA3_ROOT) return { syntax: 'fa3' as const, invoice: fa3Facts(root) };
  if (root.name === FA_RR_ROOT) return { syntax: 'fa-rr' as const, invoice: rrFacts(root) };
  return readBy(forms, root);
}

function readBy(forms: readonly DocumentForm[], root: XmlElement) {
  const form = forms.find(({ expandedRoot }) => expandedRoot === root.name);
  return form && { syntax: form.syntax, invoice: readTerms(form, root) };
}
