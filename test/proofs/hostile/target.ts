import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { type Service, startService, WARM_THREADS } from '../../support/service.ts';
import type { Operation } from './description.ts';
import { type BuiltFile, builtFiles } from './files.ts';
import { faultsOf } from './judge.ts';
import { type Answer, type Call, hangUp, send } from './send.ts';
import { Counts, Wrongs } from './tally.ts';
import { marksIn, markOf, nameOf, Owners, type Tenant } from './tenants.ts';

const run = promisify(execFile);
const IDS = fileURLToPath(new URL('../../../dist/src/commands/ids.js', import.meta.url));

/** Rate limits are per client: with many clients calls exceed them now and then, not always. */
const TENANTS = 20;

/** A caller, with a key or without. */
export interface Caller {
  readonly kind: 'client' | 'operator' | 'reader' | 'partner' | 'stranger';
  /** Only for a client. */
  readonly tenant?: Tenant;
  readonly authorization?: string;
}

/** A service with many clients, and the owner of each text. */
export interface Target {
  readonly service: Service;
  readonly tenants: readonly Tenant[];
  readonly callers: readonly Caller[];
  readonly owners: Owners;
  /** Built for the first tenant, to be mutated. */
  readonly files: readonly BuiltFile[];
  /** @returns the faults of the stop and in the log. */
  stop(): Promise<readonly string[]>;
}

export async function openTarget(): Promise<Target> {
  const { path, remove } = emptyFolder();
  const env = {
    OPERATOR_KEY,
    MASTER_KEY: randomBytes(32).toString('base64'),
    RETRY_SCALE: '0.001',
    ...WARM_THREADS,
  };
  const service = await startService({ cwd: path, env });
  const tenants: Tenant[] = [];
  for (let index = 0; index < TENANTS; index += 1) {
    const name = nameOf(index);
    tenants.push({ name, mark: markOf(name), key: (await Erp.of(service, name)).key });
  }
  const mint = async (words: string): Promise<string> => {
    const minted = await run(process.execPath, [IDS, 'keys', 'mint', ...words.split(' ')], { cwd: path });
    return minted.stdout.trim();
  };
  const lesser = ['submit', 'read', 'admin'].map(async (scope, index) => {
    const tenant = tenants[index]!;
    return clientOf({ ...tenant, key: await mint(`--client ${tenant.name} --scopes ${scope}`) });
  });
  const callers: Caller[] = [
    ...tenants.map(clientOf),
    ...(await Promise.all(lesser)),
    { kind: 'operator', authorization: `Bearer ${OPERATOR_KEY}` },
    { kind: 'reader', authorization: `Bearer ${await mint('--operator --read-only')}` },
    { kind: 'partner', authorization: `Bearer ${await mint('--partner p1')}` },
    ...STRANGERS,
  ];
  let stopped = false;
  const stop = async (): Promise<readonly string[]> => {
    if (stopped) return [];
    stopped = true;
    hangUp();
    const code = await service.stop();
    remove();
    return [...(code === 0 ? [] : [`the end of the process was ${code}`]), ...logFaults(service.printed())];
  };
  const files = await builtFiles(service, tenants[0]!);
  return { service, tenants, callers, owners: new Owners(), files, stop };
}

export const clientOf = (tenant: Tenant): Caller => ({
  kind: 'client',
  tenant,
  authorization: `Bearer ${tenant.key}`,
});

const STRANGERS: readonly Caller[] = [
  undefined,
  '',
  'Bearer',
  'Bearer ids_test_000000000000000000000000000000000000000000000000',
  'Bearer ids_live_000000000000000000000000000000000000000000000000',
  `Basic ${Buffer.from('a:b').toString('base64')}`,
  `Bearer ${'x'.repeat(5000)}`,
].map((authorization) => ({ kind: 'stranger', ...(authorization !== undefined && { authorization }) }));

/** Failures that the caller got an answer about are not faults. Content of an invoice must never be in the log. */
function logFaults(printed: string): readonly string[] {
  const marks = marksIn(printed)
    .slice(0, 1)
    .map((mark) => `${mark} stands in the log`);
  const errors = printed
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line) && !/"msg":"(busy|not-implemented)"/.test(line));
  return [...marks, ...errors.slice(0, 5).map((line) => `in the log: ${line.slice(0, 500)}`)];
}

/** Sends calls and judges every answer. */
export class Attacker {
  readonly statuses = new Counts();
  readonly wrongs = new Wrongs();

  constructor(private readonly target: Pick<Target, 'service' | 'owners'>) {}

  /**
   * @param which names the case in a report.
   * @returns undefined if the connection ended without an answer.
   */
  async call(
    which: string,
    operation: Operation | undefined,
    caller: Caller,
    call: Call,
  ): Promise<Answer | undefined> {
    const { service, owners } = this.target;
    const tell = (fault: string): void =>
      this.wrongs.add(`${which} ${call.method} ${call.path.slice(0, 200)}: ${fault}`);
    try {
      const answer = await send(service.url, call);
      this.statuses.add(answer.status);
      const client = caller.kind === 'client' ? caller.tenant!.name : undefined;
      faultsOf(operation, call, answer).forEach(tell);
      owners
        .leaks(caller.kind === 'partner' || caller.kind === 'stranger' ? '' : client, call, answer)
        .forEach(tell);
      if (client !== undefined && answer.status < 300) owners.learn(client, answer.body.toString());
      return answer;
    } catch (error) {
      this.statuses.add('no answer');
      // RFC 9112 section 9.6: a server that stops reading closes the connection, and its answer may be lost.
      if (caller.kind !== 'stranger') tell(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }
}
