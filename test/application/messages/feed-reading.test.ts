import assert from 'node:assert/strict';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import type { RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { cursor, delivered, pulling, refused, status } from './messages.ts';
import { found, statuses, type World } from '../sending/world.ts';

/** Stores a second invoice that waits for the answer to its send. @returns its delivery */
async function addWaiting(world: World, invoiceNumber = 'R-2'): Promise<() => Promise<void>> {
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
const about = (invoiceNumber: string, code = 'accepted', own: Partial<RouteMessage> = {}) =>
  status(code, { about: { invoiceNumber }, ...own });
const buyerOf = async (world: World, id = world.id) => (await world.invoices.find(id))!.buyerStatus;

describe('a message whose invoice still waits for its own answer', () => {
  it('delays neither its page nor later ones', async () => {
    const { world, pages, fetched, pull } = await delivered();
    await addWaiting(world);
    pages.push({ messages: [about('R-2')], next: '1' }, { messages: [status('accepted')], next: '2' });
    await pull.run();
    assert.deepEqual([fetched, await buyerOf(world)], [[null, '1', '2'], 'accepted']);
    assert.equal(await cursor(world), null, 'a new process reads the message again');
  });

  it('is processed after that answer, and its page is not fetched again', async () => {
    const { world, pages, fetched, pull } = await delivered();
    const settle = await addWaiting(world);
    pages.push({ messages: [about('R-2')], next: '1' }, { messages: [], next: '2' });
    await pull.run();
    await settle();
    await pull.run();
    assert.deepEqual([fetched, await buyerOf(world, 'inv_R-2')], [[null, '1', '2', '2'], 'accepted']);
    assert.equal(await cursor(world), '2');
  });

  it('precedes later messages about the same invoice, also across pages', async () => {
    const { world, pages, pull } = await delivered();
    const settle = await addWaiting(world);
    const statusOf = (code: string) => about('R-2', code);
    pages.push(
      { messages: [statusOf('received')], next: '1' },
      { messages: [statusOf('accepted')], next: '2' },
    );
    await pull.run();
    await settle();
    await pull.run();
    const events = (await world.eventFeed.events('inv_R-2')).map(
      ({ text }) => (JSON.parse(text) as { buyer_status: string }).buyer_status,
    );
    assert.deepEqual(events, ['received', 'accepted']);
  });

  it('limits the stored position, which advances to the next waiting message', async () => {
    const { world, pages, pull } = await delivered();
    const settle = await addWaiting(world);
    await addWaiting(world, 'R-3');
    pages.push({ messages: [about('R-2')], next: '1' }, { messages: [about('R-3')], next: '2' });
    await pull.run();
    await settle();
    await pull.run();
    assert.equal(await cursor(world), '1');
  });

  it('is read again by a new process', async () => {
    const { world, pages, pull } = await delivered();
    const settle = await addWaiting(world);
    const page = { messages: [about('R-2'), status('accepted')], next: '1' };
    pages.push(page, undefined, page);
    await pull.run();
    await settle();
    await pulling(world, { rail: world.rail }).run();
    assert.deepEqual([await buyerOf(world, 'inv_R-2'), await cursor(world)], ['accepted', '1']);
    assert.equal((await statuses(world)).length, 4, 'processed messages change nothing');
  });

  it('uses limited memory: above 2 MB no page is fetched until a message is processed', async () => {
    const { world, pages, fetched, pull } = await delivered();
    const settle = await addWaiting(world);
    const bytes = new Uint8Array(1_000_000);
    for (const next of ['1', '2', '3']) pages.push({ messages: [about('R-2', next, { bytes })], next });
    await pull.run();
    assert.deepEqual(fetched, [null, '1']);
    await settle();
    await pull.run();
    assert.deepEqual(fetched.slice(2), ['2', '3']);
  });
});

describe('a message that cannot be processed', () => {
  it('waits as an early one does: others continue, and it is processed later', async () => {
    const { world, pages, pull, log } = await delivered();
    const { seal } = world.content;
    const poison = new TextEncoder().encode('<poison/>');
    world.content.seal = async (client, bytes) => {
      if (bytes === poison) throw new Error('broken');
      return seal.call(world.content, client, bytes);
    };
    await addWaiting(world).then((settle) => settle());
    pages.push({ messages: [about('R-2', 'accepted', { bytes: poison }), status('accepted')], next: '1' });
    await pull.run();
    assert.deepEqual([await buyerOf(world), await cursor(world)], ['accepted', null]);
    assert.match(String(log.warn.lastCall.args[1]), /tried again/);
    world.content.seal = seal;
    await pull.run();
    assert.deepEqual([await buyerOf(world, 'inv_R-2'), await cursor(world)], ['accepted', '1']);
    assert.deepEqual(world.telemetry.messages, ['PEPPOL failed', 'PEPPOL taken', 'PEPPOL taken']);
  });

  it('is read again with its page if the store is busy', async () => {
    const { world, pages, pull } = await delivered();
    const { findSent: sent } = world.invoices;
    world.invoices.findSent = () => Promise.reject(new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }));
    const page = { messages: [status('accepted')], next: '1' };
    pages.push(page, page);
    await pull.run();
    assert.equal(await cursor(world), null);
    world.invoices.findSent = sent;
    await pull.run();
    assert.deepEqual([await buyerOf(world), await cursor(world)], ['accepted', '1']);
  });
});

describe('a fetch of messages', () => {
  it('parses no document again, whatever the number of messages about its seller', async () => {
    const { world, pages, pull } = await delivered({ issueDate: '2026-10-05' });
    const named = { invoiceNumber: 'R-1', issueDate: '2026-10-05', sellerId: '123456789' };
    const answers = ['received', 'in_process', 'accepted'].map((code) => status(code, { about: named }));
    pages.push({ messages: answers, next: '1' });
    await pull.run();
    assert.deepEqual([await buyerOf(world), world.reads], ['accepted', 1]);
  });

  it('counts as a call to the route; the start of a failure is logged', async () => {
    const { world, pages, pull, log } = await delivered();
    world.telemetry.calls.length = 0;
    const { outOfOrder } = COMMON_STATUSES;
    pages.push({ mapping: outOfOrder }, { mapping: outOfOrder }, { messages: [], unreadable: 2 });
    for (let runs = 0; runs < 4; runs += 1) await pull.run();
    const calls = ['PEPPOL answers out-of-order', 'PEPPOL answers out-of-order', 'PEPPOL answers fetched'];
    assert.deepEqual(world.telemetry.calls, calls);
    assert.deepEqual(world.telemetry.messages, ['PEPPOL unreadable', 'PEPPOL unreadable']);
    assert.equal(log.warn.callCount, 3);
  });

  it('pauses for the time that the route states', async () => {
    const { world, pages, fetched, pull } = await delivered();
    pages.push(
      { mapping: COMMON_STATUSES.tooMany, retryAfterSeconds: 600 },
      { messages: [refused], next: '1' },
    );
    await pull.run();
    await pull.run();
    assert.equal(fetched.length, 1);
    world.clock.advance(600_000);
    await pull.run();
    assert.equal((await found(world)).state, 'rejected');
  });
});
