import assert from 'node:assert/strict';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export function describesFeeds(open: Open): void {
  const it = on(open);
  const acme = { route: 'PEPPOL', client: 'acme', credentialId: 'crd_1' } as const;
  const builtIn = { route: 'PEPPOL', client: 'acme', credentialId: null } as const;

  it('are kept once each, with their cursor', async ({ feeds, other }) => {
    await Promise.all([feeds.begin(acme), other.feeds.begin(acme), feeds.begin(builtIn)]);
    const [first, second] = await other.feeds.list(undefined, 10);
    assert.deepEqual(
      [first, second],
      [
        { ...builtIn, name: 'PEPPOL acme built-in', cursor: null },
        { ...acme, name: 'PEPPOL acme crd_1', cursor: null },
      ],
    );
    await feeds.advance(second!.name, '7');
    await feeds.begin(acme);
    const [, advanced] = await other.feeds.list(undefined, 10);
    assert.equal(advanced?.cursor, '7');
  });

  it('are kept by company', async ({ feeds, other }) => {
    const companies = ['14399840', '6859662'].map((company) => ({ ...acme, company }));
    for (const feed of companies) await feeds.begin(feed);
    assert.deepEqual(
      await other.feeds.list(undefined, 10),
      companies.map((feed) => ({ ...feed, name: `PEPPOL acme crd_1 ${feed.company}`, cursor: null })),
    );
  });

  it('are listed page by page', async ({ feeds }) => {
    for (const client of ['c', 'a', 'b']) await feeds.begin({ ...acme, client });
    const page = await feeds.list(undefined, 2);
    assert.deepEqual(
      page.map(({ client }) => client),
      ['a', 'b'],
    );
    assert.deepEqual(
      (await feeds.list(page[1]!.name, 2)).map(({ client }) => client),
      ['c'],
    );
  });
}
