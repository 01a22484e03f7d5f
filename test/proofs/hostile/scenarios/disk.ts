import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { forkBuilt } from '../../../support/built.ts';
import { pause } from '../../../support/calls.ts';
import { Erp, OPERATOR_KEY } from '../../../support/erp.ts';
import { healthOf } from '../watch.ts';
import { lostFaults } from './faults.ts';
import { anInvoice, takeIn, takenIn } from './invoices.ts';
import { soon, within } from './patience.ts';
import { canRun, NotHere, type Scenario, type Stage } from './stage.ts';

/** A small disk for the process, which disappears with it. */
function ownDisk(folder: string, megabytes: number): readonly string[] {
  if (!canRun('unshare', '-Urm', 'true'))
    throw new NotHere('no disk can be mounted: unshare -Urm is refused');
  mkdirSync(folder, { recursive: true });
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs '${folder}' && exec "$@"`;
  return ['unshare', '-Urm', 'sh', '-c', mount, 'sh'];
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(64 * 1024);
  for (const bytes of [block.length, 512])
    try {
      for (;;) writeSync(file, block, 0, bytes);
    } catch {
      // Now the disk is full.
    }
  closeSync(file);
}

/** Answers while nothing can be written: none is 500, and each comes in time. */
async function refusedFaults(erp: Erp, accepted: string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  let refused = 0;
  for (let n = 0; n < 60 && refused < 5; n += 1) {
    const { status, json, headers } = await within(10_000, 'POST /invoices', erp.submit(anInvoice()));
    if (status === 202) accepted.push(json.id);
    else if (status === 503 && headers.get('retry-after')) refused += 1;
    else if (status !== 429) faults.push(`POST /invoices: ${status}`);
  }
  return refused > 0 || faults.length > 0 ? faults : ['the disk was full, and every invoice was accepted'];
}

async function fullDisk(stage: Stage): Promise<readonly string[]> {
  const service = await stage.start({ CLOCK_CONTROL: '1' }, { under: ownDisk(stage.data, 48) });
  const erp = new Erp(service, OPERATOR_KEY);
  const ids = [...(await takeIn(erp, 3))];
  const filler = `/proc/${service.process.pid}/root${join(stage.data, 'filler')}`;
  fill(filler);
  const faults = [...(await refusedFaults(erp, ids))];
  if (!(await soon(10_000, async () => (await healthOf(service.url)) === 503)))
    faults.push('GET /health reports good health');
  rmSync(filler);
  if (!(await soon(15_000, async () => (await healthOf(service.url)) === 200)))
    faults.push('it is not well again');
  // The sweep finds a job that could not be written, half a minute later.
  await fetch(`${service.metricsUrl}/clock`, {
    method: 'POST',
    body: JSON.stringify({ advance_seconds: 60 }),
  });
  faults.push(...(await lostFaults(service, ids)), ...(await stage.stop(service)));
  return faults;
}

/** A call that needs no store does not wait for it. A call that needs it is soon answered with `busy`. */
async function lockedStore(stage: Stage): Promise<readonly string[]> {
  const service = await stage.start();
  const erp = new Erp(service, OPERATOR_KEY);
  const holder = forkBuilt('support/lock-holder.ts', [join(stage.data, 'ids.db')]);
  const faults: string[] = [];
  try {
    await once(holder, 'message');
    const calls = Promise.allSettled(
      Array.from({ length: 5 }, () => within(10_000, 'POST /invoices', erp.submit(anInvoice()))),
    );
    await pause(200);
    const asked = performance.now();
    await within(20_000, 'GET /openapi.yaml', erp.get('/openapi.yaml'));
    const tookMs = Math.round(performance.now() - asked);
    if (tookMs > 1000) faults.push(`GET /openapi.yaml waited for ${tookMs} ms`);
    for (const call of await calls) {
      if (call.status === 'rejected') faults.push(String(call.reason));
      else if (call.value.status !== 503 || !call.value.headers.get('retry-after'))
        faults.push(`POST /invoices: ${call.value.status}`);
    }
  } finally {
    holder.kill('SIGKILL');
  }
  await once(holder, 'exit');
  return [...faults, ...(await lostFaults(service, [await takenIn(erp)]))];
}

export const DISK: readonly Scenario[] = [
  {
    name: 'the disk of the store is full',
    holds: 'it refuses calls, reports bad health, loses nothing and continues once there is room',
    long: true,
    run: fullDisk,
  },
  {
    name: 'another program holds the lock of the store',
    holds: 'calls get busy, and nothing else waits',
    long: true,
    run: lockedStore,
  },
];
