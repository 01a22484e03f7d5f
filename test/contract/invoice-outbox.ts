import assert from 'node:assert/strict';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import { after, anIntake, START } from '../support/records.ts';
import { until } from '../support/until.ts';
import { on } from './each.ts';
import { changeOf, changeWith, idsOf, sequences, taken } from './invoices.ts';
import { newSubmission } from '../../src/domain/sending/submission.ts';
import type { Open } from './kept.ts';

export function describesWhatWasSent(open: Open): void {
  const it = on(open);

  it('finds a submission by its identity or by its number, newest first, only of its client and route', async ({
    invoices,
    other,
  }) => {
    const submission = { ...newSubmission('sub-1', START), polls: 1 };
    const own = { route: 'PEPPOL', invoiceNumber: 'R-1', submission } as const;
    const first = await taken(invoices, own);
    const again = { ...own, submission: { ...submission, id: 'sub-2' }, createdAt: after(1) };
    const second = await taken(invoices, again);
    await taken(invoices, { ...own, client: 'other' });
    const waiting = await taken(invoices, { route: 'PEPPOL', invoiceNumber: 'R-1', createdAt: after(2) });
    const sent = { client: 'acme', route: 'PEPPOL' } as const;
    assert.deepEqual(idsOf(await other.invoices.findSent({ ...sent, submissionId: 'sub-1' })), [first.id]);
    assert.deepEqual(idsOf(await invoices.findSent({ ...sent, invoiceNumber: 'R-1' })), [
      second.id,
      first.id,
    ]);
    assert.deepEqual(await invoices.findSent({ ...sent, route: 'FR-PA', invoiceNumber: 'R-1' }), []);
    assert.deepEqual(idsOf(await other.invoices.findNumbered({ ...sent, invoiceNumber: 'R-1' })), [
      ...[waiting.id, second.id, first.id],
    ]);
    assert.deepEqual(await invoices.findNumbered({ ...sent, route: 'FR-PA', invoiceNumber: 'R-1' }), []);
    const named = await taken(invoices, { ...own, legalId: '5000000001' });
    assert.deepEqual(idsOf(await other.invoices.findSent({ ...sent, legalId: '5000000001' })), [named.id]);
  });

  it('names the client of a submission', async ({ invoices, other }) => {
    const submission = newSubmission('sub-of-globex', START);
    await taken(invoices, { client: 'globex', route: 'PEPPOL', submission });
    const clientOf = (route: 'PEPPOL' | 'FR-PA', submissionId: string) =>
      other.invoices.submitterOf({ route, submissionId });
    assert.equal(await clientOf('PEPPOL', submission.id), 'globex');
    assert.equal(await clientOf('FR-PA', submission.id), undefined);
    assert.equal(await clientOf('PEPPOL', 'sub-of-another-system'), undefined);
  });
}

