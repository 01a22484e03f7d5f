import type { CompleteInvoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { FA3_ROOT } from './fa3/read-facts.ts';
import { readFa3 } from './fa3/read-fa3.ts';
import { FA_RR_ROOT } from './fa-rr/read-facts.ts';
import { readRr, type RrReading } from './fa-rr/read-rr.ts';
import { elementsOfTerms, readTerms, type TermElements } from './read-document.ts';
import type { Syntaxes } from './syntaxes.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';

/** What its form says of how a document is shown. */
export interface ShownAs {
  /** FA(3) and FA_RR(1) are Polish documents; others state no language. */
  readonly lang?: string;
  /** FA(3) states a correction as the difference. */
  readonly statesDifference?: true;
  /** Of an invoice for a flat-rate farmer, whose tax is a refund. */
  readonly flatRate?: RrReading['flatRate'];
}

export interface ShownDocument extends ShownAs {
  readonly invoice: Partly<CompleteInvoice>;
}

export const FA3_SHOWN_AS: ShownAs = { lang: 'pl', statesDifference: true };

export const rrShownAs = (flatRate: RrReading['flatRate']): ShownAs => ({ lang: 'pl', flatRate });

/** The contents of a finished document; undefined if its syntax is unknown. */
export function shownDocument(syntaxes: Syntaxes, root: XmlElement): ShownDocument | undefined {
  if (root.name === FA3_ROOT) return { invoice: readFa3(root).invoice, ...FA3_SHOWN_AS };
  if (root.name === FA_RR_ROOT) {
    const { invoice, flatRate } = readRr(root);
    return { invoice, ...rrShownAs(flatRate) };
  }
  const form = syntaxes.forms.find(({ expandedRoot }) => expandedRoot === root.name);
  return form && { invoice: readTerms(form, root) };
}

/** Where a finished document states its terms; nowhere if no table has its syntax. */
export function locateTerms(syntaxes: Syntaxes, root: XmlElement): TermElements {
  const form = syntaxes.forms.find(({ expandedRoot }) => expandedRoot === root.name);
  return form ? elementsOfTerms(form, root) : new Map();
}
