import type { FixedValue } from '../model.ts';
import type { Processing, Namespaces } from '../wildcard.ts';
import type { StatedFacet } from '../text/simple-type.ts';

/** Raised with every change of the meaning of a compiled schema. */
export const SCHEMA_FORMAT = 1;

/**
 * A compiled schema as a pack keeps it: a model as tables of numbers and texts, in JSON. A number names a row of the table that the
 * comment states. It holds data only: a wrong one can refuse documents, but runs nothing.
 */
export interface SchemaForm {
  readonly format: typeof SCHEMA_FORMAT;
  /** Expanded names. */
  readonly names: readonly string[];
  /** A row is made of earlier ones. */
  readonly simple: readonly SimpleForm[];
  readonly wildcards: readonly WildcardForm[];
  readonly attributes: readonly AttributeForm[];
  readonly uses: readonly UseForm[];
  readonly elements: readonly ElementForm[];
  readonly complex: readonly ComplexForm[];
  /** Declared for the whole schema: rows of `elements`, `attributes`, and types. */
  readonly globals: {
    readonly elements: readonly number[];
    readonly attributes: readonly number[];
    readonly types: readonly TypeRef[];
  };
}

/** Local name of a built-in type; a row of `complex`; `-1 - row` of `simple`. */
export type TypeRef = string | number;

/** How a type is made; `name` is -1 for one without. */
export type SimpleForm =
  | { readonly name: number; readonly restricts: TypeRef; readonly facets: readonly StatedFacet[] }
  | { readonly name: number; readonly lists: TypeRef }
  | { readonly name: number; readonly unites: readonly TypeRef[] };

interface WildcardForm {
  readonly processing: Processing;
  readonly namespaces: Namespaces;
}

export interface AttributeForm {
  readonly name: number;
  readonly type: TypeRef;
  readonly fixed?: FixedValue;
}

export interface UseForm {
  readonly attribute: number;
  readonly required?: boolean;
  readonly fixed?: FixedValue;
}

export interface ElementForm {
  readonly name: number;
  readonly type: TypeRef;
  readonly nillable?: boolean;
  readonly abstract?: boolean;
  readonly fixed?: FixedValue;
  readonly fallback?: string;
}

export interface ComplexForm {
  readonly name: number;
  readonly abstract?: boolean;
  readonly base: TypeRef;
  /** Neither: the type is empty. */
  readonly text?: TypeRef;
  readonly model?: ModelForm;
  readonly mixed?: boolean;
  /** Rows of `uses`. */
  readonly attributes?: readonly number[];
  /** A row of `wildcards`. */
  readonly any?: number;
}

export interface ModelForm {
  /** In the order of their symbols. */
  readonly names: readonly number[];
  readonly wildcards?: readonly number[];
  /** A row of `elements`, or `-1 - row` of `wildcards`. */
  readonly terms: readonly number[];
  /** 1 for each state in which the content may end, else 0. */
  readonly accepting: string;
  /** By state: runs of symbol, length, next state, term. State and term rise by one with the symbol. */
  readonly moves: readonly (readonly number[])[];
  /** State, least, most; -1: without bound. */
  readonly counters?: readonly (readonly [number, number, number])[];
}
