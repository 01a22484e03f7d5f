import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OfflineCodes } from '../../ports/rail/offline-codes.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { CredentialChoice } from '../sending/sending-ports.ts';

export interface SignerPorts {
  readonly credentials: Pick<CredentialChoice, 'chooseSigner'>;
  readonly clock: Clock;
}

interface Signing {
  readonly client: string;
  readonly route: Route;
  readonly sellerIds: readonly string[];
  readonly codes: Pick<OfflineCodes, 'explainUnfit'>;
}

/** The credential that signs the codes of an offline invoice, or why none can now, as a sentence. */
export async function findSigner(
  { client, route, sellerIds, codes }: Signing,
  { credentials, clock }: SignerPorts,
): Promise<{ readonly signer: OpenedCredential } | { readonly unfit: Text }> {
  const signer = await credentials.chooseSigner(client, route, sellerIds);
  if (!signer) return { unfit: say('calls.there-is-none') };
  const unfit = codes.explainUnfit(signer, clock.now());
  return unfit === undefined ? { signer } : { unfit };
}
