import { pause } from '../../support/calls.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { startService, WARM_THREADS } from '../../support/service.ts';
import { type Operation, OPERATIONS } from './description.ts';
import { HEAVY_BODIES, type HeavyBody, packed, type PackedBody } from './heavy-bodies.ts';
import { bearer } from './send.ts';
import { Counts, type Outcome } from './tally.ts';
import { Attacker, clientOf } from './target.ts';
import { markOf, nameOf, Owners } from './tenants.ts';
import { Watch, type Watched } from './watch.ts';

/** The rate limit of one client. */
const EVERY_MS = 50;
/** A call that waits this long counts as failed. */
const MAX_MS = 30_000;

export interface HeavyOutcome extends Outcome {
  readonly watched: Watched;
  /** The longest time until a light invoice of another client was ready. */
  readonly slowestReadyMs: number;
}

/**
 * Costly bodies from one client at its full rate, while another client works.
 * @param share of a complete pass, 0 to 1.
 */
export async function attackWithHeavyBodies(share: number): Promise<HeavyOutcome> {
  // Built before the measurement, because their construction would delay the health checks, too.
  const heavy = HEAVY_BODIES.map((each) => prepared(each, share));
  const { path, remove } = emptyFolder();
  const service = await startService({
    cwd: path,
    env: { OPERATOR_KEY, RETRY_SCALE: '0.001', ...WARM_THREADS },
  });
  const bystander = new Bystander(await Erp.of(service, 'bystander'));
  try {
    const { key } = await Erp.of(service, nameOf(0));
    const watch = new Watch(service);
    const served = bystander.work();
    const attacker = new Attacker({ service, owners: new Owners() });
    const sent = await sendAll(attacker, key, heavy);
    bystander.stop();
    await served;
    const watched = await watch.stop();
    attacker.statuses.add('served to another', bystander.served);
    return {
      name: 'heavy bodies',
      tried: { bodies: sent },
      answers: attacker.statuses,
      wrong: [...attacker.wrongs.found, ...bystander.wrong, ...watched.wrong],
      watched,
      slowestReadyMs: bystander.slowestReadyMs,
    };
  } finally {
    await service.stop('SIGKILL');
    remove();
  }
}

interface Prepared {
  readonly name: string;
  readonly path: string;
  readonly operation: Operation;
  readonly bodies: readonly PackedBody[];
}

function prepared(heavy: HeavyBody, share: number): Prepared {
  const { name, path, times, zipped } = heavy;
  const operation = OPERATIONS.find((each) => each.method === 'POST' && each.path === path.split('?')[0])!;
  const first = packed(heavy);
  const bodies = Array.from({ length: Math.ceil(times * share) }, () => (zipped ? first : packed(heavy)));
  return { name, path, operation, bodies };
}

async function sendAll(attacker: Attacker, key: string, heavy: readonly Prepared[]): Promise<number> {
  const caller = clientOf({ name: nameOf(0), mark: markOf(nameOf(0)), key });
  let sent = 0;
  for (const { name, path, operation, bodies } of heavy) {
    const calls: Promise<unknown>[] = [];
    for (const { body, headers: described } of bodies) {
      sent += 1;
      const headers = {
        ...bearer(key),
        'Idempotency-Key': `heavy-${sent}-key`,
        ...described,
      };
      const call = { method: 'POST', path, headers, body };
      calls.push(attacker.call(name, operation, caller, call));
      await pause(EVERY_MS);
    }
    await Promise.all(calls);
  }
  return sent;
}

/** Another client, which reads and sends light invoices all the time. */
class Bystander {
  private readonly counts = new Counts();
  private stopped = false;
  served = 0;
  slowestReadyMs = 0;

  constructor(private readonly erp: Erp) {}

  get wrong(): readonly string[] {
    return Object.entries(this.counts.toObject()).map(
      ([fault, times]) => `another client: ${fault}, ${times} times`,
    );
  }

  stop(): void {
    this.stopped = true;
  }

  async work(): Promise<void> {
    for (let n = 0; !this.stopped; n += 1) {
      const list = await this.erp.get('/invoices');
      if (list.status !== 200) this.counts.add(`GET /invoices: ${list.status}`);
      await this.one(n);
      this.served += 1;
      await pause(200);
    }
  }

  private async one(n: number): Promise<void> {
    const started = performance.now();
    const taken = await this.erp.submit(numbered(example('plain'), `LIGHT-${n}`));
    if (taken.status !== 202) return this.counts.add(`POST /invoices: ${taken.status}`);
    while (performance.now() - started < MAX_MS) {
      const { json } = await this.erp.get<Shown>(`/invoices/${taken.json.id}`);
      this.slowestReadyMs = Math.max(this.slowestReadyMs, Math.round(performance.now() - started));
      if (json.state === 'ready') return;
      await pause(50);
    }
    this.counts.add(`an invoice was not ready after ${MAX_MS} ms`);
  }
}
