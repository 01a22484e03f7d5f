import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, posted, type TestSandbox } from '../../sandbox/running.ts';
import { builtProgram } from '../../support/built.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

/** An idle connection may be closed at the other end at the moment of its next use. */
const FRESH = { headers: { Connection: 'close' } };

/** More than three times the number that a client may send alone within an hour. */
const INVOICES = 20;
const ALONE_IN_AN_HOUR = 6;
/** KSeF refuses these in every kind of session. */
const REFUSED: Readonly<Record<number, string>> = { 9: '-REJECT', 13: '-DUPLICATE', 17: '-REJECT-410' };
const numberOf = (n: number): string => `B-${n}${REFUSED[n] ?? ''}`;

interface Call {
  readonly method: string;
  readonly path: string;
  /** Null until it has an answer. */
  readonly status: number | null;
}
const shownCalls = (calls: readonly Call[]): string =>
  calls.map(({ method, path, status }) => `${method} ${path} ${status}`).join('\n');
const isClose = ({ path }: Call): boolean => /\/sessions\/batch\/[^/]+\/close$/.test(path);
interface Event {
  readonly status: string;
  readonly route?: { readonly submission_id?: string };
}

describeOnEachStore(
  'a queue that outruns the caps of KSeF, with KSEF_BATCH=1 and a kill -9 in the middle of a batch',
  function (open) {
    let store: StoreInUse;
    let network: TestSandbox;
    let service: Service;
    let worker: Service | undefined;
    let erp: Erp;
    const ids = new Map<number, string>();
    /** The calls that KSeF had received when the worker was dead. */
    let heardByThen: readonly Call[];

    before(async function () {
      store = open();
      network = await aSandbox({ stepMs: 200, limits: 'off' });
      const env = { SIM_PORT: String(network.port), OPERATOR_KEY, CLOCK_CONTROL: '1', KSEF_BATCH: '1' };
      const options = (own: Readonly<Record<string, string>>) => ({
        cwd: store.folder,
        env: { ...store.env, ...env, ...own },
      });
      const startWorker = (): Promise<Service> =>
        startService({
          ...options({ ROLE: 'worker', SENDS_AN_HOUR: String(ALONE_IN_AN_HOUR) }),
          program: builtProgram('support/hasty-service.ts'),
        });
      service = await startService(options({ ROLE: 'api' }));
      erp = await Erp.of(service, 'acme');
      for (let n = 1; n <= INVOICES; n += 1) ids.set(n, await handedIn(n));
      // Executed at once, but answered so late that its sender is dead by then.
      const fault = { route: 'PL-KSEF', call: 'POST /sessions/batch/*/close', fault: 'slow' };
      assert.ok((await fetch(`${network.url}/control/faults`, posted(fault))).ok);
      worker = await startWorker();
      // An earlier move of the clock would free permits for waiting invoices.
      for (const until = Date.now() + 300_000; Date.now() < until; await pause(50))
        if ((await calls()).some(isClose)) break;
      await worker.stop('SIGKILL');
      heardByThen = await calls();
      worker = await startWorker();
      for (const until = Date.now() + 240_000; (await stillOpen()) > 0 && Date.now() < until;) {
        await pause(1500);
        await advance(300);
      }
    });
    after(async () => {
      await worker?.stop();
      await service?.stop();
      await network?.stop();
      store.remove();
    });

    async function advance(seconds: number): Promise<void> {
      const body = JSON.stringify({ advance_seconds: seconds });
      assert.equal((await fetch(`${service.metricsUrl}/clock`, { method: 'POST', body })).status, 200);
    }

    async function handedIn(n: number): Promise<string> {
      for (;;) {
        const { status, text, json } = await erp.submit(numbered(example('over-pl-ksef'), numberOf(n)));
        if (status === 202) return json.id;
        assert.equal(status, 429, text);
        await pause(1000);
      }
    }

    async function stillOpen(): Promise<number> {
      const path = '/invoices?page_size=25&state=received,validated,queued,submitting,submitted';
      return (await erp.read<{ total: number }>(path)).json.total;
    }

    /** Numbers of invoices that KSeF has accepted. */
    async function held(): Promise<readonly string[]> {
      const answer = await fetch(`${network.url}/control/documents?route=PL-KSEF`, FRESH);
      const { data } = (await answer.json()) as { data: readonly { number: string }[] };
      return data.map(({ number }) => number);
    }

    async function calls(): Promise<readonly Call[]> {
      const answer = await fetch(`${network.url}/control/calls?route=PL-KSEF`, FRESH);
      return ((await answer.json()) as { data: readonly Call[] }).data;
    }
    const shown = async (n: number): Promise<Shown & { legal_id: string | null }> =>
      (await erp.read<Shown & { legal_id: string | null }>(`/invoices/${ids.get(n)}`)).json;

    it('is interrupted after all parts of a batch are sent and before its close is answered', () => {
      const [close, ...more] = heardByThen.filter(isClose);
      assert.deepEqual([close?.status, more], [null, []], shownCalls(heardByThen));
      const session = /batch\/([^/]+)\/close/.exec(close!.path)![1]!;
      const parts = heardByThen.filter(({ path }) => path.includes(`/batch-parts/${session}/`));
      assert.deepEqual(
        parts.map(({ method, status }) => `${method} ${status}`),
        ['PUT 201'],
      );
    });

    it('is sent in batches, and the remaining invoices alone within the caps', async () => {
      const made = await calls();
      const alone = made.filter(({ path }) => /\/sessions\/online\/[^/]+\/invoices$/.test(path)).length;
      const batches = made.filter(isClose).length;
      assert.ok(alone >= ALONE_IN_AN_HOUR && alone < INVOICES, `${alone} alone`);
      assert.ok(batches >= 1 && batches <= 10, `${batches} batches`);
    });

    it('is stored once by KSeF, invoice by invoice', async () => {
      const wanted = [...ids.keys()].filter((n) => !REFUSED[n]).map(numberOf);
      const ours = (await held()).filter((number) => wanted.includes(number));
      assert.deepEqual([...ours].sort(), [...wanted].sort());
    });

    it('ends as it would alone: a number and a receipt for each invoice, or the reason why KSeF refused it', async function () {
      for (const n of ids.keys()) {
        let seen = await shown(n);
        for (const until = Date.now() + 60_000; Date.now() < until; await pause(1000)) {
          if (REFUSED[n] || seen.documents.some(({ kind }) => kind === 'upo')) break;
          seen = await shown(n);
        }
        const errors = seen.errors.map(({ code }) => code);
        if (REFUSED[n] === undefined) {
          assert.deepEqual([seen.state, errors], ['accepted', []], `${n}: ${JSON.stringify(seen)}`);
          assert.match(seen.legal_id ?? '', /^5260250274-/);
          assert.ok(
            seen.documents.some(({ kind }) => kind === 'upo'),
            `${n} has no receipt`,
          );
        } else assert.equal(seen.state, 'rejected', `${n}: ${JSON.stringify(seen)}`);
      }
      const codes = await Promise.all(Object.keys(REFUSED).map(async (n) => (await shown(Number(n))).errors));
      assert.deepEqual(
        codes.map(([error]) => error?.code),
        ['KSEF-450', 'KSEF-440', 'KSEF-410'],
      );
    });

    it('has the same events for each invoice as alone', async () => {
      const { json } = await erp.read<{ data: readonly Event[] }>(`/invoices/${ids.get(INVOICES)}/events`);
      assert.deepEqual(
        json.data.map(({ status }) => status),
        ['received', 'validated', 'submitted', 'accepted'],
      );
      assert.match(json.data.at(-1)?.route?.submission_id ?? '', /^\d{8}-EE-/);
    });
  },
);
