import type { PersonHolder } from '../../domain/access/browser-session.ts';
import { type Claims, holderIn, type RoleRow } from '../../domain/access/role-row.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';

/** How companies sign in: the provider, and what its answers mean here. */
export interface Identity {
  readonly provider: IdentityProvider;
  readonly roles: readonly RoleRow[];
  /** The claim with the name of the person. */
  readonly personClaim: string;
  /** An answer of the provider counts for this time. */
  readonly refreshMs: number;
}

/** The provider is asked again after half of the time, so that an answer that is late does not stop the person. */
export const planQuestion = ({ refreshMs }: Identity, now: Date) => ({
  askAt: new Date(now.getTime() + refreshMs / 2),
  confirmedUntil: new Date(now.getTime() + refreshMs),
});

/** The role of a person by the table; a deleted client has no people. */
export async function findHolder(
  clients: Pick<ClientStore, 'find'>,
  { roles }: Identity,
  claims: Claims,
): Promise<PersonHolder | undefined> {
  const holder = holderIn(roles, claims);
  return holder && (await isOfDeleted(clients, holder)) ? undefined : holder;
}

export const isOfDeleted = async (
  clients: Pick<ClientStore, 'find'>,
  holder: PersonHolder,
): Promise<boolean> =>
  holder.kind === 'client' && (await clients.find(holder.client))?.deletedAt !== undefined;
