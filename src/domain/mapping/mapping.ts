/**
 * One version of a connector's mapping, as `mappings/<connector>/v<n>.json` holds it: what is read from an ERP's export and where it
 * goes in the canonical invoice. It is data; `map-export.ts` applies it. docs/connectors.md describes each member.
 */
export interface Mapping {
  readonly connector: string;
  /** `v1`, `v2`, … */
  readonly version: string;
  readonly status: MappingStatus;
  readonly title: string;
  /** What differs from the version before. */
  readonly changes: readonly string[];
  /** Where the facts about the export come from. */
  readonly sources: readonly string[];
  /** How the export is written. `csv`: a table, one invoice with a row a line, in `{ csv }` or `{ csv_base64 }`. */
  readonly reads: 'json' | 'csv';
  readonly csv?: CsvForm;
  /** Values that an ERP writes where it has none: `false`, `0001-01-01`. An empty text and null are always such values. */
  readonly empty: readonly Scalar[];
  /** The kinds of object that are read; the first that fits. */
  readonly objects: readonly ExportObject[];
  /** Values in the export that nothing can be made of. */
  readonly refused: readonly RefusedValue[];
  readonly fields: readonly FieldRule[];
  readonly lines: LineRules;
  /** By the name in `erp_totals`. */
  readonly totals: readonly TotalRule[];
  /** An ERP's unit, compared in capitals, and its code of Recommendation 20 or 21. */
  readonly units: Readonly<Record<string, string>>;
  /** An ERP's tax code at a rate of 0, compared in capitals, and its VAT category. */
  readonly vatCategories: Readonly<Record<string, string>>;
  /** Stands in for a client's settings in the sandbox, group by group; in canonical form. */
  readonly example: Readonly<Record<string, unknown>>;
}

export const MAPPING_STATUSES = ['live', 'available', 'withdrawn'] as const;
export type MappingStatus = (typeof MAPPING_STATUSES)[number];

export type Scalar = string | number | boolean | null;

/** How a table is written. */
export interface CsvForm {
  readonly delimiter: string;
  readonly decimal: ',' | '.';
  /** Date patterns in order of trial, made of `YYYY`, `MM`, `DD`. */
  readonly dates: readonly string[];
  /** The column that tells one invoice from another. */
  readonly number: string;
  /** By the name that the rules use in place of a path. */
  readonly columns: Readonly<Record<string, CsvColumn>>;
}

export const CELLS = ['text', 'number', 'date'] as const;

export interface CsvColumn {
  /** What may stand above it; case does not count. */
  readonly headings: readonly string[];
  readonly as: (typeof CELLS)[number];
  /** `invoice`: each row of an invoice says the same, or nothing. */
  readonly of: 'invoice' | 'line';
  /** A table without it is none that the mapping reads. */
  readonly required: boolean;
}

export interface ExportObject {
  readonly name: string;
  /** All must hold. */
  readonly recognised: readonly Condition[];
  /** The object is of the right kind, but none that may be sent: a draft. */
  readonly unless: readonly (Condition & { readonly because: string })[];
  readonly fields: readonly FieldRule[];
  readonly lines: string;
}

/**
 * `is`, `isNot`: the member has one of the values, or none of them. `entitySet`: the OData context names it. Without any: the
 * member is there.
 */
export interface Condition {
  readonly member: string;
  readonly is?: readonly Scalar[];
  readonly isNot?: readonly Scalar[];
  readonly entitySet?: string;
  /** Members that tell the kind where there is no context. */
  readonly orMembers?: readonly string[];
}

export interface RefusedValue {
  readonly member: string;
  readonly label: string;
  readonly is: readonly Scalar[];
  readonly because: string;
}

export const READERS = ['text', 'number', 'date', 'html', 'capitals'] as const;
export type Reader = (typeof READERS)[number];

/** One member of the canonical invoice. */
export interface FieldRule {
  /** Canonical path, `buyer.address.city`; within lines relative to the line. */
  readonly to: string;
  /** Paths in the export, the first that has a value counts; none for a constant. */
  readonly from: readonly string[];
  /** The ERP's name of the field, as its screen shows it. */
  readonly label: string;
  readonly as: Reader;
  readonly value?: Scalar;
  /** A member of the settings that counts where the export has no value. */
  readonly setting?: string;
  readonly required: boolean;
  /** Left out when the number is zero. */
  readonly omitZero: boolean;
  /** Counts on these routes only; on all when there are none. */
  readonly routes: readonly string[];
  /** Counts only if one of these has a value other than 0. */
  readonly if: readonly string[];
  /** Counts only if none of these has a value. */
  readonly unless: readonly string[];
  readonly computed?: Computation;
}

/** How a number is computed of others; amounts have two decimals. `from` of the rule is what a finding names. */
export type Computation =
  /** A percentage of a product: quantity times price times discount. */
  | { readonly how: 'percent-of'; readonly product: readonly string[]; readonly percent: string }
  /** What a product exceeds an amount by: quantity times price less the net amount of the line. */
  | { readonly how: 'product-less'; readonly product: readonly string[]; readonly amount: string }
  /** What one amount exceeds another by. */
  | { readonly how: 'less'; readonly minuend: string; readonly subtrahend: string };

export interface LineRules {
  /** Says of what kind a row is; every row is a line without it. */
  readonly kind?: string;
  /** Kinds of rows whose text joins the line before as `note`. */
  readonly notes: readonly Scalar[];
  readonly noteText: string;
  /** Kinds of rows that say nothing. */
  readonly skipped: readonly Scalar[];
  readonly fields: readonly FieldRule[];
  readonly unit: { readonly from: string; readonly label: string };
  readonly vat: VatRule;
  readonly refused: readonly RefusedValue[];
  /** A share of the document's discount on each line, summed per VAT rate. */
  readonly allocation?: { readonly from: string; readonly label: string; readonly reason: string };
  /** EN 16931 knows no negative price: its sign goes to the quantity. */
  readonly signToQuantity: boolean;
}

export interface VatRule {
  readonly rate: string;
  readonly rateLabel: string;
  /** Looked up in `vatCategories` when the rate is 0. */
  readonly code: string;
  readonly codeLabel: string;
  /** Says the VAT category itself, when present. */
  readonly category?: string;
}

export const TOTAL_NAMES = ['total_without_vat', 'total_vat', 'total_with_vat', 'amount_due'] as const;
export type TotalName = (typeof TOTAL_NAMES)[number];

export interface TotalRule {
  readonly name: TotalName;
  readonly from: string;
  readonly label: string;
}

/** A connector's settings of one client, in canonical form; as JSON, numbers as `JsonNumber`. */
export interface ConnectorSettings {
  readonly seller?: unknown;
  readonly payment?: unknown;
  readonly currency?: string;
  readonly notes?: readonly unknown[];
}

/** What an export is mapped with: plain data, so that a thread can be given it. */
export interface AppliedMapping {
  readonly mapping: Mapping;
  readonly settings: ConnectorSettings;
}