export function describesTheOutbox(open: Open): void {
  const it = on(open);

  describe('the outbox', () => {
    it('has every event once, in one order, page by page', async ({ invoices, eventFeed, other }) => {
      const writer = async (store: InvoiceStore, client: string) => {
        for (let n = 0; n < 8; n += 1) {
          const record = await taken(store, { client });
          await store.commit(changeOf(record));
        }
      };
      const seen: string[] = [];
      let cursor: string | undefined;
      const read = async (limit: number) => {
        const page = await eventFeed.outbox(cursor, limit);
        seen.push(...page.map(({ event }) => event.eventId));
        cursor = page.at(-1)?.position ?? cursor;
        return page.length;
      };
      let writing = true;
      const writers = Promise.all([
        writer(invoices, 'a'),
        writer(other.invoices, 'b'),
        writer(invoices, 'c'),
      ]);
      const reader = (async () => {
        while (writing) {
          await read(3);
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      await writers;
      writing = false;
      await reader;
      while ((await read(3)) > 0);
      assert.equal(seen.length, 48);
      assert.equal(new Set(seen).size, 48);
      const whole = await other.eventFeed.outbox(undefined, 1000);
      assert.deepEqual(
        whole.map(({ event }) => event.eventId),
        seen,
      );
      for (const { invoiceId } of whole) {
        const own = whole.filter((entry) => entry.invoiceId === invoiceId);
        assert.deepEqual(sequences(own.map(({ event }) => event)), [1, 2]);
      }
    });

    it('is followed: own events at once and once, those of others soon', async ({
      invoices,
      eventFeed,
      other,
    }) => {
      const eventIds: string[] = [];
      let cursor: string | undefined;
      const follow = async (): Promise<void> => {
        const page = await eventFeed.follow(cursor, 10);
        eventIds.push(...page.map(({ event }) => event.eventId));
        cursor = page.at(-1)?.position ?? cursor;
      };
      await follow();
      const intakes = [anIntake(), anIntake()];
      await invoices.takeIn(intakes[0]!);
      await follow();
      await follow();
      assert.deepEqual(eventIds, [intakes[0]!.events[0]!.eventId]);
      await other.invoices.takeIn(intakes[1]!);
      await until(async () => {
        await follow();
        return eventIds.length === 2;
      }, 'the event of the other process');
      assert.deepEqual(
        eventIds,
        intakes.map(({ events }) => events[0]!.eventId),
      );
    });

    it('is followed in order and without a gap while two processes write in turns', async ({
      invoices,
      eventFeed,
      other,
    }) => {
      const eventIds: string[] = [];
      let cursor: string | undefined;
      const follow = async (): Promise<void> => {
        const page = await eventFeed.follow(cursor, 2);
        eventIds.push(...page.map(({ event }) => event.eventId));
        cursor = page.at(-1)?.position ?? cursor;
      };
      const turns = [3, 1, 0, 2, 1, 3];
      for (const [n, count] of turns.entries()) {
        for (let own = 0; own < count; own += 1) await taken(invoices);
        await follow();
        if (n % 2 === 1) continue;
        await taken(other.invoices);
        await other.eventFeed.outbox(undefined, 1);
        await follow();
      }
      const whole = (await other.eventFeed.outbox(undefined, 100)).map(({ event }) => event.eventId);
      assert.equal(whole.length, 13);
      await until(async () => {
        await follow();
        return eventIds.length >= whole.length;
      }, 'all events');
      assert.deepEqual(eventIds, whole);
    });

    it('has the events of one client in the same order', async ({ invoices, eventFeed, other }) => {
      for (const client of ['a', 'b', 'a']) await taken(invoices, { client });
      const whole = await eventFeed.outbox(undefined, 10);
      const [first, last] = whole.filter(({ client }) => client === 'a');
      assert.deepEqual(await other.eventFeed.outbox(undefined, 10, 'a'), [first, last]);
      assert.deepEqual(await eventFeed.outbox(first!.position, 10, 'a'), [last]);
      assert.deepEqual(await eventFeed.outbox(undefined, 10, 'c'), []);
      await taken(invoices, { client: 'b' });
      assert.equal(await other.eventFeed.outboxEnd('a'), last!.position);
      assert.deepEqual(await eventFeed.outbox(await eventFeed.outboxEnd('c'), 1), [first]);
    });

    it('names invoice and client and keeps the text byte for byte', async ({ invoices, eventFeed }) => {
      const intake = anIntake({ client: 'müller', invoiceRef: 'Zeile\n"1"' });
      await invoices.takeIn(intake);
      const [entry] = await eventFeed.outbox(undefined, 10);
      assert.deepEqual([entry?.invoiceId, entry?.client], [intake.record.id, 'müller']);
      assert.deepEqual(entry?.event, intake.events[0]);
    });

    it('has hundreds of events of an invoice, which lists them all in order until it is removed', async ({
      invoices,
      eventFeed,
      other,
    }) => {
      const first = await taken(invoices, { dueAt: null });
      const few = await taken(invoices, { client: 'beta' });
      const many = changeWith(first, 250);
      assert.equal(await invoices.commit(many), 'committed');
      await other.invoices.tidyUp();
      const more = changeWith(many.record, 150);
      assert.equal(await other.invoices.commit(more), 'committed');
      const all = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
      assert.deepEqual(sequences(await eventFeed.events(first.id)), all(401));
      await invoices.tidyUp();
      const events = await other.eventFeed.events(first.id);
      assert.deepEqual(sequences(events), all(401));
      assert.deepEqual(events.slice(1), [...many.events, ...more.events]);
      const several = await eventFeed.eventsOf([few.id, first.id]);
      assert.deepEqual([...several.values()].map(sequences), [[1], all(401)]);
      const whole = await other.eventFeed.outbox(undefined, 1000, 'acme');
      assert.deepEqual(sequences(whole.map(({ event }) => event)), all(401));
      assert.equal(await invoices.remove({ client: 'acme' }, 10), 1);
      assert.deepEqual(await other.eventFeed.events(first.id), []);
      assert.deepEqual(await other.eventFeed.outbox(undefined, 1000, 'acme'), []);
      assert.equal(await other.eventFeed.event(events[0]!.eventId), undefined);
    });

    it('finds an event by its id as soon as it is written', async ({ invoices, eventFeed, other }) => {
      const intake = anIntake({ client: 'müller' });
      await invoices.takeIn(intake);
      const [event] = intake.events;
      const found = await other.eventFeed.event(event!.eventId);
      assert.deepEqual(found, { invoiceId: intake.record.id, client: 'müller', event });
      assert.equal(await eventFeed.event('evt_absent'), undefined);
    });
  });
}
