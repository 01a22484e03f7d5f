import assert from 'node:assert/strict';
import { OPERATOR_KEY } from '../support/erp.ts';
import { serviceAtSandbox } from '../sandbox/service-at-sandbox.ts';
import { runIds } from './run-ids.ts';

describe('ids registrations', () => {
  const running = serviceAtSandbox();
  let operator: NodeJS.ProcessEnv;
  before(() => {
    const { service, folder } = running;
    operator = { IDS_URL: service.url, XDG_CONFIG_HOME: folder, IDS_KEY: OPERATOR_KEY };
  });

  const over = ['--route', 'PEPPOL'];
  const run = (...words: readonly string[]) =>
    runIds(['registrations', ...words, '--client', 'receiver'], operator);

  it('registers a company to receive, shows it, and releases it', async () => {
    assert.equal((await run('list')).out, 'No company is registered here.\n');
    const participant = '0088:5555555550404';
    const added = await run('add', participant, ...over);
    assert.match(added.out, /^0088:5555555550404 at phoss SMP: active \(reg_\w+\)\.\n$/, added.err);
    const [id = ''] = /reg_\w+/.exec(added.out) ?? [];
    assert.match((await run('list')).out, new RegExp(`${id} +${participant} +active +phoss SMP +yes`));
    const elsewhere = await run('add', '0088:5555555550001', ...over);
    assert.equal(elsewhere.code, 1);
    assert.match(elsewhere.out, /: failed .*\nThe participant is registered elsewhere, at 127\.0\.0\.1:/);
    const moved = await run('add', '0088:5555555550001', ...over, '--migration-key', 'Ab12$#xyZ9!kLm');
    assert.match(moved.out, /: active /, moved.err);
    const again = await run('add', participant, ...over);
    assert.deepEqual([again.code, again.out], [1, '']);
    assert.match(again.err, new RegExp(id));
    const { out } = await runIds(['lookup', participant], operator);
    assert.match(out, / is registered in Peppol\./);
    const released = await run('release', id);
    assert.deepEqual([released.code, released.out], [0, `${participant} at phoss SMP: released (${id}).\n`]);
    assert.equal((await runIds(['registrations', 'list'], operator)).code, 1);
  });
});
