import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';
import { CAPPED_ROUTES, type CappedRoute } from './capped-routes.ts';
import { MovedClock } from './moved-clock.ts';
import { mostWithin } from './windows.ts';

/** Hours of caps pass in minutes; the test runs on request: `CAPS_INVOICES=1000`. */
const INVOICES = Number(process.env['CAPS_INVOICES'] ?? 0);

/** As many senders as a client may make calls in a second. */
const SENDERS = 8;
/** After this many milliseconds without a call, the remaining invoices wait for a due time. */
const QUIET_MS = 1000;
/** Clocks of processes that differ by no more than this count as equal. */
const STEP_S = 4;

interface Call {
  readonly id: number;
  readonly time: string;
  readonly method: string;
  readonly path: string;
}

for (const capped of CAPPED_ROUTES)
  describeOnEachStore(
    INVOICES > 0
      ? `${INVOICES} invoices of ${capped.whose} over ${capped.route}`
      : `invoices of ${capped.whose} over ${capped.route} (CAPS_INVOICES is not set)`,
    (open) => {
      it('keep to its caps in every window at the network, with two workers and a kill -9', async function () {
        if (INVOICES === 0) this.skip();
        const store = open();
        const started: Service[] = [];
        let network: TestSandbox | undefined;
        try {
          network = await aSandbox({ stepMs: 5, limits: 'off' });
          const run = new CapsRun(capped, network, store, started);
          await run.handIn();
          await run.work();
          run.judge();
          await eachOnce(`${network.url}/control/documents?route=${capped.route}`);
        } finally {
          for (const service of started) await service.stop();
          await network?.stop();
          store.remove();
        }
      }).timeout(3_600_000);
    },
  );

class CapsRun {
  private readonly clock: MovedClock;
  private readonly calls: Call[] = [];
  private erps: readonly Erp[] = [];

  constructor(
    private readonly capped: CappedRoute,
    private readonly network: TestSandbox,
    private readonly store: StoreInUse,
    private readonly started: Service[],
  ) {
    this.clock = new MovedClock(started);
  }

  private async start(role: 'api' | 'worker'): Promise<Service> {
    const env = {
      ...this.store.env,
      SIM_PORT: String(this.network.port),
      OPERATOR_KEY,
      CLOCK_CONTROL: '1',
      RETRY_SCALE: '0.1',
      ROLE: role,
      POOL_THREADS: '1',
      ...this.capped.env,
    };
    const service = await startService({ cwd: this.store.folder, env });
    this.started.push(service);
    return service;
  }

  /** Submits all of them before any is processed. */
  async handIn(): Promise<void> {
    const api = await this.start('api');
    this.erps = await Promise.all(this.capped.clients.map((client) => Erp.of(api, client)));
    let next = 0;
    let passing: Promise<void> | undefined;
    // The client has used its calls of this minute.
    const anotherMinute = (): Promise<void> =>
      (passing ??= this.clock.advance(60).finally(() => (passing = undefined)));
    const send = async (): Promise<void> => {
      while (next < INVOICES) {
        const number = `C-${(next += 1)}`;
        const erp = this.erps[next % this.erps.length]!;
        const invoice = numbered(example(this.capped.example), number);
        for (;;) {
          const { status, text, headers } = await erp.submit(invoice, `key-of-${number}`);
          if (status === 202) break;
          assert.equal(status, 429, text);
          if (Number(headers.get('retry-after')) > 1) await anotherMinute();
          else await pause(1000);
        }
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
  }

  /** Waits until all have ended; one of the workers is killed meanwhile. */
  async work(): Promise<void> {
    const { last } = this.capped;
    const workers = [await this.start('worker'), await this.start('worker')];
    let killed: Service | undefined;
    for (; ; await pause(200)) {
      await this.look();
      const done = this.calls.filter(({ path }) => last.test(path)).length;
      if (done > INVOICES / 3 && !killed) {
        killed = workers.pop()!;
        await killed.stop('SIGKILL');
        await this.start('worker');
      }
      const latest = Date.parse(this.calls.at(-1)?.time ?? '') || 0;
      if (Date.now() - latest < QUIET_MS) continue;
      // A process that died may have fetched a receipt twice.
      if (done >= INVOICES && (await this.ended()) === INVOICES) break;
      await this.clock.advance(this.waitSeconds());
    }
    assert.ok(killed);
  }

  private async look(): Promise<void> {
    const after = this.calls.at(-1)?.id ?? 0;
    const url = `${this.network.url}/control/calls?route=${this.capped.route}&after=${after}`;
    const { data } = (await (await fetch(url)).json()) as { data: readonly Call[] };
    this.calls.push(...data);
  }

  private async ended(): Promise<number> {
    const path = `/invoices?state=${this.capped.end}`;
    const totals = await Promise.all(
      this.erps.map(async (erp) => (await erp.read<{ total: number }>(path)).json.total),
    );
    return totals.reduce((sum, total) => sum + total, 0);
  }

  /** Moves the clock until shortly before a permit is free, then in small steps, so that clocks never differ by more. */
  private waitSeconds(): number {
    const [{ of, windows }] = this.capped.caps;
    const times = this.timesOf(of);
    const free = Math.max(
      ...windows.map(([seconds, limit]) => (times.at(-limit) ?? -Infinity) + seconds * 1000),
    );
    const seconds = Math.floor((free - this.clock.now()) / 1000) - STEP_S;
    return Math.max(seconds, STEP_S);
  }

  /** Calls by the clock of the service, without calls of unknown time. */
  private timesOf(of: RegExp): readonly number[] {
    return this.calls
      .filter(({ method, path }) => of.test(`${method} ${path}`))
      .map(({ time }) => Date.parse(time))
      .filter((time) => !this.clock.wasMoving(time))
      .map((time) => this.clock.at(time));
  }

  judge(): void {
    const unclear = this.calls.filter(({ time }) => this.clock.wasMoving(Date.parse(time))).length;
    console.log(`      ${unclear} of ${this.calls.length} calls while the clock was moved`);
    assert.ok(unclear < this.calls.length / 10, `${unclear} calls while the clock was moved`);
    for (const { what, of, windows } of this.capped.caps)
      for (const [seconds, limit] of windows) {
        const most = mostWithin(this.timesOf(of), seconds);
        assert.ok(most <= limit, `${most} ${what} within ${seconds} s`);
        console.log(`      at most ${most} of ${limit} ${what} within ${seconds} s`);
      }
    this.judgeBatches();
  }

  /** Invoices that may be batched are in as few batches as can contain them, except batches that the worker's death left half full. */
  private judgeBatches(): void {
    const { batch, caps } = this.capped;
    if (!batch) return;
    const batches = this.timesOf(batch.sent).length;
    const alone = this.timesOf(caps[0].of).length;
    console.log(`      ${alone} alone, the others in ${batches} batches`);
    assert.ok(alone < INVOICES / 2, `${alone} alone`);
    assert.ok(batches > 0 && batches <= 2 * Math.ceil(INVOICES / batch.most) + 2, `${batches} batches`);
  }
}

async function eachOnce(documentsUrl: string): Promise<void> {
  const { data } = (await (await fetch(documentsUrl)).json()) as { data: readonly { number: string }[] };
  assert.equal(new Set(data.map(({ number }) => number)).size, INVOICES);
  assert.equal(data.length, INVOICES);
}
