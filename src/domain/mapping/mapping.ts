import type { Text } from 'en16931-rules/vocabulary/message.ts';
/**
 * One version of a connector's mapping, from `mappings/<connector>/v<n>.json`: the fields of an ERP's export and their places in the
 * canonical invoice. It is data; `map-export.ts` applies it. docs/connectors.md describes each member.
 */
export interface Mapping {
  readonly connector: string;
  /** `v1`, `v2`, … */
  readonly version: string;
  readonly status: MappingStatus;
  readonly title: string;
  /** The differences from the version before. */
  readonly changes: readonly string[];
  /** Sources of the facts about the export. */
  readonly sources: readonly string[];
  /** The format of the export. `csv`: a table, one invoice with a row a line, in `{ csv }` or `{ csv_base64 }`. */
  readonly reads: 'json' | 'csv';
  readonly csv?: CsvForm;
  /** Placeholders of the ERP for missing values: `false`, `0001-01-01`. An empty text and null always count as missing. */
  readonly empty: readonly Scalar[];
  /** The kinds of object that it reads; the first that fits counts. */
  readonly objects: readonly ExportObject[];
  /** Values of the export that it refuses. */
  readonly refused: readonly RefusedValue[];
  readonly fields: readonly FieldRule[];
  readonly lines: LineRules;
  /** By the name in `erp_totals`. */
  readonly totals: readonly TotalRule[];
  /** An ERP's unit, compared in capitals, with its code of Recommendation 20 or 21. */
  readonly units: Readonly<Record<string, string>>;
  /** An ERP's tax code at a rate of 0, compared in capitals, with its VAT category. */
  readonly vatCategories: Readonly<Record<string, string>>;
  /** Replaces a client's settings in the sandbox, group by group; in canonical form. */
  readonly example: Readonly<Record<string, unknown>>;
}

export const MAPPING_STATUSES = ['live', 'available', 'withdrawn'] as const;
type MappingStatus = (typeof MAPPING_STATUSES)[number];

export type Scalar = string | number | boolean | null;

/** The form of a table. */
export interface CsvForm {
  readonly delimiter: string;
  readonly decimal: ',' | '.';
  /** Date patterns in order of trial, made of `YYYY`, `MM`, `DD`. */
  readonly dates: readonly string[];
  /** The column with the invoice number, which tells one invoice from another. */
  readonly number: string;
  /** By the name that rules use in place of a path. */
  readonly columns: Readonly<Record<string, CsvColumn>>;
  /** The columns that rules read as a percentage: a percent sign belongs to no other number. Not a member of the file. */
  readonly percentages: readonly string[];
}

export const CELLS = ['text', 'number', 'date'] as const;

export interface CsvColumn {
  /** Possible headings; case does not count. */
  readonly headings: readonly string[];
  readonly as: (typeof CELLS)[number];
  /** `invoice`: each row of an invoice has the same value, or none. */
  readonly of: 'invoice' | 'line';
  /** The mapping does not read a table without it. */
  readonly required: boolean;
}

export interface ExportObject {
  readonly name: string;
  /** All must hold. */
  readonly recognised: readonly Condition[];
  /** The object has the right kind and must not be sent: a draft. */
  readonly unless: readonly (Condition & { readonly because: Text })[];
  readonly fields: readonly FieldRule[];
  readonly lines: string;
}

/**
 * `is`, `isNot`: the member has one of the values, or none of them. `entitySet`: the OData context names it. Without any of these: the
 * member is present.
 */
export interface Condition {
  readonly member: string;
  readonly is?: readonly Scalar[];
  readonly isNot?: readonly Scalar[];
  readonly entitySet?: string;
  /** Members that show the kind if there is no context. */
  readonly orMembers?: readonly string[];
}

export interface RefusedValue {
  readonly member: string;
  readonly label: string;
  readonly is: readonly Scalar[];
  readonly because: Text;
}

export const READERS = ['text', 'number', 'date', 'html', 'capitals'] as const;
export type Reader = (typeof READERS)[number];

/** One member of the canonical invoice. */
export interface FieldRule {
  /** Canonical path, `buyer.address.city`; within lines relative to the line. */
  readonly to: string;
  /** Paths in the export, the first with a value counts; empty for a constant. */
  readonly from: readonly string[];
  /** The ERP's name of the field, as its screen shows it. */
  readonly label: string;
  readonly as: Reader;
  readonly value?: Scalar;
  /** A member of the settings that counts if the export has no value. */
  readonly setting?: string;
  readonly required: boolean;
  /** The member is left out if the number is zero. */
  readonly omitZero: boolean;
  /** It applies on these routes only; on all if there are none. */
  readonly routes: readonly string[];
  /** It applies only if one of these has a value other than 0. */
  readonly if: readonly string[];
  /** It applies only if none of these has a value. */
  readonly unless: readonly string[];
  readonly computed?: Computation;
}

/** How a number is computed from others; amounts have two decimals. A finding names `from` of the rule. */
export type Computation =
  /** A percentage of a product: quantity times price times discount. */
  | { readonly how: 'percent-of'; readonly product: readonly string[]; readonly percent: string }
  /** The difference of a product and an amount: quantity times price minus the net amount of the line. */
  | { readonly how: 'product-less'; readonly product: readonly string[]; readonly amount: string }
  /** The difference of two amounts. */
  | { readonly how: 'less'; readonly minuend: string; readonly subtrahend: string };

export interface LineRules {
  /** The field with the kind of a row; without it every row is a line. */
  readonly kind?: string;
  /** Kinds of rows whose text joins the line before them as `note`. */
  readonly notes: readonly Scalar[];
  readonly noteText: string;
  /** Kinds of rows without content. */
  readonly skipped: readonly Scalar[];
  readonly fields: readonly FieldRule[];
  readonly unit: { readonly from: string; readonly label: string };
  readonly vat: VatRule;
  readonly refused: readonly RefusedValue[];
  /** A share of the document's discount on each line, summed per VAT rate. */
  readonly allocation?: { readonly from: string; readonly label: string; readonly reason: string };
  /** EN 16931 has no negative price: its sign moves to the quantity. */
  readonly signToQuantity: boolean;
}

export interface VatRule {
  readonly rate: string;
  readonly rateLabel: string;
  /** Looked up in `vatCategories` if the rate is 0. */
  readonly code: string;
  readonly codeLabel: string;
  /** States the VAT category itself, if present. */
  readonly category?: string;
}

export const TOTAL_NAMES = ['total_without_vat', 'total_vat', 'total_with_vat', 'amount_due'] as const;
export type TotalName = (typeof TOTAL_NAMES)[number];

interface TotalRule {
  readonly name: TotalName;
  readonly from: string;
  readonly label: string;
}

/** A client's settings of a connector, in canonical form; as JSON, numbers as `JsonNumber`. */
export interface ConnectorSettings {
  readonly seller?: unknown;
  readonly payment?: unknown;
  readonly currency?: string;
  readonly notes?: readonly unknown[];
}

/** A mapping with its settings: plain data, so that a thread can get it. */
export interface AppliedMapping {
  readonly mapping: Mapping;
  readonly settings: ConnectorSettings;
}
