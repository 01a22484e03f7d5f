import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundClient } from '../../../../src/adapters/outbound/outbound-client.ts';
import { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import type { Outbound } from '../../../../src/ports/outbound.ts';
import { found, setUp, toDueTime, workerOn, type World } from '../../../application/sending/world.ts';

/** An answer of a server that is not an access point, or of a bad access point. */
export type Answer = (response: ServerResponse) => unknown;

export const status =
  (code: number, body: string | Buffer = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end(body);

/** The receipt for a message; it confirms one part. */
export const aReceipt = (messageId: string, root = 'SignalMessage'): string =>
  `<eb:${root} xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/"><eb:MessageInfo>` +
  `<eb:RefToMessageId>${messageId}</eb:RefToMessageId></eb:MessageInfo><eb:Receipt><Reference>` +
  `<DigestValue>BK+jzg==</DigestValue></Reference></eb:Receipt></eb:${root}>`;

const servers: Server[] = [];

/** Call it after the tests of a file. */
export function closeAll(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

export async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The real client, with short limits. */
const client = new OutboundClient();
const IMPATIENT: Outbound = {
  call: (request) => client.call({ ...request, timeoutMs: 500 }),
  refusalOf: (url) => client.refusalOf(url),
};

/** One address for each dialect of access point. */
export const everywhere = (url: string) => ({
  phase4: url,
  'phoss-ap': url,
  recommand: url,
  'e-invoice-be': url,
});

/** A rail with the operator's address or, without one, with those of the credential. */
export const railAt = (url?: string): PeppolRail =>
  new PeppolRail(IMPATIENT, url === undefined ? {} : { accessPoints: everywhere(url) });

export const CREDENTIAL = {
  base_url: 'https://ap.example',
  token: 't',
  sender_participant_id: '9930:de1',
  dialect: 'phase4',
};

export async function anInvoice(
  dialect: 'phase4' | 'phoss-ap' | 'recommand' | 'e-invoice-be' = 'phase4',
  own: object = {},
): Promise<World> {
  const world = await setUp();
  const value = JSON.stringify({ ...CREDENTIAL, dialect, ...own });
  return { ...world, credential: { ...world.credential!, value } };
}

/** Runs until nothing is due, or for a day. */
export async function run(world: World, rail: PeppolRail): Promise<void> {
  for (let runs = 0; runs < 20 && (await found(world)).dueAt; runs += 1) {
    await toDueTime(world);
    await workerOn(world, { ...world, rail }).run(world.id, 'PEPPOL');
  }
}
