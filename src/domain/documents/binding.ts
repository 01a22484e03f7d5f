import type { Decimal } from '../vocabulary/decimal.ts';

/**
 * A binding says, element by element and in the order of the schema, which member of the model stands where. A writer
 * interprets it from model to document, a reader from document to model, so the two cannot disagree.
 */
export type Binding = TermBinding | FixedBinding | GroupBinding | ListBinding;

/** An element that holds one member. */
export interface TermBinding {
  readonly kind: 'term';
  /** Business term, `BT-1`. */
  readonly term: string;
  readonly element: string;
  /** Members to follow from the current object; none: the object itself (entries of a list of texts). */
  readonly path: readonly string[];
  readonly format: Format;
  readonly attributes: readonly AttributeBinding[];
}

/** An element that says the same in every document; it is written only beside something that is bound. */
export interface FixedBinding {
  readonly kind: 'fixed';
  readonly element: string;
  readonly content: string | FixedBinding;
}

/** An element that holds other elements; left out when nothing bound in it has a value. */
export interface GroupBinding {
  readonly kind: 'group';
  readonly element: string;
  readonly path: readonly string[];
  readonly children: readonly Binding[];
}

/** An element per entry of a list. */
export interface ListBinding {
  readonly kind: 'list';
  readonly path: readonly string[];
  readonly item: TermBinding | GroupBinding;
}

/**
 * `text`: as it stands; `note`: BT-21 before BT-22, as `#CODE#text`; `decimal`: plain digits; `amount`: two decimals and its currency; `vat-amount`: the same in BT-6;
 * `price`: all its digits and the currency.
 */
export type Format = 'text' | 'note' | 'decimal' | 'amount' | 'vat-amount' | 'price';

export type AttributeBinding =
  | { readonly name: string; readonly path: readonly string[] }
  | { readonly name: string; readonly value: string };

type Leaf = string | Decimal;

/** Dotted paths to the members of T, `seller.address.city`. */
export type Path<T> = T extends Leaf
  ? ''
  : {
      [K in keyof T & string]: NonNullable<T[K]> extends Leaf | readonly unknown[]
        ? K
        : K | `${K}.${Path<NonNullable<T[K]>>}`;
    }[keyof T & string];

type At<T, P extends string> = P extends ''
  ? T
  : P extends `${infer K}.${infer Rest}`
    ? K extends keyof T
      ? At<NonNullable<T[K]>, Rest>
      : never
    : P extends keyof T
      ? NonNullable<T[P]>
      : never;

type PathTo<T, V> = { [P in Path<T>]: At<T, P> extends V ? P : never }[Path<T>];
type ListPath<T> = PathTo<T, readonly unknown[]>;
type Item<T, P extends string> = At<T, P> extends readonly (infer I)[] ? I : never;

/** Bindings whose paths start at a T. */
export interface BindingsOf<T> {
  /** Phantom: keeps bindings of one type from being used in another. */
  readonly of?: T;
  readonly bindings: readonly Binding[];
}

type TermOptions<T> = {
  readonly format?: Exclude<Format, 'text'>;
  readonly attributes?: readonly (
    | { readonly name: string; readonly path: PathTo<T, string> }
    | { readonly name: string; readonly value: string }
  )[];
};

/** Builds bindings whose paths are checked against T. */
export const bind = <T>() => ({
  term: (
    term: string,
    element: string,
    path: PathTo<T, Leaf>,
    options: TermOptions<T> = {},
  ): TermBinding => ({
    kind: 'term',
    term,
    element,
    path: keys(path),
    format: options.format ?? 'text',
    attributes: (options.attributes ?? []).map((attribute): AttributeBinding =>
      'value' in attribute ? attribute : { name: attribute.name, path: keys(attribute.path) },
    ),
  }),

  /** Elements around members of the same object. */
  around: (element: string, ...children: readonly Binding[]): GroupBinding => ({
    kind: 'group',
    element,
    path: [],
    children,
  }),

  /** An element for a part of the object. */
  group: <P extends Path<T>>(element: string, path: P, children: BindingsOf<At<T, P>>): GroupBinding => ({
    kind: 'group',
    element,
    path: keys(path),
    children: children.bindings,
  }),

  list: <P extends ListPath<T>>(element: string, path: P, children: BindingsOf<Item<T, P>>): ListBinding => ({
    kind: 'list',
    path: keys(path),
    item: { kind: 'group', element, path: [], children: children.bindings },
  }),

  /** Notes, each with its subject code before it. */
  notes: (term: string, element: string, path: ListPath<T>): ListBinding => ({
    kind: 'list',
    path: keys(path),
    item: { kind: 'term', term, element, path: [], format: 'note', attributes: [] },
  }),

  all: (...bindings: readonly Binding[]): BindingsOf<T> => ({ bindings }),
});

export const fixed = (element: string, content: string | FixedBinding): FixedBinding => ({
  kind: 'fixed',
  element,
  content,
});

const keys = (path: string): readonly string[] => (path === '' ? [] : path.split('.'));
