import { setTimeout as pause } from 'node:timers/promises';
import { builtProgram } from '../../support/built.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { seeded } from '../../support/seeded.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../delivery/scenes/stage.ts';
import { openReceivers, type Receivers } from './receivers.ts';

export interface WebhooksPlan {
  readonly folder: string;
  readonly storeUrl: string;
  readonly seed: number;
  readonly clients: number;
  /** Of each client. */
  readonly invoices: number;
  /** Number of kill -9 of the worker. */
  readonly kills: number;
  /** The share of posts that receivers fail. */
  readonly failing: number;
  readonly report?: (line: string) => void;
}

export interface WebhooksOutcome {
  readonly faults: readonly string[];
  readonly events: number;
  readonly posts: number;
  readonly failed: number;
  /** Events that a receiver accepted more than once: allowed, as the promise is at least once. */
  readonly repeated: number;
  readonly kills: number;
}

/** Longer than a lease: the work of a killed worker is free. */
const LEASE_S = 61;
/** The longest wait between two attempts. */
const HOUR_S = 3600;
/** A delivery is dead a day after its first failure. */
const MAX_HOURS = 20;

/**
 * Invoices come in while receivers fail and the worker is killed at random moments. Then all receivers recover, and their records are
 * compared with those of the service: each event of each invoice, byte for byte, at least once.
 */
export async function deliverEvents(plan: WebhooksPlan): Promise<WebhooksOutcome> {
  const random = seeded(plan.seed);
  const receivers = await openReceivers(random, plan.failing);
  const started: Service[] = [];
  const env = { STORE_URL: plan.storeUrl, OPERATOR_KEY, CLOCK_CONTROL: '1', WEBHOOK_ALLOW_PRIVATE: '1' };
  const program = builtProgram('support/hasty-service.ts');
  const start = async (role: string): Promise<Service> => {
    const service = await startService({ cwd: plan.folder, env: { ...env, ROLE: role }, program });
    started.push(service);
    return service;
  };
  try {
    const api = await start('api');
    const erps = await clientsOf(api, plan, receivers);
    const ids = erps.map(() => [] as string[]);
    let worker = await start('worker');
    const intake = Promise.all(erps.map((erp, n) => handIn(erp, plan, n, ids[n]!)));
    for (let kill = 1; kill <= plan.kills; kill += 1) {
      await pause(300 + random() * 2000);
      await worker.stop('SIGKILL');
      await advance(api, LEASE_S);
      worker = await start('worker');
      plan.report?.(`${kill} kills, ${receivers.counts.posts} posts`);
    }
    await intake;
    // On a busy machine no killed worker has posted anything.
    if (plan.failing > 0) await until('that a receiver fails', () => receivers.counts.failed > 0);
    receivers.heal();
    const faults: string[] = [...receivers.faults];
    const judgeAll = () => Promise.all(erps.map((erp, n) => judge(erp, `client-${n}`, ids[n]!, receivers)));
    // An event may be stored without a delivery yet: that no delivery waits proves little.
    const isOver = async (): Promise<boolean> =>
      (await Promise.all(erps.map(isIdle))).every(Boolean) &&
      (await judgeAll()).every((judged) => judged.faults.length === 0);
    if (!(await settled(api, isOver))) faults.push('deliveries are left after a day of the schedule');
    const judged = await judgeAll();
    await worker.stop();
    return {
      faults: [...faults, ...judged.flatMap((each) => each.faults)],
      events: judged.reduce((sum, each) => sum + each.events, 0),
      repeated: judged.reduce((sum, each) => sum + each.repeated, 0),
      ...receivers.counts,
      kills: plan.kills,
    };
  } finally {
    await Promise.all(started.map((service) => service.stop('SIGKILL')));
    receivers.close();
  }
}

async function clientsOf(
  api: Service,
  { clients }: WebhooksPlan,
  receivers: Receivers,
): Promise<readonly Erp[]> {
  const erps: Erp[] = [];
  for (let n = 0; n < clients; n += 1) {
    const name = `client-${n}`;
    const erp = await Erp.of(api, name);
    const answer = await fetch(`${api.url}/webhook`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${erp.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: receivers.url(name) }),
    });
    receivers.secrets.set(name, ((await answer.json()) as { secret: string }).secret);
    erps.push(erp);
  }
  return erps;
}

async function handIn(erp: Erp, { invoices }: WebhooksPlan, client: number, ids: string[]): Promise<void> {
  for (let n = 0; n < invoices; n += 1) {
    const sent = numbered(example('plain'), `W-${client}-${n}`);
    for (;;) {
      const { status, json } = await erp.submit(sent, `webhooks-${client}-${n}`);
      if (status === 202) {
        ids.push(json.id);
        break;
      }
      await pause(200);
    }
  }
}

async function advance({ metricsUrl }: Service, seconds: number): Promise<void> {
  const answer = await fetch(`${metricsUrl}/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
  if (!answer.ok) throw new Error(`the clock cannot be moved: ${answer.status}`);
}

/** Moves through the schedule hour by hour until nothing is left to deliver. */
async function settled(api: Service, isOver: () => Promise<boolean>): Promise<boolean> {
  for (let hour = 0; hour < MAX_HOURS; hour += 1) {
    for (let looks = 0; looks < 20; looks += 1) {
      if (await isOver()) return true;
      await pause(500);
    }
    await advance(api, HOUR_S);
  }
  return false;
}

async function isIdle(erp: Erp): Promise<boolean> {
  const { json } = await erp.read<{ data: unknown[] }>('/webhook/deliveries?state=pending');
  const open = await erp.read<{ total: number }>('/invoices?state=queued,validated');
  return json.data.length === 0 && open.json.total === 0;
}

interface Judged {
  readonly faults: readonly string[];
  readonly events: number;
  readonly repeated: number;
}

async function judge(
  erp: Erp,
  client: string,
  ids: readonly string[],
  receivers: Receivers,
): Promise<Judged> {
  const faults: string[] = [];
  const taken = receivers.taken(client);
  const bodies = new Map<string, number>();
  for (const { body } of taken) bodies.set(body, (bodies.get(body) ?? 0) + 1);
  let events = 0;
  for (const id of ids) {
    const { json } = await erp.read<{ data: { sequence: number; status: string }[] }>(
      `/invoices/${id}/events`,
    );
    const sequences = json.data.map(({ sequence }) => sequence);
    if (sequences.some((sequence, at) => sequence !== at + 1))
      faults.push(`${id}: sequences ${sequences.join(' ')}`);
    if (json.data.at(-1)?.status !== 'ready') faults.push(`${id}: ends ${json.data.at(-1)?.status}`);
    for (const event of json.data) {
      events += 1;
      if (!bodies.delete(JSON.stringify(event)))
        faults.push(`${id}: event ${event.sequence} was never delivered as it is`);
    }
  }
  for (const body of bodies.keys())
    faults.push(`${client} got what is no event of its invoices: ${body.slice(0, 80)}`);
  return { faults, events, repeated: taken.length - events };
}
