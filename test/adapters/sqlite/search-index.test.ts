import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { MAX_IN_BLOCK } from '../../../src/adapters/sqlite/search-index.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { spy } from 'sinon';
import { DAY_MS, MAX_LOOKUPS } from '../../../src/domain/lifecycle/day-counts.ts';
import type { InvoiceQuery } from '../../../src/ports/invoice-reads.ts';
import { growStore } from '../../../scripts/bench/generated-store.ts';
import { changeOf, idsOf, taken } from '../../contract/invoices.ts';
import { emptyFolder } from '../../support/folder.ts';
import { after as later } from '../../support/records.ts';

const DAYS = 50;
const WORD = 'a'.repeat(16);
/** Of all invoices, three of four are those of one client: more than one query reads. */
const INVOICES = Math.ceil((MAX_LOOKUPS * 4) / 3) + 8_000;
const PAGE = { client: 'acme', sort: 'newest', page: 1, pageSize: 25 } as const;

describe('the search index of SQLite', () => {
  const folder = emptyFolder();
  let sqlite: Sqlite;
  let stores: ReturnType<typeof sqliteStores>;

  before(async () => {
    const path = join(folder.path, 'ids.db');
    const first = openSqlite(path, 'sandbox');
    const { invoices } = sqliteStores(first);
    for (let n = 0; n < 8; n += 1)
      await taken(invoices, {
        client: n % 4 === 3 ? 'other' : 'acme',
        invoiceRef: n === 5 ? 'Ref-😀-5' : `Ref-${n}`,
        invoiceNumber: `ÄB-2026/${n}`,
        state: n === 1 ? 'delivered' : 'rejected',
        route: n === 2 ? 'PEPPOL' : 'DE-XRECHNUNG',
        createdAt: later((n * DAYS * DAY_MS) / 8),
        dueAt: null,
        ...(n === 4 && { buyerWords: [WORD] }),
      });
    first.close();
    growStore({ path, invoices: INVOICES, spanMs: DAYS * DAY_MS });
    sqlite = openSqlite(path, 'sandbox');
    stores = sqliteStores(sqlite);
  });
  after(() => {
    sqlite?.close();
    folder.remove();
  });

  /** Ids by a query of its own, newest first. */
  const expected = (q: string, where = 'TRUE'): readonly unknown[] =>
    sqlite
      .all(
        `SELECT id FROM invoice WHERE client = 'acme' AND ${where} AND instr(search, @q) > 0 ORDER BY created_at DESC, id DESC`,
        { q },
      )
      .map(({ id }) => id);

  const listed = async (query: Partial<InvoiceQuery>): Promise<readonly string[]> => {
    const found: string[] = [];
    for (let page = 1; ; page += 1) {
      const { invoices, total } = await stores.invoices.list({ ...PAGE, ...query, page, pageSize: 1_000 });
      found.push(...idsOf(invoices));
      if (found.length >= total || invoices.length === 0) return found;
    }
  };

  const sizes = () => {
    const count = (table: string) => sqlite.one(`SELECT count(*) AS n FROM ${table}`)!['n'];
    return { blocks: count('search_block'), late: count('search_late') };
  };
  const sweepUntilIndexed = async () => {
    for (let blocks: unknown; blocks !== sizes().blocks;) {
      ({ blocks } = sizes());
      await stores.invoices.tidyUp();
    }
  };

  const PARTS = [
    'ref-1-77',
    'REF-1-77',
    '-77\nä',
    'äb-2026/4-7',
    '026/6-1234',
    '/5-2',
    '0-3999',
    'none',
    '6-',
    '',
  ];

  it('is built for a client in whose many invoices a part was searched, and no other', async () => {
    await stores.invoices.tidyUp();
    assert.deepEqual(sizes(), { blocks: 0, late: 0 });
    assert.deepEqual(await listed({ q: '-77\n' }), expected('-77\n'));
    await listed({ q: 'Ref', client: 'other' });
    await sweepUntilIndexed();
    const own = sqlite.one(`SELECT count(*) AS n FROM invoice WHERE client = 'acme'`)!['n'] as number;
    assert.deepEqual(sizes(), { blocks: Math.floor(own / MAX_IN_BLOCK), late: 0 });
    assert.deepEqual(sqlite.all('SELECT DISTINCT client FROM search_block'), [{ client: 'acme' }]);
  });

  for (const q of PARTS.filter((part) => part.length > 0))
    it(`finds ${JSON.stringify(q)} in the same invoices as without it`, async () => {
      assert.deepEqual(await listed({ q }), expected(q.toLowerCase()));
      const [from, to] = [later(10 * DAY_MS), later(45 * DAY_MS)].map((at) => at.toISOString().slice(0, 10));
      assert.deepEqual(
        await listed({ q, states: ['rejected'], receivedFrom: from!, receivedTo: to! }),
        expected(
          q.toLowerCase(),
          `state = 'rejected' AND created_at >= ${Date.parse(from!)} AND created_at < ${Date.parse(to!) + DAY_MS}`,
        ),
      );
      assert.deepEqual(
        await listed({ q, routes: ['PEPPOL'] }),
        expected(q.toLowerCase(), `route = 'PEPPOL'`),
      );
    });

  it('finds any part of a text in the same invoices as without it', async () => {
    for (let n = 0; n < 60; n += 1) {
      const row = sqlite.one(
        `SELECT search FROM invoice WHERE client = 'acme' ORDER BY created_at LIMIT 1 OFFSET @n`,
        { n: n * 431 },
      )!;
      const characters = Array.from(String(row['search']));
      const from = (n * 7) % (characters.length - 4);
      const q = characters.slice(from, from + 4 + (n % 9)).join('');
      const { invoices, total } = await stores.invoices.list({ ...PAGE, q });
      const ids = expected(q);
      assert.deepEqual([total, idsOf(invoices)], [ids.length, ids.slice(0, PAGE.pageSize)], q);
    }
  });

  it('reads only invoices that may have the part', async () => {
    const all = spy(sqlite, 'all');
    try {
      const found = await listed({ q: '/4-77' });
      const [read] = all.args.flatMap(([, parameters]) => parameters?.['times'] ?? []);
      const times = JSON.parse(String(read)) as readonly number[];
      assert.ok(times.length >= found.length && times.length < MAX_IN_BLOCK / 10, String(times.length));
    } finally {
      all.restore();
    }
  });

  it('has what came in, changed or went since, and what came in late', async () => {
    const own = { state: 'delivered', dueAt: null } as const;
    const newest = await taken(stores.invoices, {
      ...own,
      invoiceRef: 'afterwards-1',
      createdAt: later(60 * DAY_MS),
    });
    const late = await taken(stores.invoices, {
      ...own,
      invoiceRef: 'afterwards-2',
      createdAt: later(DAY_MS),
    });
    // At the same moment, as in a batch.
    await taken(stores.invoices, { ...own, invoiceRef: 'another', createdAt: later(DAY_MS) });
    const id = (await listed({ q: '/4-77' })).at(-1);
    const changed = (await stores.invoices.find(id!))!;
    await stores.invoices.commit(changeOf(changed, { invoiceNumber: 'afterwards-3' }));
    assert.deepEqual(await listed({ q: 'AFTERWARDS' }), [newest.id, id, late.id]);
    assert.deepEqual(sizes().late, 3);
    sqlite.run('DELETE FROM invoice WHERE id = @id', { id: late.id });
    assert.deepEqual(await listed({ q: 'AFTERWARDS' }), [newest.id, id]);
    assert.deepEqual(sizes().late, 2);
  });

  it('puts late invoices into a block when they are many', async () => {
    const { blocks } = sizes();
    sqlite.run(
      `UPDATE invoice SET search = search || ' late' WHERE id IN
         (SELECT id FROM invoice WHERE client = 'acme' ORDER BY created_at LIMIT @few)`,
      { few: MAX_IN_BLOCK + 10 },
    );
    assert.equal((await listed({ q: '7 late' })).length > 100, true);
    assert.deepEqual(await listed({ q: '7 late' }), expected('7 late'));
    await sweepUntilIndexed();
    assert.deepEqual(sizes(), { blocks: Number(blocks) + 1, late: 11 });
    assert.deepEqual(await listed({ q: '7 late' }), expected('7 late'));
  });

  it('finds words of the buyer beside the part', async () => {
    const withWord = `id IN (SELECT invoice_id FROM invoice_buyer_word WHERE word = '${WORD}')`;
    assert.deepEqual(await listed({ q: 'none', buyerWords: [[WORD]] }), expected('', withWord));
    assert.deepEqual(
      await listed({ q: '1-77\n', buyerWords: [[WORD], [WORD, 'b'.repeat(16)]] }),
      sqlite
        .all(
          `SELECT id FROM invoice WHERE client = 'acme' AND (instr(search, '1-77' || char(10)) > 0 OR ${withWord})
           ORDER BY created_at DESC, id DESC`,
        )
        .map(({ id }) => id),
    );
  });

  it('leaves a list of days before the index to a search without it', async () => {
    sqlite.run('UPDATE search_index SET indexed_from = @at', { at: later(20 * DAY_MS).getTime() });
    sqlite.run('DELETE FROM search_block WHERE first_at < @at', { at: later(20 * DAY_MS).getTime() });
    assert.deepEqual(await listed({ q: '-77\n' }), expected('-77\n'));
  });

  it('goes with the invoices that are removed, and with the client', async () => {
    const before = Number(sizes().blocks);
    const [kept] = sqlite.all(
      `SELECT created_at AS at FROM invoice WHERE client = 'acme' ORDER BY 1 DESC LIMIT 1 OFFSET 5000`,
    );
    sqlite.run(`DELETE FROM invoice WHERE client = 'acme' AND created_at < @at`, {
      at: kept!['at'] as number,
    });
    await stores.invoices.tidyUp();
    const { blocks } = sizes();
    assert.ok(Number(blocks) < before && Number(blocks) > 0, String(blocks));
    assert.deepEqual(
      sqlite.all('SELECT count(DISTINCT block) AS n FROM search_part').map(({ n }) => n),
      [blocks],
    );
    await stores.clientData.remove('acme', 'counters');
    assert.deepEqual(sizes(), { blocks: 0, late: 0 });
    assert.deepEqual(sqlite.all('SELECT * FROM search_index'), []);
    assert.deepEqual(sqlite.all('SELECT * FROM search_part'), []);
  });
});
