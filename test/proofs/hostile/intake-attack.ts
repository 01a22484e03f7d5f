import { sentBody, type SentBody } from './bodies.ts';
import { Chance } from './chance.ts';
import { type Operation, OPERATIONS } from './description.ts';
import { fileOf } from './files.ts';
import { markedExample } from './invoices.ts';
import { eachCase, type Limits } from './limits.ts';
import { type Answer, bearer, type Call } from './send.ts';
import { held, settled, STUCK } from './settled.ts';
import { Counts, type Outcome } from './tally.ts';
import { Attacker, clientOf, type Target } from './target.ts';
import type { Tenant } from './tenants.ts';
import { mutated } from './values.ts';
import { changedXml } from './xml-changes.ts';

const AT_ONCE = 8;

/** One intake of invoices, with its dry run. */
interface Intake {
  readonly name: string;
  readonly submit: Operation;
  readonly validate: Operation;
  readonly make: (target: Target, tenant: Tenant, chance: Chance) => SentBody & Queries;
}
interface Queries {
  /** For the dry run and for the intake. */
  readonly queries?: readonly [string, string];
}

const operation = (id: string): Operation => OPERATIONS.find((each) => each.id === id)!;

/** Invoices with mutations, in their members or in their bytes. */
const INVOICES: Intake = {
  name: 'mutated invoices',
  submit: operation('submitInvoice'),
  validate: operation('validateInvoice'),
  make: (_target, tenant, chance) => {
    const example = markedExample(tenant, chance);
    const value = chance.happens(0.1) ? example : mutated(example, chance, 1 + chance.below(4));
    return sentBody(JSON.stringify(value), chance, 0.1);
  },
};

/** Files with mutations, in their content or in their form. */
const FILES: Intake = {
  name: 'mutated files',
  submit: operation('submitFile'),
  validate: operation('validateFile'),
  make: ({ files }, tenant, chance) => {
    const number = `RE-${tenant.name}-${chance.below(1e9)}`;
    const body = changedXml(fileOf(chance.pick(files), tenant, number), chance);
    const route = '?route=DE-XRECHNUNG';
    return {
      body,
      headers: { 'Content-Type': 'application/xml' },
      queries: [route, `${route}&invoice_ref=${number}`],
    };
  },
};

type Verdict = 'valid' | 'invalid';

/** Each invoice is checked, sent, sent again, and followed to its end. */
class IntakeAttack {
  private readonly attacker: Attacker;
  private readonly accepted = new Map<string, Set<string>>();
  /** Case numbers by id, to repeat a failure. */
  private readonly cases = new Map<string, number>();
  /** The result of the dry run of an accepted invoice. */
  private readonly verdicts = new Map<string, Verdict>();
  /** Invoices that were sent again under a new key: the first one and the second one. */
  private readonly madeAgain: (readonly [first: string, second: string])[] = [];

  constructor(
    private readonly intake: Intake,
    private readonly target: Target,
    private readonly seed: number,
  ) {
    this.attacker = new Attacker(target);
  }

  async one(index: number): Promise<void> {
    const { name, submit, validate, make } = this.intake;
    const chance = new Chance(this.seed, name, index);
    const tenant = chance.pick(this.target.tenants);
    const { body, headers, queries: [dry, real] = ['', ''] } = make(this.target, tenant, chance);
    const send = ({ method, path }: Operation, query: string, key?: string): Promise<Answer | undefined> => {
      const under: Call['headers'] = key === undefined ? {} : { 'Idempotency-Key': key };
      const call = {
        method,
        path: path + query,
        headers: { ...bearer(tenant.key), ...under, ...headers },
        body,
      };
      return this.attacker.call(
        `case ${index}`,
        key === undefined ? validate : submit,
        clientOf(tenant),
        call,
      );
    };
    const [dryRun, kept, again] = [chance.happens(0.3), chance.happens(0.3), chance.happens(0.1)];
    const verdict = dryRun ? verdictOf(await send(validate, dry)) : undefined;
    const key = `${name.replace(' ', '-')}-${this.seed}-${index}`;
    const answer = await send(submit, real, key);
    const id = this.takenIn(index, tenant, answer);
    if (verdict === 'valid' && answer && ![202, 429, 503].includes(answer.status))
      this.wrong(index, `the dry run is ${verdict}, the intake answers ${answer.status}`);
    if (id === undefined) return;
    if (verdict) this.verdicts.set(id, verdict);
    const second = kept ? this.takenIn(index, tenant, await send(submit, real, key)) : undefined;
    if (second !== undefined && second !== id) this.wrong(index, `${id} became ${second} under the same key`);
    const third = again ? this.takenIn(index, tenant, await send(submit, real, `again-${key}`)) : undefined;
    if (third !== undefined && third !== id) this.madeAgain.push([id, third]);
  }

  private takenIn(index: number, { name }: Tenant, answer: Answer | undefined): string | undefined {
    if (answer?.status !== 202) return undefined;
    const { id } = JSON.parse(answer.body.toString()) as { id: string };
    held(this.accepted, name).add(id);
    this.cases.set(id, index);
    return id;
  }

  private wrong(index: number, fault: string): void {
    this.attacker.wrongs.add(`case ${index}: ${fault}`);
  }

  async outcome(done: number): Promise<Outcome> {
    const { wrongs, statuses } = this.attacker;
    const { faults, states } = await settled(this.target, this.accepted);
    const ofCase = (id: string): number => this.cases.get(id) ?? -1;
    for (const fault of faults) this.wrong(ofCase(/inv_\w+/.exec(fault)?.[0] ?? ''), fault);
    for (const [id, verdict] of this.verdicts)
      if (states.get(id) !== STUCK && (states.get(id) === 'ready') !== (verdict === 'valid'))
        this.wrong(ofCase(id), `${id} is ${states.get(id)}, the dry run was ${verdict}`);
    for (const [first, second] of this.madeAgain)
      if (states.get(first) === 'ready') this.wrong(ofCase(first), `${first} was made again as ${second}`);
    const ended = new Counts();
    for (const state of states.values()) ended.add(state);
    return {
      name: this.intake.name,
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

const attackOf =
  (intake: Intake) =>
  async (target: Target, limits: Limits): Promise<Outcome> => {
    const attack = new IntakeAttack(intake, target, limits.seed);
    const done = await eachCase(limits, AT_ONCE, (index) => attack.one(index));
    return attack.outcome(done);
  };

export const attackWithInvoices = attackOf(INVOICES);
export const attackWithFiles = attackOf(FILES);
