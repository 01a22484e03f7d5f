import assert from 'node:assert/strict';
import { freePort } from '../../../scripts/free-port.ts';
import { LASTING_SERVERS, type MongoServer } from '../../../scripts/mongo-server.ts';
import { type BreakingProxy, breakingProxy } from '../../support/breaking-proxy.ts';
import { pause } from '../../support/calls.ts';
import { emptyFolder } from '../../support/folder.ts';
import { freshDatabase } from '../../support/mongo-server.ts';
import { seeded } from '../../support/seeded.ts';
import type { Service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { printCount } from '../counts.ts';
import { SEED } from '../seed.ts';
import { deliver } from './delivery-run.ts';

/** How long the server stands still: longer than a call waits for it. */
const FROZEN_MS = 30_000;
/** Under load between two faults. */
const BETWEEN_MS = 4_000;
const CUT_EVERY_MS = 700;
/** A database that was killed repairs itself first. */
const RESTART_MS = 180_000;

type ServerName = keyof typeof LASTING_SERVERS;

/** A server that dies and comes back at one address, with its data. */
class MortalServer {
  private server: MongoServer | undefined;

  constructor(
    private readonly name: ServerName,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  /** @returns its address. */
  async start(): Promise<string> {
    // What is left of a killed one may hold the data for a moment.
    let failure: unknown;
    for (const end = Date.now() + RESTART_MS; Date.now() < end; await pause(500)) {
      const started = await LASTING_SERVERS[this.name]
        .start(this.port, this.folder)
        .catch((error: unknown) => {
          failure = error;
        });
      if (!started) continue;
      this.server = started;
      return started.url;
    }
    throw new Error(`${this.name} did not come back`, { cause: failure });
  }

  /** To all its processes. */
  signal(signal: NodeJS.Signals): void {
    const pid = this.server?.process?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** What `/health` says of the store. The processes of these proofs do not warm up, so their threads are never said to be ready. */
async function storeCheck(service: Service): Promise<string | undefined> {
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(`${service.url}/health`, { signal }).catch(() => undefined);
  const { checks } = ((await answer?.json()) ?? {}) as { checks?: { store?: string } };
  return answer?.status === 503 || answer?.ok ? checks?.store : undefined;
}

/** The database of a service is killed, frozen and cut off while invoices come in: judged from outside, as the kills of processes are. */
export function drillsOn(name: ServerName, own: { readonly kills: number }): void {
  const kills = Number(process.env['KILLS'] ?? own.kills);

  it(`loses and doubles nothing, and needs no person (seed ${SEED})`, async () => {
    const random = seeded(SEED);
    const [data, farm] = [emptyFolder(), emptyFolder()];
    const server = new MortalServer(name, await freePort(), data.path);
    let proxy: BreakingProxy | undefined;
    let ready: Service | undefined;
    try {
      const url = new URL(await server.start());
      proxy = await breakingProxy(url.hostname, Number(url.port));
      const cut = proxy;
      url.port = String(proxy.port);

      const beside = async (answering: () => Promise<Service>): Promise<void> => {
        const service = (ready = await answering());
        const isUp = async () => (await storeCheck(service))?.startsWith('ok') === true;
        const isDown = async () => (await storeCheck(service)) === 'failing';
        let isDone = false;
        const cutting = (async () => {
          for (; !isDone; await pause(CUT_EVERY_MS * (0.5 + random()))) cut.cutReply();
        })();
        await until(isUp, 'the service is healthy at first', RESTART_MS, 200);
        for (let n = 0; n < kills; n += 1) {
          await pause(BETWEEN_MS * (0.5 + random()));
          server.signal('SIGKILL');
          await until(isDown, 'health tells that the store is gone', RESTART_MS, 200);
          await server.start();
          await until(isUp, 'health tells that the store is back', RESTART_MS, 200);
        }
        await pause(BETWEEN_MS);
        server.signal('SIGSTOP');
        const frozen = pause(FROZEN_MS);
        await until(isDown, 'health tells that the store does not answer', RESTART_MS, 200);
        await frozen;
        server.signal('SIGCONT');
        await until(isUp, 'health tells that the store answers again', RESTART_MS, 200);
        await pause(BETWEEN_MS);
        isDone = true;
        await cutting;
      };
      const outcome = await deliver({
        storeUrl: freshDatabase(url.href),
        folder: farm.path,
        seed: SEED,
        legs: [{ roles: ['api', 'worker', 'worker'], kills: 0 }],
        calm: true,
        beside,
      });
      const { faults, invoices, givenUp } = outcome;
      console.log(
        `${name}: ${kills} kills and restarts, frozen for ${FROZEN_MS / 1000} s, ${cut.cuts} replies cut, ` +
          `${invoices} invoices, given up: ${JSON.stringify(Object.fromEntries(givenUp))}`,
      );
      assert.deepEqual(faults, []);
      assert.deepEqual([...givenUp], []);
      assert.ok(cut.cuts > 0);
      assert.ok(ready);
      printCount({ of: name, unit: 'kills of the store', count: kills });
      printCount({ of: name, unit: 'replies of the store cut', count: cut.cuts });
      printCount({
        of: `${name}, under faults of the store`,
        unit: 'invoices delivered once',
        count: invoices,
      });
    } finally {
      await proxy?.close();
      server.signal('SIGKILL');
      farm.remove();
      data.remove();
    }
  }).timeout((20 + 3 * kills) * 60_000);
}
