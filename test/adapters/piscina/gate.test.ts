import assert from 'node:assert/strict';
import { Gate, GateFull, type Visitor } from '../../../src/adapters/piscina/gate.ts';

const PATIENT = { size: 'usual', waits: true } as const;
const IMPATIENT = { size: 'usual', waits: false } as const;
const LARGE = { size: 'large', waits: true } as const;

/** Visitors that stay inside until the test releases them, and the order of their entry. */
class House {
  readonly entered: string[] = [];
  readonly turnedAway: string[] = [];
  readonly gate: Gate;
  private readonly leaving = new Map<string, () => void>();

  constructor(slots: number, queueLimit = 0) {
    this.gate = new Gate(slots, queueLimit);
  }

  /** @param name of the visitor; its first word is the client. */
  async arrive(name: string, how: Omit<Visitor, 'client'> = PATIENT): Promise<void> {
    const stay = async (): Promise<void> => {
      this.entered.push(name);
      await new Promise<void>((leave) => this.leaving.set(name, leave));
    };
    void this.gate.pass({ client: name.split(' ')[0]!, ...how }, stay).catch((error: unknown) => {
      assert.ok(error instanceof GateFull);
      this.turnedAway.push(name);
    });
    await settled();
  }

  async leave(name: string): Promise<void> {
    this.leaving.get(name)!();
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a gate', () => {
  it('admits clients in turn, each with its visitors in the order of arrival', async () => {
    const house = new House(1);
    for (const name of ['a 0', 'a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1']) await house.arrive(name);
    for (let n = 0; n < 6; n++) await house.leave(house.entered[n]!);
    assert.deepEqual(house.entered, ['a 0', 'a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3']);
  });

  it('puts a client that returns behind the waiting ones', async () => {
    const house = new House(1);
    for (const name of ['a 0', 'b 1', 'b 2', 'a 1']) await house.arrive(name);
    await house.leave('a 0');
    await house.arrive('c 1');
    for (const name of ['b 1', 'a 1']) await house.leave(name);
    assert.deepEqual(house.entered, ['a 0', 'b 1', 'a 1', 'b 2']);
  });

  it('keeps one slot free of large documents of any client', async () => {
    const house = new House(3);
    for (const name of ['a 1', 'b 1', 'c 1', 'a 2']) await house.arrive(name, LARGE);
    assert.deepEqual(house.entered, ['a 1', 'b 1']);
    await house.arrive('a small');
    await house.arrive('b small');
    await house.leave('a small');
    assert.deepEqual(house.entered, ['a 1', 'b 1', 'a small', 'b small']);
    await house.leave('a 1');
    assert.equal(house.entered.at(-1), 'c 1');
    assert.deepEqual([house.gate.inside, house.gate.waiting], [3, 1]);
  });

  it('lets a small document overtake a large one of the same client that has to wait', async () => {
    const house = new House(2);
    for (const name of ['a 1', 'a 2']) await house.arrive(name, LARGE);
    await house.arrive('a small');
    assert.deepEqual(house.entered, ['a 1', 'a small']);
  });

  it('admits large documents if there is only one thread', async () => {
    const house = new House(1);
    await house.arrive('a 1', LARGE);
    assert.deepEqual(house.entered, ['a 1']);
  });

  it('refuses a caller that does not wait longer than the queue allows', async () => {
    const house = new House(1, 2);
    for (const name of ['a 0', 'a 1', 'a 2', 'a 3']) await house.arrive(name, IMPATIENT);
    assert.deepEqual(house.turnedAway, ['a 3']);
    await house.arrive('a patient');
    assert.equal(house.gate.waiting, 3);
  });

  it('shares a full queue: the client with the most entries loses its last one', async () => {
    const house = new House(1, 4);
    for (const name of ['a 0', 'a 1', 'a 2', 'a 3', 'a 4']) await house.arrive(name, IMPATIENT);
    for (const name of ['b 1', 'b 2', 'b 3']) await house.arrive(name, IMPATIENT);
    assert.deepEqual(house.turnedAway, ['a 4', 'a 3', 'b 3']);
    assert.equal(house.gate.waiting, 4);
  });

  it('takes no place from a client with one entry more: the two would replace each other without end', async () => {
    const house = new House(1, 3);
    for (const name of ['a 0', 'a 1', 'a 2', 'b 1', 'b 2', 'a 3']) await house.arrive(name, IMPATIENT);
    assert.deepEqual(house.turnedAway, ['b 2', 'a 3']);
  });

  it('never refuses a patient caller', async () => {
    const house = new House(1, 2);
    await house.arrive('a 0');
    for (const name of ['a 1', 'a 2', 'a 3']) await house.arrive(name);
    await house.arrive('b 1', IMPATIENT);
    assert.deepEqual(house.turnedAway, ['b 1']);
    assert.equal(house.gate.waiting, 3);
  });

  it('continues after work that failed', async () => {
    const gate = new Gate(1, 0);
    const failing = gate.pass({ client: 'a', ...PATIENT }, () => Promise.reject(new Error('no')));
    const next = gate.pass({ client: 'a', ...PATIENT }, async () => 'next');
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'next');
    assert.deepEqual([gate.inside, gate.waiting], [0, 0]);
  });
});
