import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import type { Difference, Loss } from '../domain/documents/loss.ts';

/** `view`: the page as PDF. */
export const CONVERSION_TARGETS = [
  'canonical',
  'ubl',
  'cii',
  'fa3',
  'xrechnung-ubl',
  'xrechnung-cii',
  'facturx',
  'view',
] as const;
export type ConversionTarget = (typeof CONVERSION_TARGETS)[number];
/** Documents of EN 16931 that claim no further specification. */
export const CORE_TARGETS: ReadonlySet<ConversionTarget> = new Set(['ubl', 'cii', 'facturx']);

/** Plain data: it goes to a thread. */
export interface ConversionOrder {
  /** JSON of a canonical invoice, XML, or a PDF with XML in it. */
  readonly bytes: Uint8Array;
  readonly form: 'canonical' | 'file';
  readonly to: ConversionTarget;
  /** Whether the canonical document has the contents of attachments in it. */
  readonly attachments: 'reference' | 'inline';
}

export type Conversion = Converted | Unconverted;

export interface Converted {
  readonly converted: true;
  readonly source: {
    readonly syntax: string;
    readonly specification?: string;
    readonly process?: string;
  };
  /** Of a conversion to the canonical form: plain JSON. */
  readonly document?: Readonly<Record<string, unknown>>;
  /** Of every other conversion. */
  readonly file?: { readonly mediaType: 'application/xml' | 'application/pdf'; readonly bytes: Uint8Array };
  /** Of the document: why `POST /invoices` would refuse it as it is. */
  readonly findings: readonly Finding[];
  readonly losses: readonly Loss[];
  readonly furtherLosses: number;
  readonly differences: readonly Difference[];
  readonly furtherDifferences: number;
  /** Decimals, by the name of the total. */
  readonly totals: {
    readonly stated: Readonly<Record<string, string>>;
    readonly computed?: Readonly<Record<string, string>>;
  };
  readonly attachments: readonly ConvertedAttachment[];
}

export interface ConvertedAttachment {
  /** In the canonical document. */
  readonly field: string;
  readonly id?: string;
  readonly filename?: string;
  readonly mime?: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** The file cannot be read, or the target cannot state it. */
interface Unconverted {
  readonly converted: false;
  readonly findings: NonEmpty<Finding>;
}

/** Converts documents off this process's event loop: they come from outside and may be hostile. */
export interface Converter {
  /** @throws CallFailed `busy` if too many wait, or if the work was lost: out of time or memory. */
  convert(order: ConversionOrder): Promise<Conversion>;
}
