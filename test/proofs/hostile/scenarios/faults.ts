import { Erp, OPERATOR_KEY } from '../../../support/erp.ts';
import type { Service } from '../../../support/service.ts';
import { healthOf } from '../watch.ts';
import { takenIn } from './invoices.ts';
import { soon, within } from './patience.ts';
import type { Env, Stage } from './stage.ts';

/** Sends one invoice to its end. @returns the violations. */
export async function worksFaults(erp: Erp): Promise<readonly string[]> {
  try {
    const { state } = await erp.settled(await takenIn(erp), 20_000);
    return state === 'ready' ? [] : [`an invoice ended as ${state}`];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** A sweep, every ten seconds, finds an invoice without a job. */
const SWEPT_WITHIN_MS = 60_000;

/** Each invoice has to exist and become ready. @returns the violations. */
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

/** A process that reports good health has to work. @returns the violations. */
export async function honestFaults(service: Service): Promise<readonly string[]> {
  const erp = new Erp(service, OPERATOR_KEY);
  const status = await healthOf(service.url);
  if (status !== 200) return status === 503 ? [] : [`GET /health: ${status}`];
  const list = await within(15_000, 'GET /invoices', erp.get('/invoices'));
  const faults = [
    ...(list.status === 200 ? [] : [`GET /invoices: ${list.status}`]),
    ...(await worksFaults(erp)),
  ];
  // Health may report by now what broke in between.
  if (faults.length === 0 || (await soon(5000, async () => (await healthOf(service.url)) === 503))) return [];
  return faults.map((fault) => `it reports good health; ${fault}`);
}

/** A refused start states the reason in one sentence that names a setting. @returns the violations. */
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

/** Starts again in a damaged folder: the start is refused in a sentence, or the service works. @returns the violations. */
export async function startFaults(stage: Stage, says: RegExp, env: Env = {}): Promise<readonly string[]> {
  const started = await stage.tryStart(env);
  return typeof started === 'string' ? refusalFaults(started, says) : honestFaults(started);
}
