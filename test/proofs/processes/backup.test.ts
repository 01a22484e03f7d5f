import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtIds } from '../../support/built.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { startService } from '../../support/service.ts';

const IDS = builtIds();

describe('ids backup', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  it('has each invoice that was answered before, although others come in and are processed during the backup', async () => {
    const [lost, empty] = [join(path, 'lost'), join(path, 'empty')];
    mkdirSync(lost);
    mkdirSync(join(empty, 'data'), { recursive: true });
    const env = { OPERATOR_KEY };
    const service = await startService({ cwd: lost, env });
    const erp = await Erp.of(service, 'acme');
    const before: string[] = [];
    let backup: { readonly done: Promise<unknown>; readonly out: () => string } | undefined;
    for (let n = 0; n < 60; n += 1) {
      const { status, json } = await erp.submitAfterLimits(numbered(example('plain'), `B-${n}`));
      assert.equal(status, 202);
      if (!backup) before.push(json.id);
      if (n === 25) backup = backUpOf(lost, join(path, 'backups'));
    }
    await backup!.done;
    await service.stop('SIGKILL');
    const folder = backup!.out().trim();
    assert.match(folder, /backups\/ids-\d{8}T\d{6}Z$/);

    // The operator keeps the master key apart from the data.
    cpSync(join(lost, 'data/master.key'), join(empty, 'data/master.key'));
    const restored = spawnSync(process.execPath, [IDS, 'restore', 'from', folder], {
      cwd: empty,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    });
    assert.equal(restored.status, 0, restored.stderr);
    const again = await startService({ cwd: empty, env });
    try {
      const reader = new Erp(again, OPERATOR_KEY);
      for (const id of before) {
        const { status, json } = await reader.read<Shown>(`/invoices/${id}`);
        assert.equal(status, 200, id);
        for (const { href } of json.documents) assert.equal((await reader.read(href)).status, 200, href);
        assert.match((await reader.events(id))[0] ?? '', /^1 received$/);
      }
    } finally {
      await again.stop();
    }
  });

  function backUpOf(cwd: string, to: string) {
    const env = { PATH: process.env['PATH'] };
    const child = spawn(process.execPath, [IDS, 'backup', '--to', to], { cwd, env });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const done = once(child, 'close').then(([code]) => assert.equal(code, 0));
    return { done, out: () => text };
  }
});
