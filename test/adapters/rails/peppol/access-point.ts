import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DialectName } from '../../../../src/adapters/rails/peppol/access-point.ts';
import { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import {
  found,
  setUp,
  statuses,
  toDueTime,
  workerOn,
  type World,
} from '../../../application/sending/world.ts';
import { REFERENCE_DATA } from '../../../support/reference-data.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';
import {
  type Answer,
  type Canned,
  json,
  type ReceivedCall,
  type Reply,
  type Script,
  ScriptedNetwork,
} from '../../../sandbox/scripted-network.ts';
import { BILLING } from './consignment.ts';

export const status = (
  code: number,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): Reply => ({
  status: code,
  headers,
  body,
});
/** A recorded answer, with the HTTP status of its file name. */
export const textAnswer = (code: number, text: string): Reply =>
  status(code, text, { 'Content-Type': 'application/json' });
export const jsonAnswer = (code: number, value: unknown): Reply => json(value, code);
export const LOST: Canned = undefined;

/** The receipt for a message; it confirms one part. */
export const aReceipt = (messageId: string, root = 'SignalMessage'): string =>
  `<eb:${root} xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/"><eb:MessageInfo>` +
  `<eb:RefToMessageId>${messageId}</eb:RefToMessageId></eb:MessageInfo><eb:Receipt><Reference>` +
  `<DigestValue>BK+jzg==</DigestValue></Reference></eb:Receipt></eb:${root}>`;

export const recordedOf =
  (provider: string) =>
  (name: string): string =>
    readFileSync(join(REFERENCE_DATA, 'routes/data/peppol/recorded', provider, name), 'utf8');

/** The InstanceIdentifier in all recorded files. */
export const THEIRS = '7d1c0f0a-5c38-4a53-9a3e-0d2f6f1b9a01';
export const identityIn = (body: string): string | undefined => /<InstanceIdentifier>([^<]+)/.exec(body)?.[1];

/** A recorded answer, about the document that was sent last. */
export const aboutOurs =
  (code: number, text: string): Answer =>
  (_, { received }) => {
    const own = received.map(({ body }) => identityIn(body)).findLast((id) => id !== undefined) ?? '';
    return textAnswer(code, text.replaceAll(THEIRS, own));
  };

const closers: (() => unknown)[] = [];

/** Call it after the tests of a file. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

export async function listening(server: Server): Promise<number> {
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const client = new PatientClient();

/** One address for each dialect of access point. */
export const everywhere = (url: string) => ({
  phase4: url,
  'phoss-ap': url,
  recommand: url,
  'e-invoice-be': url,
  storecove: url,
});

/** A rail with the operator's address or, without one, with those of the credential. */
export const railAt = (url?: string): PeppolRail =>
  new PeppolRail(client, url === undefined ? {} : { accessPoints: everywhere(url) });

export const CREDENTIAL = {
  base_url: 'https://ap.example',
  token: 't',
  sender_participant_id: '9930:de1',
  dialect: 'phase4',
};

interface AccessPoint {
  readonly rail: PeppolRail;
  readonly url: string;
  readonly network: ScriptedNetwork;
  readonly calls: readonly ReceivedCall[];
}

/** `{id}` stands for any identity in a status query. */
const nameOf = ({ method, path }: Pick<ReceivedCall, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\?.*/, '').replace(/(?<=\/status\/)[^/]+$/, '{id}')}`;

/** An access point with scripted answers, and a rail that calls it. */
export async function provider(script: Script, naming = nameOf): Promise<AccessPoint> {
  const network = new ScriptedNetwork(naming);
  closers.push(() => network.close());
  const url = await network.listen();
  network.script(script);
  return { rail: railAt(url), url, network, calls: network.received };
}

/** An access point that gives each answer in turn, whatever the call, and repeats the last one. */
export const accessPoint = (...answers: readonly Script[string][]): Promise<AccessPoint> =>
  provider({ call: answers.flat() }, () => 'call');

export async function anInvoice(dialect: DialectName = 'phase4', own: object = {}): Promise<World> {
  const world = await setUp();
  const value = JSON.stringify({ ...CREDENTIAL, dialect, ...own });
  return { ...world, credential: { ...world.credential!, value } };
}

/** Runs until nothing is due, or for a day. */
export async function run(world: World, rail: PeppolRail, runs = 20): Promise<void> {
  for (let n = 0; n < runs && (await found(world)).dueAt; n += 1) {
    await toDueTime(world);
    await workerOn(world, { ...world, rail }).run(world.id, 'PEPPOL');
  }
}

export interface Delivery {
  readonly world: World;
  readonly calls: readonly ReceivedCall[];
  /** The number of these calls. */
  count(call: string): number;
  /** State, care rows, and the code of the current error. */
  end(): Promise<string>;
  events(): Promise<readonly string[]>;
}

/** Sends an invoice over an access point with scripted answers. @param runs the most runs of the worker. */
export async function deliverOver(
  dialect: DialectName,
  script: Script,
  own: { readonly credential?: object; readonly specification?: string; readonly runs?: number } = {},
): Promise<Delivery> {
  const world = await anInvoice(dialect, own.credential);
  world.specification = own.specification ?? BILLING;
  const { rail, network } = await provider(script);
  await run(world, rail, own.runs ?? 14);
  return {
    world,
    calls: network.received,
    count: (call) => network.count(call),
    events: () => statuses(world),
    async end() {
      const { state, care, errors } = await found(world);
      const rows = care.map(
        ({ code, whoActs, handledAt }) => `${code} ${whoActs}${handledAt ? ' handled' : ''}`,
      );
      return [state, ...rows, ...errors.slice(0, 1).map(({ code }) => `(${code})`)].join(', ');
    },
  };
}
