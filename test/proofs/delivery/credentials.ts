import { pause } from '../../support/calls.ts';
import { Erp } from '../../support/erp.ts';
import type { Service } from '../../support/service.ts';
import { type NetworkInPlay, ROUTES } from './networks.ts';

type Stored = NonNullable<NetworkInPlay['credential']>;

/** A credential that a client has stored. */
interface InPlay extends Stored {
  readonly route: string;
  readonly client: string;
  readonly key: string;
  id: string;
}
export type CredentialsInPlay = readonly InPlay[];

type Answering = () => Promise<Service>;

/** How long an open submission may meet another account, or none. */
const CHANGED_MS = 2_000;
const PATIENCE_MS = 60_000;

/** One credential per client and network that needs one. @param keys by client. */
export async function storeCredentials(
  service: Service,
  clients: readonly string[],
  keys: ReadonlyMap<string, string>,
): Promise<CredentialsInPlay> {
  const all: InPlay[] = [];
  for (const client of clients)
    for (const { route, network } of ROUTES) {
      if (!network?.credential) continue;
      const one: InPlay = { ...network.credential, route, client, key: keys.get(client)!, id: '' };
      one.id = await stored(one, one.value, async () => service);
      all.push(one);
    }
  return all;
}

/** What signs the codes of offline invoices, for each client. */
export async function storeSigners(service: Service, keys: ReadonlyMap<string, string>): Promise<void> {
  for (const [at, [, key]] of [...keys].entries())
    for (const { route, signer } of ROUTES) {
      if (!signer) continue;
      const { kind, legalEntity, value } = await signer(at);
      const { status, text } = await new Erp(service, key).post('/credentials', {
        ...{ route, kind, legal_entity: legalEntity, value: JSON.stringify(value) },
        ...{ issued_by: 'the network', issued_on: '2026-01-01' },
      });
      if (status !== 201) throw new Error(`what signs for ${route} was not stored: ${text}`);
    }
}

type Change = (one: InPlay, answering: Answering) => Promise<void>;

/** Changes that a client may make to a credential at any time, by name. */
const CHANGES: readonly (readonly [string, Change])[] = [
  [
    'credential revoked, stored again',
    async (one, answering) => {
      await revoked(one, answering);
      await pause(CHANGED_MS);
      one.id = await stored(one, one.value, answering);
    },
  ],
  [
    'credential replaced by one of another account, and back',
    async (one, answering) => {
      await revoked(one, answering);
      one.id = await stored(one, one.other ?? one.value, answering);
      await pause(CHANGED_MS);
      await revoked(one, answering);
      one.id = await stored(one, one.value, answering);
    },
  ],
  [
    'credential changed in place to another account, and back',
    async (one, answering) => {
      await replaced(one, one.other ?? one.value, answering);
      await pause(CHANGED_MS);
      await replaced(one, one.value, answering);
    },
  ],
];

/** @returns the name of the change. */
export async function changeOne(
  all: CredentialsInPlay,
  answering: Answering,
  random: () => number,
): Promise<string> {
  const one = all[Math.floor(random() * all.length)];
  const [name, change] = CHANGES[Math.floor(random() * CHANGES.length)]!;
  if (one) await change(one, answering);
  return name;
}

/** Stores the earlier account for a seller that sends nothing: status inquiries about its submissions need it. */
export async function offerEach(all: CredentialsInPlay, answering: Answering): Promise<void> {
  for (const one of all) if (one.other) await stored(one, one.other, answering, 'DE000000000');
}

/** @returns its id. */
async function stored(
  { route, client, key, kind }: InPlay,
  value: object,
  answering: Answering,
  legalEntity?: string,
): Promise<string> {
  const body = {
    route,
    kind,
    value: JSON.stringify(value),
    issued_by: 'the network',
    issued_on: '2026-01-01',
    ...(legalEntity !== undefined && { legal_entity: legalEntity }),
  };
  const idOfLive = async (service: Service): Promise<string | undefined> => {
    const { json } = await new Erp(service, key).read<{ data: readonly Shown[] }>('/credentials');
    const live = json.data.filter(({ revoked_at }) => !revoked_at);
    return live.find((each) => each.route === route && (each.legal_entity ?? undefined) === legalEntity)?.id;
  };
  return again(`a credential of ${client} for ${route}`, async () => {
    const service = await answering();
    const answer = await new Erp(service, key).post<{ id: string }>('/credentials', body);
    if (answer.status === 201) return answer.json.id;
    // Created by a process that died before it answered.
    return answer.status === 409 ? idOfLive(service) : undefined;
  });
}

interface Shown {
  readonly id: string;
  readonly route: string;
  readonly legal_entity?: string | null;
  readonly revoked_at?: string | null;
}

async function revoked({ id, key }: InPlay, answering: Answering): Promise<void> {
  await again(`that ${id} is revoked`, async () => {
    const { status } = await new Erp(await answering(), key).post(`/credentials/${id}/revoke`);
    return status === 200 || undefined;
  });
}

async function replaced({ id, key }: InPlay, value: object, answering: Answering): Promise<void> {
  await again(`that ${id} is changed`, async () => {
    const erp = new Erp(await answering(), key);
    const { status } = await erp.post(`/credentials/${id}`, { value: JSON.stringify(value) });
    return status === 200 || undefined;
  });
}

/** Any process may die during the call. */
async function again<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (const until = Date.now() + PATIENCE_MS; ; await pause(300)) {
    const done = await attempt().catch(() => undefined);
    if (done !== undefined) return done;
    if (Date.now() > until) throw new Error(`${what}: no process has done it`);
  }
}
