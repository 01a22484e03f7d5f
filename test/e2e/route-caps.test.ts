import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, type TestSandbox } from '../sandbox/running.ts';
import { describeOnEachStore } from '../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { type Service, startService } from '../support/service.ts';
import { mostWithin } from './windows.ts';

/** One client's, three calls each. That takes minutes, so that it is asked for: `CAPS_INVOICES=1000`. */
const INVOICES = Number(process.env['CAPS_INVOICES'] ?? 0);

/** Of the contract's table (part 8), as the simulated network sees it. */
const ROUTES = [
  {
    route: 'RO-EFACTURA',
    example: 'over-ro-efactura',
    end: 'accepted',
    caps: [{ of: /\/FCTEL\/rest\//, seconds: 60, limit: 1000 }],
    /** The last call for an invoice. */
    last: /\/descarcare\?/,
  },
] as const;

/** As many senders as a client may have calls in a second. */
const SENDERS = 8;
interface Call {
  readonly time: string;
  readonly path: string;
}

/** Of all processes; whoever moves it while calls are made can no longer tell when one was made. */
async function advance(service: Service, seconds: number): Promise<void> {
  const body = JSON.stringify({ advance_seconds: seconds });
  assert.equal((await fetch(`${service.metricsUrl}/clock`, { method: 'POST', body })).status, 200);
}

for (const { route, example: name, end, caps, last } of ROUTES)
  describeOnEachStore(`${INVOICES} invoices of one client over ${route}`, (open) => {
    it('keep to its caps in every window that the network sees, with two workers and a kill -9', async function () {
      if (INVOICES === 0) this.skip();
      const store = open();
      const started: Service[] = [];
      let network: TestSandbox | undefined;
      try {
        network = await aSandbox({ stepMs: 5, limits: 'off' });
        const { url, port } = network;
        const env = {
          ...store.env,
          SIM_PORT: String(port),
          OPERATOR_KEY,
          CLOCK_CONTROL: '1',
          RETRY_SCALE: '0.1',
        };
        const start = async (role: 'api' | 'worker'): Promise<Service> => {
          const options = { cwd: store.folder, env: { ...env, ROLE: role, POOL_THREADS: '1' } };
          const service = await startService(options);
          started.push(service);
          return service;
        };
        const api = await start('api');
        const erp = await Erp.of(api, 'acme');
        await handIn(erp, () => advance(api, 60), name);
        const workers = [await start('worker'), await start('worker')];
        const asked = async (): Promise<readonly Call[]> => {
          const { data } = (await (await fetch(`${url}/control/calls?route=${route}`)).json()) as {
            data: readonly Call[];
          };
          return data;
        };
        let calls: readonly Call[] = [];
        let killed: Service | undefined;
        for (let done = 0; done < INVOICES; await pause(1000)) {
          calls = await asked();
          done = calls.filter(({ path }) => last.test(path)).length;
          if (done > INVOICES / 3 && !killed) {
            killed = workers.pop()!;
            await killed.stop('SIGKILL');
            workers.push(await start('worker'));
          }
        }
        assert.ok(killed);
        // Whoever died may have fetched a receipt twice, and what he had in hand takes its time.
        await allEnd(erp, end);
        calls = await asked();
        for (const { of, seconds, limit } of caps) {
          const times = calls.filter(({ path }) => of.test(path)).map(({ time }) => Date.parse(time));
          const most = mostWithin(times, seconds);
          assert.ok(most <= limit, `${most} calls within ${seconds} s`);
          console.log(`      at most ${most} of ${limit} calls within ${seconds} s`);
        }
        await eachOnce(`${url}/control/documents?route=${route}`);
      } finally {
        for (const service of started) await service.stop();
        await network?.stop();
        store.remove();
      }
    }).timeout(1_800_000);
  });

/** All of them, before anybody works on them. @param anotherMinute what a client may hand in a minute is used up. */
async function handIn(erp: Erp, anotherMinute: () => Promise<void>, name: string): Promise<void> {
  let next = 0;
  let passing: Promise<void> | undefined;
  const send = async (): Promise<void> => {
    while (next < INVOICES) {
      const number = `C-${(next += 1)}`;
      for (;;) {
        const { status, text, headers } = await erp.submit(
          numbered(example(name), number),
          `key-of-${number}`,
        );
        if (status === 202) break;
        assert.equal(status, 429, text);
        if (Number(headers.get('retry-after')) > 1)
          await (passing ??= anotherMinute().finally(() => (passing = undefined)));
        else await pause(1000);
      }
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

async function eachOnce(documentsUrl: string): Promise<void> {
  const { data } = (await (await fetch(documentsUrl)).json()) as { data: readonly { number: string }[] };
  assert.equal(new Set(data.map(({ number }) => number)).size, INVOICES);
  assert.equal(data.length, INVOICES);
}

async function allEnd(erp: Erp, state: string): Promise<void> {
  for (const until = Date.now() + 600_000; ; await pause(500)) {
    const { total } = (await erp.read<{ total: number }>(`/invoices?state=${state}`)).json;
    if (total === INVOICES || Date.now() > until) return assert.equal(total, INVOICES);
  }
}
