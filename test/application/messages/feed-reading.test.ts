import assert from 'node:assert/strict';
import { COMMON_STATUSES } from '../../../src/domain/delivery/status-mapping.ts';
import type { RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { cursor, delivered, pulling, refused, status } from './messages.ts';
import { found, statuses, type World } from '../delivery/world.ts';

/** A second invoice that still waits for its own answer. */
async function another(world: World, invoiceNumber = 'R-2'): Promise<() => Promise<void>> {
  const before = await found(world);
  const id = `inv_${invoiceNumber}`;
  const submission = { ...before.submission!, id: `sub-${invoiceNumber}` };
  const own = { id, intakeKey: id, fingerprint: id.padEnd(64, '0'), version: 1, invoiceNumber, submission };
  await world.invoices.takeIn({
    record: { ...before, ...own, state: 'submitting' },
    events: [],
    audit: [],
    files: [],
  });
  return async () => {
    const record = (await world.invoices.find(id))!;
    await world.invoices.commit({
      record: { ...record, state: 'delivered', version: record.version + 1 },
      events: [],
      audit: [],
      files: [],
    });
  };
}
const about = (invoiceNumber: string, said = 'accepted', own: Partial<RouteMessage> = {}) =>
  status(said, { about: { invoiceNumber }, ...own });
const buyerOf = async (world: World, id = world.id) => (await world.invoices.find(id))!.buyerStatus;

describe('a message whose invoice still waits for its own answer', () => {
  it('delays neither its page nor later ones', async () => {
    const { world, pages, asked, pull } = await delivered();
    await another(world);
    pages.push({ messages: [about('R-2')], next: '1' }, { messages: [status('accepted')], next: '2' });
    await pull.run();
    assert.deepEqual([asked, await buyerOf(world)], [[null, '1', '2'], 'accepted']);
    assert.equal(await cursor(world), null, 'a process that starts anew reads it again');
  });

  it('is taken in once the invoice is settled, and its page is not fetched again', async () => {
    const { world, pages, asked, pull } = await delivered();
    const settle = await another(world);
    pages.push({ messages: [about('R-2')], next: '1' }, { messages: [], next: '2' });
    await pull.run();
    await settle();
    await pull.run();
    assert.deepEqual([asked, await buyerOf(world, 'inv_R-2')], [[null, '1', '2', '2'], 'accepted']);
    assert.equal(await cursor(world), '2');
  });

  it('keeps later messages about the same invoice in order, across pages', async () => {
    const { world, pages, pull } = await delivered();
    const settle = await another(world);
    const says = (said: string) => about('R-2', said);
    pages.push({ messages: [says('received')], next: '1' }, { messages: [says('accepted')], next: '2' });
    await pull.run();
    await settle();
    await pull.run();
    const told = (await world.invoices.events('inv_R-2')).map(
      ({ text }) => (JSON.parse(text) as { buyer_status: string }).buyer_status,
    );
    assert.deepEqual(told, ['received', 'accepted']);
  });

  it('lets the stored position advance to the next waiting message', async () => {
    const { world, pages, pull } = await delivered();
    const settle = await another(world);
    await another(world, 'R-3');
    pages.push({ messages: [about('R-2')], next: '1' }, { messages: [about('R-3')], next: '2' });
    await pull.run();
    await settle();
    await pull.run();
    assert.equal(await cursor(world), '1');
  });

  it('is read again by a new process', async () => {
    const { world, pages, pull } = await delivered();
    const settle = await another(world);
    const page = { messages: [about('R-2'), status('accepted')], next: '1' };
    pages.push(page, undefined, page);
    await pull.run();
    await settle();
    await pulling(world, { rail: world.rail }).run();
    assert.deepEqual([await buyerOf(world, 'inv_R-2'), await cursor(world)], ['accepted', '1']);
    assert.equal((await statuses(world)).length, 4, 'what was taken in before changes nothing');
  });

  it('uses limited memory: beyond 2 MB nothing more is fetched until a message is settled', async () => {
    const { world, pages, asked, pull } = await delivered();
    const settle = await another(world);
    const bytes = new Uint8Array(1_000_000);
    for (const next of ['1', '2', '3']) pages.push({ messages: [about('R-2', next, { bytes })], next });
    await pull.run();
    assert.deepEqual(asked, [null, '1']);
    await settle();
    await pull.run();
    assert.deepEqual(asked.slice(2), ['2', '3']);
  });
});

describe('a message that cannot be taken in', () => {
  it('waits like an early one: others continue, and it is taken in once that is possible', async () => {
    const { world, pages, pull, log } = await delivered();
    const { seal } = world.content;
    const poison = new TextEncoder().encode('<poison/>');
    world.content.seal = async (client, bytes) => {
      if (bytes === poison) throw new Error('broken');
      return seal.call(world.content, client, bytes);
    };
    await another(world).then((settle) => settle());
    pages.push({ messages: [about('R-2', 'accepted', { bytes: poison }), status('accepted')], next: '1' });
    await pull.run();
    assert.deepEqual([await buyerOf(world), await cursor(world)], ['accepted', null]);
    assert.match(String(log.warn.lastCall.args[1]), /tried again/);
    world.content.seal = seal;
    await pull.run();
    assert.deepEqual([await buyerOf(world, 'inv_R-2'), await cursor(world)], ['accepted', '1']);
    assert.deepEqual(world.telemetry.heard, ['PEPPOL failed', 'PEPPOL taken', 'PEPPOL taken']);
  });

  it('is read again with all of its page if the store is busy', async () => {
    const { world, pages, pull } = await delivered();
    const { sent } = world.invoices;
    world.invoices.sent = () => Promise.reject(new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }));
    const page = { messages: [status('accepted')], next: '1' };
    pages.push(page, page);
    await pull.run();
    assert.equal(await cursor(world), null);
    world.invoices.sent = sent;
    await pull.run();
    assert.deepEqual([await buyerOf(world), await cursor(world)], ['accepted', '1']);
  });
});

