import { closeSync, copyFileSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { pause } from '../../../support/calls.ts';
import { Erp, OPERATOR_KEY, type Shown } from '../../../support/erp.ts';
import { Chance } from '../chance.ts';
import { honestFaults, lostFaults, refusalFaults, startFaults } from './faults.ts';
import { takeIn, takenIn } from './invoices.ts';
import { soon } from './patience.ts';
import type { Scenario, Stage } from './stage.ts';

/** Overwrites a share of the pages of a file, except the first. */
function damage(path: string, share: number, pageBytes = 4096): void {
  const chance = new Chance(1, path.slice(-10), 0);
  const noise = Buffer.from(Array.from({ length: pageBytes }, () => chance.below(256)));
  const file = openSync(path, 'r+');
  for (let at = pageBytes; at < statSync(path).size; at += pageBytes)
    if (chance.happens(share)) writeSync(file, noise, 0, pageBytes, at);
  closeSync(file);
}

async function damagedPages(stage: Stage): Promise<readonly string[]> {
  const service = await stage.start();
  await takeIn(new Erp(service, OPERATOR_KEY), 20);
  await service.stop();
  damage(join(stage.data, 'ids.db'), 0.8);
  return startFaults(stage, /^STORE_URL /m);
}

async function damagedWhileItRuns(stage: Stage): Promise<readonly string[]> {
  const service = await stage.start();
  await takeIn(new Erp(service, OPERATOR_KEY), 20);
  // Until the log has been copied into the file.
  await pause(5000);
  damage(join(stage.data, 'ids.db'), 0.8);
  return honestFaults(service);
}

/** Invoices that are only in the log when the process is killed. */
async function killedWithLog(stage: Stage): Promise<readonly string[]> {
  const service = await stage.start({ ROLE: 'api' });
  const ids = await takeIn(new Erp(service, OPERATOR_KEY), 20);
  await service.stop('SIGKILL');
  return ids;
}

async function damagedLog(stage: Stage): Promise<readonly string[]> {
  const ids = await killedWithLog(stage);
  const log = join(stage.data, 'ids.db-wal');
  if (statSync(log, { throwIfNoEntry: false })?.size) damage(log, 0.5);
  const started = await stage.tryStart();
  if (typeof started === 'string') return refusalFaults(started, /^STORE_URL .*ids\.db-wal/m);
  return lostFaults(started, ids);
}

async function copyOfQuietStore(stage: Stage): Promise<readonly string[]> {
  const service = await stage.running();
  const erp = new Erp(service, OPERATOR_KEY);
  const ids = await takeIn(erp, 10);
  for (const id of ids) await erp.settled(id);
  const isWhole = (): boolean => {
    const copy = join(stage.folder, 'copy.db');
    copyFileSync(join(stage.data, 'ids.db'), copy);
    const db = new Database(copy);
    try {
      const known = db.prepare("SELECT id FROM invoice WHERE state = 'ready'").all() as { id: string }[];
      return ids.every((id) => known.some((row) => row.id === id));
    } catch {
      return false;
    } finally {
      db.close();
    }
  };
  return (await soon(15_000, isWhole)) ? [] : ['ids.db alone does not hold what was accepted 15 s ago'];
}

/** As after a bit flip on the disk, or with a lost key: the canonical document cannot be opened. */
async function sealedForEver(stage: Stage): Promise<readonly string[]> {
  const api = await stage.start({ ROLE: 'api' });
  const id = await takenIn(new Erp(api, OPERATOR_KEY));
  await api.stop();
  const db = new Database(join(stage.data, 'ids.db'));
  db.exec(
    "UPDATE content SET sealed = CAST(replace(CAST(sealed AS TEXT), substr(CAST(sealed AS TEXT), 60, 8), 'AAAAAAAA') AS BLOB)",
  );
  db.close();
  const service = await stage.start();
  const erp = new Erp(service, OPERATOR_KEY);
  const shown = (): Promise<{ json: Shown }> => erp.get<Shown>(`/invoices/${id}`);
  if (!(await soon(30_000, async () => (await shown()).json.state === 'dead_letter')))
    return [`the invoice is still ${(await shown()).json.state}`];
  const { errors } = (await shown()).json;
  return errors.some(({ who_fixes }) => who_fixes === 'us') ? [] : [`errors: ${JSON.stringify(errors)}`];
}

export const DAMAGE: readonly Scenario[] = [
  {
    name: 'pages of the store are damaged',
    holds: 'the start is refused, or it does not say that it is well',
    run: damagedPages,
  },
  {
    name: 'pages of the store are damaged while it runs',
    holds: 'it continues, or reports bad health',
    run: damagedWhileItRuns,
  },
  {
    name: 'the write-ahead log is damaged after a kill',
    holds: 'the start is refused, or nothing is missing',
    run: damagedLog,
  },
  {
    name: 'a copy of ids.db is made while it is quiet',
    holds: 'the copy has everything within seconds',
    harmless: true,
    run: copyOfQuietStore,
  },
  {
    name: 'sealed content cannot be opened',
    holds: 'the invoice becomes a dead letter for us to correct',
    long: true,
    run: sealedForEver,
  },
];
