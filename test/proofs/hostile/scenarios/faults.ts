import { Erp, OPERATOR_KEY } from '../../../support/erp.ts';
import type { Service } from '../../../support/service.ts';
import { healthOf } from '../watch.ts';
import { takenIn } from './invoices.ts';
import { soon, within } from './patience.ts';
import type { Env, Stage } from './stage.ts';

/** One invoice from beginning to end. @returns what did not hold. */
export async function worksFaults(erp: Erp): Promise<readonly string[]> {
  try {
    const { state } = await erp.settled(await takenIn(erp), 20_000);
    return state === 'ready' ? [] : [`an invoice ended as ${state}`];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** What had no job is found by a sweep, every ten seconds. */
const SWEPT_WITHIN_MS = 60_000;

/** Each of them is known and becomes ready. @returns what did not hold. */
export async function lostFaults(service: Service, ids: readonly string[]): Promise<readonly string[]> {
  const erp = new Erp(service, OPERATOR_KEY);
  const faults: string[] = [];
  for (const id of ids) {
    const { status } = await within(10_000, 'GET /invoices/{id}', erp.get(`/invoices/${id}`));
    if (status !== 200) faults.push(`${id} was accepted, then ${status}`);
    else if ((await erp.settled(id, SWEPT_WITHIN_MS)).state !== 'ready')
      faults.push(`${id} did not become ready`);
  }
  return faults;
}

/** A process that says that it is well has to do its work. @returns what did not hold. */
export async function honestFaults(service: Service): Promise<readonly string[]> {
  const erp = new Erp(service, OPERATOR_KEY);
  const status = await healthOf(service.url);
  if (status !== 200) return status === 503 ? [] : [`GET /health: ${status}`];
  const list = await within(15_000, 'GET /invoices', erp.get('/invoices'));
  const faults = [
    ...(list.status === 200 ? [] : [`GET /invoices: ${list.status}`]),
    ...(await worksFaults(erp)),
  ];
  // What broke in between may be told by now.
  if (faults.length === 0 || (await soon(5000, async () => (await healthOf(service.url)) === 503))) return [];
  return faults.map((fault) => `it says that it is well; ${fault}`);
}

/** A refused start says why in one sentence that names a setting. @returns what did not hold. */
export function refusalFaults(printed: string, says: RegExp): readonly string[] {
  const text = printed
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n');
  return [
    ...(says.test(text) ? [] : [`the start was refused with ${JSON.stringify(text.slice(0, 500))}`]),
    ...(/\n\s+at /.test(text) ? ['the refusal shows a stack'] : []),
  ];
}

/** Starts again in a folder that was damaged: refused in a sentence, or honest. @returns what did not hold. */
export async function startFaults(stage: Stage, says: RegExp, env: Env = {}): Promise<readonly string[]> {
  const started = await stage.tryStart(env);
  return typeof started === 'string' ? refusalFaults(started, says) : honestFaults(started);
}