describe('fetching messages', () => {
  it('parses no document again, however many messages name its seller', async () => {
    const { world, pages, pull } = await delivered({ issueDate: '2026-10-05' });
    const named = { invoiceNumber: 'R-1', issueDate: '2026-10-05', sellerId: '123456789' };
    const answers = ['received', 'in_process', 'accepted'].map((said) => status(said, { about: named }));
    pages.push({ messages: answers, next: '1' });
    await pull.run();
    assert.deepEqual([await buyerOf(world), world.reads], ['accepted', 1]);
  });

  it('is a call to the route like any other; a failure is logged when it begins', async () => {
    const { world, pages, pull, log } = await delivered();
    world.telemetry.calls.length = 0;
    const { outOfOrder } = COMMON_STATUSES;
    pages.push({ mapping: outOfOrder }, { mapping: outOfOrder }, { messages: [], unreadable: 2 });
    for (let runs = 0; runs < 4; runs += 1) await pull.run();
    const calls = ['PEPPOL answers out-of-order', 'PEPPOL answers out-of-order', 'PEPPOL answers fetched'];
    assert.deepEqual(world.telemetry.calls, calls);
    assert.deepEqual(world.telemetry.heard, ['PEPPOL unreadable', 'PEPPOL unreadable']);
    assert.equal(log.warn.callCount, 3);
  });

  it('pauses for as long as the route asks for', async () => {
    const { world, pages, asked, pull } = await delivered();
    pages.push(
      { mapping: COMMON_STATUSES.tooMany, retryAfterSeconds: 600 },
      { messages: [refused], next: '1' },
    );
    await pull.run();
    await pull.run();
    assert.equal(asked.length, 1);
    world.clock.advance(600_000);
    await pull.run();
    assert.equal((await found(world)).state, 'rejected');
  });
});
