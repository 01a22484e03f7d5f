import { parser } from '@lezer/xml';
import { keepLast } from './parsed.ts';

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

/** An element of the text. */
interface Element {
  readonly from: number;
  readonly to: number;
  /** Where its first tag ends. */
  readonly tagTo: number;
  /** `ram:`, or nothing. */
  readonly prefix: string;
  /** Its local name. */
  readonly name: string;
  readonly children: readonly Element[];
}

const rootOf = keepLast((text): Element | undefined => {
  const around: { -readonly [Member in keyof Element]: Element[Member] }[] = [];
  const children: Element[][] = [[]];
  parser.parse(text).iterate({
    enter({ name: kind, from, to }) {
      if (kind === 'Element') {
        const own: Element[] = [];
        const element = { from, to, tagTo: from, prefix: '', name: '', children: own };
        children.at(-1)!.push(element);
        children.push(own);
        around.push(element);
        return;
      }
      const element = around.at(-1);
      if (!element || element.name !== '') return;
      if (kind === 'OpenTag' || kind === 'SelfClosingTag') element.tagTo = to;
      if (kind !== 'TagName') return;
      const [, prefix = '', name = ''] = /^([^:]*:)?(.*)$/s.exec(text.slice(from, to)) ?? [];
      Object.assign(element, { prefix, name });
    },
    leave({ name: kind }) {
      if (kind !== 'Element') return;
      around.pop();
      children.pop();
    },
  });
  return children[0]![0];
});

/** @param path local names below the root. */
export function locateElement(text: string, path: readonly string[]): LocatedElement | undefined {
  let element = rootOf(text);
  if (!element) return undefined;
  for (const [index, name] of path.entries()) {
    const next: Element | undefined = element.children.find((child) => child.name === name);
    if (!next) return missingIn(element, path.slice(index));
    element = next;
  }
  return { at: element.from, missing: [], ghostAt: element.from, prefix: '' };
}

function missingIn(around: Element, missing: readonly string[]): LocatedElement {
  const { from, tagTo, children } = around;
  const order = ORDERS[around.name] ?? [];
  const earlier = new Set(order.slice(0, Math.max(0, order.indexOf(missing[0] ?? ''))));
  const before = children.findLast(({ name }) => earlier.has(name));
  const { prefix } = children[0] ?? around;
  return { at: from, missing, ghostAt: (before?.to ?? tagTo) - 1, prefix };
}

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
