import { sentBody } from './bodies.ts';
import { Chance } from './chance.ts';
import { type Operation, OPERATIONS } from './description.ts';
import { markedExample } from './invoices.ts';
import { eachCase, type Limits } from './limits.ts';
import type { Answer } from './send.ts';
import { held, settled } from './settled.ts';
import { Counts, type Outcome } from './tally.ts';
import { Attacker, clientOf, type Target } from './target.ts';
import type { Tenant } from './tenants.ts';
import { mutated } from './values.ts';

const AT_ONCE = 8;
const SUBMIT = OPERATIONS.find(({ id }) => id === 'submitInvoice')!;
const VALIDATE = OPERATIONS.find(({ id }) => id === 'validateInvoice')!;

/** Invoices that were changed at some places, in their members or in their bytes: judged, sent, sent again, followed. */
export async function attackWithInvoices(target: Target, limits: Limits): Promise<Outcome> {
  const attack = new InvoiceAttack(target, limits.seed);
  const done = await eachCase(limits, AT_ONCE, (index) => attack.one(index));
  return attack.outcome(done);
}

type Verdict = 'valid' | 'invalid';

class InvoiceAttack {
  readonly #target: Target;
  readonly #seed: number;
  readonly #attacker: Attacker;
  readonly #accepted = new Map<string, Set<string>>();
  /** What the dry run said of an invoice that was taken in. */
  readonly #verdicts = new Map<string, Verdict>();
  /** Sent again under a new key: the first one, and the one that was made for it. */
  readonly #madeAgain: (readonly [first: string, second: string])[] = [];

  constructor(target: Target, seed: number) {
    this.#target = target;
    this.#seed = seed;
    this.#attacker = new Attacker(target);
  }

  async one(index: number): Promise<void> {
    const chance = new Chance(this.#seed, 'invoices', index);
    const tenant = chance.pick(this.#target.tenants);
    const example = markedExample(tenant, chance);
    const value = chance.happens(0.1) ? example : mutated(example, chance, 1 + chance.below(4));
    const { body, headers } = sentBody(JSON.stringify(value), chance, 0.1);
    const send = (operation: Operation, key?: string): Promise<Answer | undefined> =>
      this.#attacker.call(`invoice ${index}`, operation, clientOf(tenant), {
        method: 'POST',
        path: operation.path,
        headers: {
          Authorization: `Bearer ${tenant.key}`,
          ...(key && { 'Idempotency-Key': key }),
          ...headers,
        },
        body,
      });
    const [dryRun, kept, again] = [chance.happens(0.3), chance.happens(0.3), chance.happens(0.1)];
    const verdict = dryRun ? verdictOf(await send(VALIDATE)) : undefined;
    const key = `invoice-${this.#seed}-${index}`;
    const answer = await send(SUBMIT, key);
    const id = this.#takenIn(tenant, answer);
    if (verdict === 'valid' && answer && ![202, 429].includes(answer.status))
      this.#wrong(index, `the dry run says ${verdict}, the intake answers ${answer.status}`);
    if (id === undefined) return;
    if (verdict) this.#verdicts.set(id, verdict);
    const second = kept ? this.#takenIn(tenant, await send(SUBMIT, key)) : undefined;
    if (second !== undefined && second !== id)
      this.#wrong(index, `${id} became ${second} under the same key`);
    const third = again ? this.#takenIn(tenant, await send(SUBMIT, `again-${key}`)) : undefined;
    if (third !== undefined && third !== id) this.#madeAgain.push([id, third]);
  }

  #takenIn({ name }: Tenant, answer: Answer | undefined): string | undefined {
    if (answer?.status !== 202) return undefined;
    const { id } = JSON.parse(answer.body.toString()) as { id: string };
    held(this.#accepted, name).add(id);
    return id;
  }

  #wrong(index: number, fault: string): void {
    this.#attacker.wrongs.add(`invoice ${index}: ${fault}`);
  }

  async outcome(done: number): Promise<Outcome> {
    const { wrongs, statuses } = this.#attacker;
    const { faults, states } = await settled(this.#target, this.#accepted);
    faults.forEach((fault) => wrongs.add(fault));
    for (const [id, verdict] of this.#verdicts)
      if ((states.get(id) === 'ready') !== (verdict === 'valid'))
        wrongs.add(`${id} is ${states.get(id)}, the dry run said ${verdict}`);
    for (const [first, second] of this.#madeAgain)
      if (states.get(first) === 'ready') wrongs.add(`${first} was made again as ${second}`);
    const ended = new Counts();
    for (const state of states.values()) ended.add(state);
    return {
      name: 'mutated invoices',
      tried: { invoices: done, 'taken in': states.size, ...ended.toObject() },
      wrong: wrongs.found,
      answers: statuses,
    };
  }
}

function verdictOf(answer: Answer | undefined): Verdict | undefined {
  if (answer?.status !== 200) return undefined;
  return (JSON.parse(answer.body.toString()) as { valid: boolean }).valid ? 'valid' : 'invalid';
}
