import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Erp, example, numbered, OPERATOR_KEY } from '../../../support/erp.ts';
import { refusalFaults } from './faults.ts';
import { takenIn } from './invoices.ts';
import type { Scenario, Stage } from './stage.ts';

function readableByOthers(folder: string): readonly string[] {
  const open = readdirSync(folder).filter((name) => statSync(join(folder, name)).mode & 0o077);
  return open.map((name) => `others may read ${name}`);
}

async function deletedMasterKey(stage: Stage): Promise<readonly string[]> {
  await (await stage.start()).stop();
  rmSync(join(stage.data, 'master.key'));
  const started = await stage.tryStart();
  if (typeof started !== 'string') return ['it started with another master key'];
  const left = readdirSync(stage.data).filter((name) => name.startsWith('master.key'));
  return [...refusalFaults(started, /^MASTER_KEY/m), ...left.map((name) => `${name} was created again`)];
}

async function keptRefusal(stage: Stage): Promise<readonly string[]> {
  const service = await stage.start();
  const erp = new Erp(service, OPERATOR_KEY);
  const { document, ...rest } = numbered(example('plain'), 'H-1');
  const mark = 'zqxsecretmember';
  const sent = { ...rest, document: { ...document, [mark]: 1, invoice: { ...document.invoice, [mark]: 1 } } };
  const { status } = await erp.submit(sent);
  if (status !== 422) return [`POST /invoices: ${status}`];
  await service.stop();
  return readdirSync(stage.data)
    .filter((name) => readFileSync(join(stage.data, name)).includes(mark))
    .map((name) => `${name} has sent content`);
}

async function filesOfStore(stage: Stage): Promise<readonly string[]> {
  const service = await stage.running();
  await takenIn(new Erp(service, OPERATOR_KEY));
  return readableByOthers(stage.data);
}

export const SECRETS: readonly Scenario[] = [
  {
    name: 'master.key is deleted',
    holds: 'the start is refused, and no other key is made',
    long: true,
    run: deletedMasterKey,
  },
  {
    name: 'a member that is unknown is refused',
    holds: 'its name stands nowhere in the store',
    run: keptRefusal,
  },
  {
    name: 'another user looks into the folder of the store',
    holds: 'it has nothing that the user may read',
    harmless: true,
    run: filesOfStore,
  },
];
