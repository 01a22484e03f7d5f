import { Chance } from './chance.ts';
import { generatedCall } from './generated-calls.ts';
import { eachCase, type Limits } from './limits.ts';
import type { Answer } from './send.ts';
import { held, settled } from './settled.ts';
import type { Outcome } from './tally.ts';
import { Attacker, type Target } from './target.ts';

const AT_ONCE = 8;
/** The largest number of ids from which calls draw. */
const MAX_IDS = 500;

/** Calls of openapi.yaml, correct and wrong, by every kind of caller, also with ids of other clients. */
export async function attackWithCalls(target: Target, limits: Limits): Promise<Outcome> {
  const attacker = new Attacker(target);
  const ids = { invoices: [] as string[], keys: [] as string[] };
  const accepted = new Map<string, Set<string>>();
  const done = await eachCase(limits, AT_ONCE, async (index) => {
    const chance = new Chance(limits.seed, 'calls', index);
    const { operation, caller, call } = generatedCall(chance, target, ids);
    const answer = await attacker.call(`call ${index}`, operation, caller, call);
    const id = answer && idIn(answer);
    if (id?.startsWith('key_')) add(ids.keys, id);
    if (!id?.startsWith('inv_')) return;
    add(ids.invoices, id);
    if (caller.tenant && answer?.status === 202) held(accepted, caller.tenant.name).add(id);
  });
  for (const fault of (await settled(target, accepted)).faults) attacker.wrongs.add(fault);
  const invoices = [...accepted.values()].reduce((sum, { size }) => sum + size, 0);
  return {
    name: 'generated calls',
    tried: { calls: done, 'invoices taken in': invoices },
    wrong: attacker.wrongs.found,
    answers: attacker.statuses,
  };
}

function add(list: string[], id: string): void {
  if (list.length < MAX_IDS) list.push(id);
}

function idIn({ status, body }: Answer): string | undefined {
  if (status !== 202 && status !== 201) return undefined;
  return /"id":"((?:inv|key)_\w+)"/.exec(body.toString())?.[1];
}
