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
  /** Below the title: what is in the archive. */
  readonly about: readonly string[];
  /** Files about all invoices. */
  readonly files: readonly IndexFile[];
  readonly rows: Iterable<IndexRow>;
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
