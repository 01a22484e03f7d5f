import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/xml';
import { keepLastTree } from './parsed.ts';

/** Where the elements of an XML text stand. A text that is broken somewhere is read as far as it goes. */

export interface LocatedElement {
  /** Where the element begins, or the last one around it. */
  readonly at: number;
  /** The rest of the path, if the element is not there. */
  readonly missing: readonly string[];
  /** Before what a missing element belongs, or after the tag of the one around it. */
  readonly ghostAt: number;
  /** As the elements around it are named: `ram:`. */
  readonly prefix: string;
}

/** The first elements of those that the standards order, so that a missing one is shown where it belongs. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  ApplicableHeaderTradeAgreement: ['BuyerReference', 'SellerTradeParty', 'BuyerTradeParty'],
  Invoice: [
    ...[
      'CustomizationID',
      'ProfileID',
      'ID',
      'IssueDate',
      'DueDate',
      'InvoiceTypeCode',
      'Note',
      'TaxPointDate',
    ],
    ...['DocumentCurrencyCode', 'TaxCurrencyCode', 'AccountingCost', 'BuyerReference', 'InvoicePeriod'],
    ...[
      'OrderReference',
      'BillingReference',
      'AccountingSupplierParty',
      'AccountingCustomerParty',
      'Delivery',
    ],
    ...['PaymentMeans', 'PaymentTerms', 'TaxTotal', 'LegalMonetaryTotal', 'InvoiceLine'],
  ],
};

const topOf = keepLastTree(parser);

/** @param path local names below the root. */
export function locateElement(text: string, path: readonly string[]): LocatedElement | undefined {
  const root = topOf(text).getChild('Element');
  if (!root) return undefined;
  let element: SyntaxNode = root;
  for (const [index, name] of path.entries()) {
    const next: SyntaxNode | undefined = childrenOf(element).find(
      (child) => localNameOf(text, child) === name,
    );
    if (!next) return missingIn(text, element, path.slice(index));
    element = next;
  }
  return { at: element.from, missing: [], ghostAt: element.from, prefix: '' };
}

function missingIn(text: string, around: SyntaxNode, missing: readonly string[]): LocatedElement {
  const children = childrenOf(around);
  const order = ORDERS[localNameOf(text, around)] ?? [];
  const own = order.indexOf(missing[0] ?? '');
  // The last one that stands before it.
  const before =
    own < 0 ? undefined : children.findLast((child) => comesBefore(order, localNameOf(text, child), own));
  const tag = around.firstChild;
  const prefix = /^(?:([^:]+:))?/.exec(nameOf(text, children[0] ?? around))?.[1] ?? '';
  return { at: around.from, missing, ghostAt: before ? before.to - 1 : (tag?.to ?? around.from) - 1, prefix };
}

const comesBefore = (order: readonly string[], name: string, own: number): boolean => {
  const at = order.indexOf(name);
  return at >= 0 && at < own;
};

const childrenOf = (element: SyntaxNode): readonly SyntaxNode[] => element.getChildren('Element');

const nameOf = (text: string, element: SyntaxNode): string => {
  const name = (element.getChild('OpenTag') ?? element.getChild('SelfClosingTag'))?.getChild('TagName');
  return name ? text.slice(name.from, name.to) : '';
};

const localNameOf = (text: string, element: SyntaxNode): string => nameOf(text, element).replace(/^.*:/, '');

/** @param line from 1, as findings name it. */
export function offsetOf(text: string, line: number, column = 1): number {
  let at = 0;
  for (let each = 1; each < line; each += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return at;
    at = end + 1;
  }
  return at + Math.max(0, column - 1);
}
