import type { Addressing } from '../vocabulary/addressing.ts';
import type { DocumentFacts } from '../vocabulary/document-facts.ts';
import { ADDRESS_TERMS, addressingOf } from './addressing.ts';
import type { DocumentForm } from './document-form.ts';
import { documentForms } from './forms-of-table.ts';
import { narrowedTo } from './narrowed-form.ts';
import { readTerms } from './read-document.ts';
import { syntaxTable } from './syntax-table.ts';
import type { Syntaxes } from './syntaxes.ts';
import type { XmlElement } from './xml-element.ts';

/**
 * What a document is listed, judged and sent by. Parties and amounts are never kept outside of the sealed file (contract 2.1):
 * from whom and to whom it goes is read again when it is sent.
 */
const FACT_TERMS = new Set(['BT-1', 'BT-2', 'BT-24', ...ADDRESS_TERMS]);

/** FA(3) has no table of all its terms yet. */
const FA3 = syntaxTable({
  syntax: 'fa3',
  title: 'FA(3)',
  namespaces: { fa: 'http://crd.gov.pl/wzor/2025/06/25/13775/' },
  documents: { fa3: { root: 'fa:Faktura' } },
  elements: [
    {
      'fa:Podmiot1': [
        { 'fa:DaneIdentyfikacyjne': [{ 'fa:NIP': 'BT-31' }] },
        { 'fa:Adres': [{ 'fa:KodKraju': 'BT-40' }] },
      ],
    },
    { 'fa:Fa': [{ 'fa:P_1': 'BT-2' }, { 'fa:P_2': 'BT-1' }] },
  ],
});

/** Of every kind of document, what is needed to read its facts. Plain data: it is handed to the threads that read files. */
export const factForms = (syntaxes: Syntaxes): readonly DocumentForm[] =>
  [...syntaxes.forms, ...documentForms(FA3)].map((form) => narrowedTo(form, FACT_TERMS));

/** BT-1 longer than the contract allows is no number to list an invoice by. */
const LONGEST_NUMBER = 200;

/** @returns undefined when the root is that of no form. */
export function documentFacts(
  forms: readonly DocumentForm[],
  root: XmlElement,
): { readonly facts: DocumentFacts; readonly addressing: Addressing } | undefined {
  const form = forms.find(({ expandedRoot }) => expandedRoot === root.name);
  if (!form) return undefined;
  const invoice = readTerms(form, root);
  const { specification = null, number, issueDate = null } = invoice;
  const listed = number?.trim().replaceAll(/\s+/g, ' ');
  const facts = {
    syntax: form.syntax,
    specification,
    number: listed !== undefined && listed.length <= LONGEST_NUMBER ? listed : null,
    issueDate,
  };
  return { facts, addressing: addressingOf(root.name, invoice) };
}
