import { readFile } from 'node:fs/promises';
import { OutboundClient } from '../adapters/outbound/outbound-client.ts';
import { PeppolParticipants } from '../adapters/peppol-lookup/peppol-participants.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { Participants } from '../ports/participants.ts';
import type { LookUp, Settings } from './settings/settings.ts';

/** The router's look-up of a buyer. */
export function participantsOf(
  { lookUp }: Pick<Settings, 'lookUp'>,
  traced: (outbound: Outbound) => Outbound = (outbound) => outbound,
): Participants {
  const outbound = traced(new OutboundClient());
  return new PeppolParticipants(outbound, { ...lookUp, trusted: () => describeTrust(lookUp, outbound) });
}

async function describeTrust({ trusted }: LookUp, outbound: Outbound): Promise<string> {
  if (!trusted) throw new Error('PEPPOL_SMP_CA is not set');
  if ('file' in trusted)
    return readFile(trusted.file, 'utf8').catch(() => {
      throw new Error('PEPPOL_SMP_CA cannot be read');
    });
  const answer = await outbound.call({
    method: 'GET',
    url: trusted.url,
    namedBy: 'operator',
    timeoutMs: 5_000,
    maxBytes: 64 * 1024,
  });
  if (answer.outcome !== 'answered' || answer.status !== 200)
    throw new Error("the simulator's CA cannot be had");
  return Buffer.from(answer.body).toString('utf8');
}
