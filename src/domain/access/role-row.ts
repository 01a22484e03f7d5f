import type { PersonHolder } from './browser-session.ts';

/** What a provider says of a person (OpenID Connect Core 1.0, section 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

/** A person with this value of the claim has this role. */
export interface RoleRow {
  readonly claim: string;
  readonly value: string;
  readonly holder: PersonHolder;
}

/** The role of a person: the first row that fits, so order is meaning. */
export const holderIn = (rows: readonly RoleRow[], claims: Claims): PersonHolder | undefined =>
  rows.find(({ claim, value }) => valuesOf(claims, claim).includes(value))?.holder;

/** The name under which the audit log has a person; undefined if the claim has no text that fits into a row. */
export function nameIn(claim: string, claims: Claims): string | undefined {
  const [name] = typeof claims[claim] === 'string' ? valuesOf(claims, claim) : [];
  return name !== undefined && /^[^\p{C}]{1,255}$/u.test(name) ? name : undefined;
}

/**
 * The texts of a claim. An e-mail address that the provider has not verified is anybody's (OpenID Connect Core 1.0, section 5.7), so it
 * has none.
 */
function valuesOf(claims: Claims, claim: string): readonly string[] {
  if (claim === 'email' && claims['email_verified'] !== true) return [];
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}
