import type { IsoDate } from '../invoice/en16931.ts';
import type { Language } from './words.ts';

/** A page for people: texts in reading order, without positions, fonts or paper. Plain data, so that another thread can draw it. */
export interface Page {
  readonly language: Language;
  /** Title of the file: the kind of document, and its seller. */
  readonly title: string;
  readonly author: string;
  /** BT-2, the date of everything in the file. */
  readonly issueDate?: IsoDate;
  /** BT-115 in BT-5: a decimal number, for readers in another language. */
  readonly due?: { readonly amount: string; readonly currency?: string };
  readonly colours: Colours;
  readonly head: Head;
  /** At the foot of each sheet; `{page}` and `{pages}` are filled in. */
  readonly pageOf: string;
  readonly blocks: readonly Block[];
}

/** `#rrggbb`. */
export interface Colours {
  readonly brand: string;
  readonly accent: string;
}

export interface Head {
  readonly sender: string;
  /** The kind of document: `Invoice`. */
  readonly kind: string;
  readonly number: string;
}

export type Block = Parties | Card | Table | Sums | Beside | Texts | Notice;

/** Named parties; two are side by side. */
export interface Parties {
  readonly block: 'parties';
  readonly parties: readonly PartyBox[];
}

export interface PartyBox {
  readonly heading: string;
  readonly name: string;
  readonly lines: readonly string[];
  /** Below the address, smaller. */
  readonly small: readonly string[];
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** Facts that belong together; `box` is emphasised, `plain` is not. */
export interface Card {
  readonly block: 'card';
  readonly tone: 'box' | 'plain';
  readonly heading?: string;
  readonly facts: readonly Fact[];
  readonly texts: readonly string[];
  readonly codes: readonly PageCode[];
}

/** A QR code. */
export interface PageCode {
  readonly payload: string;
  readonly title: string;
  readonly caption: string;
  /** Its text for readers who do not see it. */
  readonly alt: string;
}

export interface Table {
  readonly block: 'table';
  readonly heading: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The sum so far, at the break to another sheet. */
  readonly carried?: { readonly over: string; readonly forward: string };
}

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Takes the remaining width. */
  readonly wide?: boolean;
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Sum up to this row. */
  readonly sum?: string;
  readonly remarks: readonly Remark[];
}

export interface Cell {
  readonly text: string;
  readonly strong?: boolean;
  /** Below the text. */
  readonly small: readonly string[];
}

/** Sums of the invoice; the last one is the amount due. */
export interface Sums {
  readonly block: 'sums';
  readonly heading: string;
  readonly rows: readonly (Fact & { readonly strong: boolean })[];
}

/** Two blocks, side by side if the sheet has room. */
export interface Beside {
  readonly block: 'beside';
  readonly left: Table;
  readonly right: Sums;
}

export interface Texts {
  readonly block: 'texts';
  readonly tone: 'usual' | 'small';
  readonly heading: string;
  readonly paragraphs: readonly (Partial<Fact> & { readonly value: string })[];
}

/** The reasons of a refusal. */
export interface Notice {
  readonly block: 'notice';
  readonly heading: string;
  readonly intro: string;
  readonly remarks: readonly Remark[];
}

export interface Remark {
  readonly severity: 'error' | 'warning' | 'information';
  readonly title: string;
  /** From the catalogue, so in English. */
  readonly message: string;
  readonly hint?: Fact;
  readonly facts: readonly Fact[];
}
