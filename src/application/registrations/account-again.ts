import type { Credential } from '../../domain/credentials/credential.ts';
import type { ReceiverRegistration } from '../../domain/registrations/receiver-registration.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { CredentialChoice } from '../sending/sending-ports.ts';

export interface AccountPorts {
  readonly rails: Rails;
  readonly credentialStore: Pick<CredentialStore, 'find'>;
  readonly credentials: Pick<CredentialChoice, 'choose' | 'open' | 'live'> & {
    openStored(credential: Credential): Promise<OpenedCredential>;
  };
}

/** The credential of a registration; if that is no longer live, another one of the same account: no other provider has the entry. */
export async function accountAgain(
  { client, route, credential: id }: ReceiverRegistration,
  { rails, credentialStore, credentials }: AccountPorts,
): Promise<OpenedCredential | undefined> {
  const own = await credentials.open({ client, route, credentialId: id ?? null });
  if (own || id === undefined) return own;
  const stored = await credentialStore.find(id);
  const accountOf = (one: OpenedCredential): string | undefined => rails.get(route)?.accountOf?.(one);
  const account = stored && accountOf(await credentials.openStored(stored));
  if (account === undefined) return undefined;
  return (await credentials.live(client, route)).find((one) => accountOf(one) === account);
}
