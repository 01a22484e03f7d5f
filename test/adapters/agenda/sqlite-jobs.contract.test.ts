import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ClientSlots } from '../../../src/adapters/agenda/client-slots.ts';
import type { Sql } from '../../../src/adapters/agenda/sql.ts';
import { SqliteJobRepository } from '../../../src/adapters/agenda/sqlite-job-repository.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { describesJobs } from '../../contract/jobs.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { openJobRepository, type OpenRepository } from '../../support/job-repositories.ts';

async function withStore(use: (sqlite: Sqlite) => Promise<void>): Promise<void> {
  const folder = emptyFolder();
  const path = join(folder.path, 'ids.db');
  writeEmptyStore(path);
  const sqlite = openSqlite(path, 'sandbox');
  try {
    await use(sqlite);
  } finally {
    sqlite.close();
    folder.remove();
  }
}

describe('jobs kept in SQLite', () => {
  describesJobs(async () => {
    const folder = emptyFolder();
    const path = join(folder.path, 'ids.db');
    writeEmptyStore(path);
    const url = `sqlite:${path}`;
    const open: OpenRepository[] = [];
    return {
      url,
      repository: async (offsetMs) => {
        const opened = await openJobRepository(url, offsetMs);
        open.push(opened);
        return opened;
      },
      close: async () => {
        for (const { close } of open) await close();
        folder.remove();
      },
    };
  });

  it('are looked for in as few steps when a thousand clients wait for a later time', () =>
    withStore(async (sqlite) => {
      let statements = 0;
      const counting: Sql = {
        all: (sql, parameters) => ((statements += 1), sqlite.all(sql, parameters)),
        run: (sql, parameters) => ((statements += 1), sqlite.run(sql, parameters)),
        read: (work) => sqlite.read(work),
        write: (work) => sqlite.write(work),
      };
      const jobs = new SqliteJobRepository(counting, () => 0);
      const at = Date.now();
      const save = (client: string, nextRunAt: number) =>
        jobs.saveJob({
          name: 'PEPPOL',
          type: 'normal',
          priority: 0,
          nextRunAt: new Date(nextRunAt),
          data: { id: client, client },
          unique: { 'data.id': client },
        });
      const look = async (scan: number) => {
        statements = 0;
        const job = await jobs.getNextJobToRun('PEPPOL', new Date(scan), new Date(at - 60_000));
        return { client: (job?.data as { client: string } | undefined)?.client, statements };
      };
      for (let n = 0; n < 1000; n += 1) await save(`later-${n}`, at + 600_000);
      const empty = await look(at + 5000);
      assert.equal(empty.client, undefined);
      await save('now', at);
      const found = await look(at + 5000);
      assert.equal(found.client, 'now');
      assert.ok(empty.statements <= 4 && found.statements <= 8, JSON.stringify({ empty, found }));
      assert.match((await look(at + 700_000)).client ?? '', /^later-/);
    }));

  it('take no slot by a look that could not be written, or was written at its second attempt', () =>
    withStore(async (sqlite) => {
      let isFull = false;
      const disk: Sql = {
        all: (sql, parameters) => sqlite.all(sql, parameters),
        run: (sql, parameters) => sqlite.run(sql, parameters),
        read: (work) => sqlite.read(work),
        write: (work) =>
          sqlite.write(() => {
            const result = work();
            if (isFull) throw new Error('the disk is full');
            return result;
          }),
      };
      const jobs = new SqliteJobRepository(disk, () => 0);
      jobs.limitClients(new ClientSlots({ PEPPOL: 2 }, { PEPPOL: 2 }));
      const at = Date.now();
      for (const client of ['acme', 'zeta'])
        await jobs.saveJob({
          ...{ name: 'PEPPOL', type: 'normal', priority: 0, nextRunAt: new Date(at) },
          ...{ data: { id: client, client }, unique: { 'data.id': client } },
        });
      const look = async () => {
        const job = await jobs.getNextJobToRun('PEPPOL', new Date(at + 5000), new Date(at - 60_000));
        return (job?.data as { client: string } | undefined)?.client;
      };
      isFull = true;
      for (let n = 0; n < 3; n += 1) await assert.rejects(look, /disk is full/);
      isFull = false;
      const first = look();
      // In the same transaction, after the job was taken.
      const other = sqlite.write(() => {
        throw new Error('another write');
      });
      await assert.rejects(other, /another write/);
      const given = [await first, await look()];
      assert.deepEqual(given.toSorted(), ['acme', 'zeta']);
    }));
});
