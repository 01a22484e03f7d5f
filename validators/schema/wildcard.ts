/** The namespaces of a wildcard, as data: compiled schemas keep them (part 1, 3.10.1). */
export type Namespaces =
  | { readonly kind: 'any' }
  /** Neither this one nor none. */
  | { readonly kind: 'other'; readonly target: string }
  | { readonly kind: 'listed'; readonly names: readonly string[] }
  | { readonly kind: 'either'; readonly of: readonly Namespaces[] };

/** How the content of a wildcard is assessed (XML Schema part 1, 3.10.1). */
export type Processing = 'strict' | 'lax' | 'skip';

export interface Wildcard {
  readonly processing: Processing;
  readonly namespaces: Namespaces;
  readonly allows: (namespace: string) => boolean;
}

export const wildcardOf = (processing: Processing, namespaces: Namespaces): Wildcard => ({
  processing,
  namespaces,
  allows: allowing(namespaces),
});

function allowing(namespaces: Namespaces): (namespace: string) => boolean {
  switch (namespaces.kind) {
    case 'any':
      return () => true;
    case 'other':
      return (namespace) => namespace !== '' && namespace !== namespaces.target;
    case 'listed': {
      const names = new Set(namespaces.names);
      return (namespace) => names.has(namespace);
    }
    case 'either': {
      const each = namespaces.of.map(allowing);
      return (namespace) => each.some((allows) => allows(namespace));
    }
    default:
      return namespaces satisfies never;
  }
}
