import type { Page } from '../domain/page/page.ts';
import type { ProofWords } from '../domain/proof/proof-page.ts';

/** Writes pages as HTML files that open without a network and run nothing. */
export interface PageWriter {
  invoice(page: Page): string;
  proof(page: Page, proof: string, words: ProofWords): string;
  /** The first page of an archive, in pieces. */
  index(index: ArchiveIndex, words: ProofWords): Iterable<string>;
}

export interface ArchiveIndex {
  readonly company: string;
  /** The days that it is of; empty if no invoice has one. */
  readonly period: readonly string[];
  /** Below the title: what is in the archive. */
  readonly about: readonly string[];
  /** Files about all invoices. */
  readonly files: readonly IndexFile[];
  readonly sums: readonly IndexSum[];
  /** What the sums leave out. */
  readonly notes: readonly string[];
  readonly rows: Iterable<IndexRow>;
}

/** What invoices of one kind and currency amount to. Amounts are without VAT, VAT, with VAT. */
export interface IndexSum {
  readonly name: string;
  readonly currency: string;
  /** How many. */
  readonly invoices: string;
  readonly rates: readonly { readonly name: string; readonly amounts: readonly string[] }[];
  readonly amounts: readonly string[];
}

export interface IndexFile {
  readonly label: string;
  readonly path: string;
}

export interface IndexRow {
  readonly direction: string;
  readonly number: string;
  readonly issueDate: string;
  readonly seller: string;
  readonly buyer: string;
  readonly total: string;
  readonly network: string;
  readonly numberOfNetwork: string;
  readonly state: string;
  readonly files: readonly IndexFile[];
  /** Files that should be there, each with the reason. */
  readonly missing: readonly string[];
}
