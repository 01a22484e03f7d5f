import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describeOnMongoStore, describeOnSqliteStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { buildOlder, OLDER_COMMIT, type OlderProgram } from '../../support/older-program.ts';
import { type Service, type ServiceOptions, spawnService, startService } from '../../support/service.ts';

const READY = ['1 received', '2 validated', '3 ready'];
const title = `an upgrade from ${OLDER_COMMIT ?? 'an older program (needs the git history, and a second migration in it)'}`;

let older: OlderProgram | undefined;
after(() => older?.remove());

/** Starts that fail: one sentence, exit code 1. */
async function refusal(options: ServiceOptions): Promise<string> {
  const service = await spawnService(options);
  const late = setTimeout(() => service.process.kill('SIGKILL'), 90_000);
  await once(service.process, 'close');
  clearTimeout(late);
  assert.equal(service.process.exitCode, 1, service.printed());
  const text = service.printed().trim();
  assert.equal(text.split('\n').length, 1, text);
  return text;
}

function upgrades(
  open: () => StoreInUse,
  it: (to: { readonly olds: ServiceOptions; readonly news: ServiceOptions; services: Service[] }) => void,
): void {
  let store: StoreInUse;
  const services: Service[] = [];
  const options = {
    olds: undefined as unknown as ServiceOptions,
    news: undefined as unknown as ServiceOptions,
    services,
  };
  before(function () {
    if (OLDER_COMMIT === undefined) return this.skip();
    store = open();
    older ??= buildOlder(OLDER_COMMIT);
    const env = { ...store.env, OPERATOR_KEY };
    options.news = { cwd: store.folder, env };
    options.olds = { cwd: store.folder, env: { ...env, RULES_DIR: older.rules }, program: older.main };
  });
  after(async () => {
    for (const service of services) await service.stop('SIGKILL');
    store?.remove();
  });
  it(options);
}

/** Submits this many invoices to each process in turn. @returns their ids. */
async function handIn(erp: Erp, at: readonly Service[], name: string, many: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const { status, json, text } = await erp
      .at(at[n % at.length]!)
      .submitAfterLimits(numbered(example('plain'), `${name}-${n}`));
    assert.equal(status, 202, text);
    ids.push(json.id);
  }
  return ids;
}

async function areReady(erp: Erp, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    assert.equal((await erp.settled(id, 90_000)).state, 'ready', id);
    assert.deepEqual(await erp.events(id), READY, id);
  }
}

describeOnMongoStore(title, (open) =>
  upgrades(open, (to) => {
    it('runs old and new side by side on one store: each reads the invoices of the other, nothing is lost or done twice', async () => {
      const old = await startService(to.olds);
      to.services.push(old);
      const erp = await Erp.of(old, 'rolling');
      const ids = await handIn(erp, [old], 'BEFORE', 5);
      const fresh = await startService(to.news);
      to.services.push(fresh);
      ids.push(...(await handIn(erp, [old, fresh], 'DURING', 20)));
      for (const each of [old, fresh]) await areReady(erp.at(each), ids);
      ids.push(...(await handIn(erp, [old, fresh], 'AT-THE-END', 6)));
      assert.equal(await old.stop(), 0, old.printed());
      const after = erp.at(fresh);
      await areReady(after, ids);
      assert.equal((await after.read<{ total: number }>('/invoices')).json.total, ids.length);
      for (const each of [old, fresh]) assert.doesNotMatch(each.printed(), /"level":50/);
    });
  }),
);

describeOnSqliteStore(title, (open) =>
  upgrades(open, (to) => {
    let erp: Erp;
    const ids: string[] = [];

    it('is refused while the older program runs, which continues undisturbed', async () => {
      const old = await startService(to.olds);
      to.services.push(old);
      erp = await Erp.of(old, 'one-after-the-other');
      ids.push(...(await handIn(erp, [old], 'BEFORE', 5)));
      assert.match(
        await refusal(to.news),
        /^STORE_URL names \S+, a store of an older version that another process has open; stop that process/,
      );
      ids.push(...(await handIn(erp, [old], 'MEANWHILE', 5)));
      await areReady(erp, ids);
      ids.push(...(await handIn(erp, [old], 'AT-THE-END', 5)));
      assert.equal(await old.stop(), 0, old.printed());
      assert.doesNotMatch(old.printed(), /"level":50/);
    });

    it('updates the store once the older program is stopped: everything is there and continues', async () => {
      const fresh = await startService(to.news);
      to.services.push(fresh);
      const after = erp.at(fresh);
      ids.push(...(await handIn(after, [fresh], 'AFTER', 5)));
      await areReady(after, ids);
      assert.equal((await after.read<{ total: number }>('/invoices')).json.total, ids.length);
      assert.equal(await fresh.stop(), 0);
    });

    it('is final: the older program refuses to start again, and gives the reason', async () => {
      assert.match(
        await refusal(to.olds),
        /^STORE_URL names \S+, a store of schema version \d+; this program knows versions up to \d+\.$/,
      );
    });
  }),
);
