import type { Syntax } from '../../src/domain/vocabulary/syntax.ts';

/** Where a syntax says what an invoice is listed and checked by: local names from the root on. */
export interface FactPlaces {
  readonly syntax: Syntax;
  readonly root: string;
  readonly namespace: string;
  /** BT-24; FA(3) has none. */
  readonly specification: readonly string[] | null;
  /** BT-1. */
  readonly number: readonly string[];
  /** BT-2. */
  readonly issueDate: readonly string[];
}

const UBL = {
  specification: ['CustomizationID'],
  number: ['ID'],
  issueDate: ['IssueDate'],
} as const;

export const FACT_PLACES: readonly FactPlaces[] = [
  {
    syntax: 'ubl-invoice',
    root: 'Invoice',
    namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    ...UBL,
  },
  {
    syntax: 'ubl-creditnote',
    root: 'CreditNote',
    namespace: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
    ...UBL,
  },
  {
    syntax: 'cii',
    root: 'CrossIndustryInvoice',
    namespace: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    specification: ['ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'],
    number: ['ExchangedDocument', 'ID'],
    issueDate: ['ExchangedDocument', 'IssueDateTime', 'DateTimeString'],
  },
  {
    syntax: 'fa3',
    root: 'Faktura',
    namespace: 'http://crd.gov.pl/wzor/2025/06/25/13775/',
    specification: null,
    number: ['Fa', 'P_2'],
    issueDate: ['Fa', 'P_1'],
  },
];
