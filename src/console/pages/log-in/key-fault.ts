/** What is wrong with a key that the service does not know, as far as its form says it. */
export type KeyFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'other-environment' }
  | { readonly kind: 'cut-off'; readonly expected: number; readonly length: number }
  | { readonly kind: 'not-a-key' }
  | { readonly kind: 'no-cookie' };

/** Of a key, by environment. */
export const PREFIXES = { sandbox: 'ids_test_', production: 'ids_live_' } as const;
/** The prefix and 48 hex digits. */
const KEY_LENGTH = 57;

export function faultOf(key: string, environment: keyof typeof PREFIXES): KeyFault | undefined {
  if (key === '') return { kind: 'empty' };
  const own = PREFIXES[environment];
  const other = environment === 'sandbox' ? PREFIXES.production : PREFIXES.sandbox;
  if (key.startsWith(other)) return { kind: 'other-environment' };
  if (!key.startsWith(own)) return { kind: 'not-a-key' };
  if (key.length !== KEY_LENGTH) return { kind: 'cut-off', expected: KEY_LENGTH, length: key.length };
  return undefined;
}
