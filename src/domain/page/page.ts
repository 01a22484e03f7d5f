import type { IsoDate } from '../invoice/en16931.ts';
import type { Language } from './words.ts';

/**
 * A page for people: texts in reading order, without positions, fonts or paper. Plain data, so that another thread can draw it.
 * @typeParam Text of what the invoice states: `PageText` while the page is made.
 */
export interface Page<Text = string> {
  readonly language: Language;
  /** Title of the file: the kind of document, and its seller. */
  readonly title: string;
  readonly author: string;
  /** BT-2, the date of everything in the file. */
  readonly issueDate?: IsoDate;
  /** BT-40: a reader expects times about the document in its clocks. */
  readonly sellerCountry?: string;
  /** BT-115 in BT-5: a decimal number, for readers in another language. */
  readonly due?: { readonly amount: string; readonly currency?: string };
  readonly colours: Colours;
  readonly head: Head<Text>;
  /** At the foot of each sheet; `{page}` and `{pages}` are filled in. */
  readonly pageOf: string;
  readonly blocks: readonly Block<Text>[];
}

/** `#rrggbb`. */
export interface Colours {
  readonly brand: string;
  readonly accent: string;
}

interface Head<Text = string> {
  readonly sender: Text;
  /** The kind of document: `Invoice`. */
  readonly kind: Text;
  readonly number: Text;
}

export type Block<Text = string> =
  Parties<Text> | Card<Text> | Table<Text> | Sums<Text> | Beside<Text> | Texts<Text> | Notice<Text>;

/** Named parties; two are side by side. */
export interface Parties<Text = string> {
  readonly block: 'parties';
  readonly parties: readonly PartyBox<Text>[];
}

export interface PartyBox<Text = string> {
  readonly heading: string;
  readonly name: Text;
  readonly lines: readonly Text[];
  /** Below the address, smaller. */
  readonly small: readonly Text[];
}

export interface Fact<Text = string> {
  readonly label: string;
  readonly value: Text;
}

/** Facts that belong together; `box` is emphasised, `plain` is not. */
export interface Card<Text = string> {
  readonly block: 'card';
  readonly tone: 'box' | 'plain';
  readonly heading?: string;
  readonly facts: readonly Fact<Text>[];
  readonly texts: readonly Text[];
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

export interface Table<Text = string> {
  readonly block: 'table';
  readonly heading: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row<Text>[];
  /** The sum so far, at the break to another sheet. */
  readonly carried?: { readonly over: string; readonly forward: string };
}

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Takes the remaining width. */
  readonly wide?: boolean;
}

export interface Row<Text = string> {
  readonly cells: readonly Cell<Text>[];
  /** Sum up to this row. */
  readonly sum?: string;
  readonly remarks: readonly Remark<Text>[];
}

export interface Cell<Text = string> {
  readonly text: Text;
  readonly strong?: boolean;
  /** Below the text. */
  readonly small: readonly Text[];
}

/** Sums of the invoice; the last one is the amount due. */
export interface Sums<Text = string> {
  readonly block: 'sums';
  readonly heading: string;
  readonly rows: readonly (Fact<Text> & { readonly strong: boolean })[];
}

/** Two blocks, side by side if the sheet has room. */
export interface Beside<Text = string> {
  readonly block: 'beside';
  readonly left: Table<Text>;
  readonly right: Sums<Text>;
}

export interface Texts<Text = string> {
  readonly block: 'texts';
  readonly tone: 'usual' | 'small';
  readonly heading: string;
  readonly paragraphs: readonly (Partial<Fact<Text>> & { readonly value: Text })[];
}

/** The reasons of a refusal. */
export interface Notice<Text = string> {
  readonly block: 'notice';
  readonly heading: string;
  readonly intro: string;
  readonly remarks: readonly Remark<Text>[];
}

export interface Remark<Text = string> {
  readonly severity: 'error' | 'warning' | 'information';
  readonly title: string;
  /** From the catalogue, so in English. */
  readonly message: string;
  readonly hint?: Fact<Text>;
  readonly facts: readonly Fact<Text>[];
}
