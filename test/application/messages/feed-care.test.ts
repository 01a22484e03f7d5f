import assert from 'node:assert/strict';
import type { StatusMapping } from '../../../src/domain/sending/status-mapping.ts';
import type { RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { delivered, status } from './messages.ts';
import { found } from '../sending/world.ts';

const REFUSED: StatusMapping = {
  networkStatus: 'search refused',
  source: 'a test',
  meaning: 'unclear',
  code: 'EI-ROUTE-ANSWER',
  owner: 'us',
  message: 'The platform refuses to search.',
  opensCareAtOnce: true,
};
const LOG_IN_REFUSED: StatusMapping = { ...REFUSED, code: 'EI-CREDENTIAL-REFUSED', owner: 'client' };

const openIn = ({ care }: Awaited<ReturnType<typeof found>>) =>
  care.filter(({ handledAt }) => handledAt === undefined).map(({ code, whoActs }) => `${code} ${whoActs}`);

describe('answers that a network refuses to show', () => {
  it('open a care row of the newest invoice that the credential sent', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ mapping: REFUSED });
    await pull.run();
    assert.deepEqual(openIn(await found(world)), ['EI-ROUTE-ANSWER us']);
    assert.equal((await found(world)).state, 'delivered');
  });

  it('do not reopen a handled row while the failure is the same', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ mapping: REFUSED }, { mapping: REFUSED });
    await pull.run();
    const record = await found(world);
    const care = record.care.map((row) => ({ ...row, handledAt: world.clock.now() }));
    const handled = { ...record, care, version: record.version + 1 };
    await world.invoices.commit({ record: handled, events: [], files: [], audit: [] });
    await pull.run();
    assert.deepEqual(openIn(await found(world)), []);
  });

  it('have their care item closed after the next successful fetch', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ mapping: REFUSED }, { messages: [], next: '1' });
    await pull.run();
    await pull.run();
    assert.deepEqual(openIn(await found(world)), []);
  });

  it('open no row if the credential sent nothing', async () => {
    const { world, pages, pull } = await delivered();
    await world.feeds.begin({ client: 'acme', route: 'PEPPOL', credentialId: 'crd_other' });
    pages.push({ messages: [] }, { mapping: REFUSED });
    await pull.run();
    assert.deepEqual(openIn(await found(world)), []);
  });

  it('open no row for a failed log-in: each waiting invoice has one', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ mapping: LOG_IN_REFUSED });
    await pull.run();
    assert.deepEqual(openIn(await found(world)), []);
  });
});

describe('a message that only an event reports', () => {
  const anEvent = (bytes: string, repeats: boolean): RouteMessage =>
    status('x', {
      kind: 'fr-lifecycle-201',
      effect: { kind: 'event-only' },
      bytes: new TextEncoder().encode(bytes),
      repeats: () => repeats,
    });
  for (const [what, repeats, events] of [
    ['causes no event if it repeats another in other bytes', true, 1],
    ['causes an event if its content differs', false, 2],
  ] as const)
    it(what, async () => {
      const { world, pages, pull } = await delivered();
      const before = (await found(world)).lastSequence;
      pages.push(
        { messages: [anEvent('<a/>', false)], next: '1' },
        { messages: [anEvent('<b/>', repeats)], next: '2' },
      );
      await pull.run();
      assert.equal((await found(world)).lastSequence - before, events);
    });
});
