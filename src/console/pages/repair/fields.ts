import type { Located, Step } from '../../app/source/json-source.ts';
import type { TermPlace } from '../../app/source/xml-terms.ts';
import type { Finding } from './refused.ts';

/** `group`: not a value, but what adds a group of them. */
export type Kind = 'text' | 'figure' | 'day' | 'category' | 'route' | 'group';

export interface FormField {
  /** A JSON pointer, or a term with the positions of its entries; a name that no other field of the form has. */
  readonly pointer: string;
  /** From the root of a JSON; of a file the line or entry, and the term. */
  readonly path: readonly Step[];
  /** In a JSON, or in a file; undefined of what stands beside a file. */
  readonly at: Located | TermPlace | undefined;
  readonly kind: Kind;
  readonly term: string | undefined;
  /** As the service reads it; empty if it is not there. */
  readonly value: string;
  readonly findings: readonly Finding[];
}

/** Groups of a file that the reader adds, by the pointers of their fields; and what was written beside a value. */
export type Opened = ReadonlySet<string>;

export type Named = Pick<Finding, 'field' | 'term' | 'location'>;

/** A member of the canonical invoice that has a field in each form, with its term. */
export type Row = readonly [path: string, term: string, kind?: Kind];

/** A text whose values fields change. */
export interface FieldSource {
  /** It is an invoice, whose usual fields are shown beside those that findings name. */
  readonly isInvoice: boolean;
  readonly lineCount: number;
  /** What a finding names: one value, or the values of a group that is not there. */
  readonly named: (of: Named, opened: Opened) => readonly FormField[];
  /** @param group of a line: `lines[1].`. */
  readonly usual: (row: Row, group: string, line: number | undefined) => FormField | undefined;
  /** The route of a submission, which may leave it to the service. */
  readonly route: () => readonly FormField[];
}
