import assert from 'node:assert/strict';
import { OPERATOR_KEY } from '../support/erp.ts';
import { serviceAtSandbox } from '../sandbox/service-at-sandbox.ts';
import { runIds } from './run-ids.ts';

describe('ids connections', function () {
  const running = serviceAtSandbox();
  let operator: NodeJS.ProcessEnv;
  before(() => {
    const { service, folder } = running;
    operator = { IDS_URL: service.url, XDG_CONFIG_HOME: folder, IDS_KEY: OPERATOR_KEY };
  });

  const run = (...words: readonly string[]) =>
    runIds(['connections', ...words, '--client', 'firm'], operator);
  const add = (company: string) => run('add', company, '--route', 'FR-PA', '--provider', 'superpdp');
  /** The company opens the link at the simulated platform, and comes back to the service. */
  const consent = async (out: string): Promise<Response> => {
    const [link = ''] = /http:\S+$/.exec(out.trim()) ?? [];
    const { headers } = await fetch(link, { redirect: 'manual' });
    const back = new URL(headers.get('location')!);
    assert.equal(back.pathname, '/oauth/callback');
    return fetch(`${running.service.url}${back.pathname}${back.search}`);
  };
  const states = async (): Promise<Record<string, string>> => {
    const { out } = await run('list', '--json');
    const rows = JSON.parse(out) as { company: string; state: string }[];
    return Object.fromEntries(rows.map(({ company, state }) => [company, state]));
  };

  it('gives a link, by which a company connects to the simulated platform, and ends it', async () => {
    assert.equal((await run('list')).out, 'No company is connected here.\n');
    const added = await add('732 829 320');
    assert.match(
      added.out,
      /^732829320 at superpdp: asked \(con_\w+\)\.\nFor the company, once, until /,
      added.err,
    );
    const page = await consent(added.out);
    assert.equal(page.status, 200, await page.text());
    const [id = ''] = /con_\w+/.exec(added.out) ?? [];
    assert.match((await run('list')).out, new RegExp(`${id} +732829320 +superpdp +active +\\d{4}-`));
    const ended = await run('end', id);
    assert.deepEqual([ended.code, ended.out], [0, `732829320 at superpdp: ended (${id}).\n`]);
    assert.equal((await runIds(['connections', 'list'], operator)).code, 1);
  });

  it('tells what the simulated companies did', async () => {
    for (const [company, status] of [
      ['732829403', 400],
      ['732829409', 400],
      ['732829202', 200],
    ] as const) {
      const page = await consent((await add(company)).out);
      assert.equal(page.status, status, company);
    }
    const { '732829403': declined, '732829409': other, '732829202': waits } = await states();
    assert.deepEqual([declined, other, waits], ['failed', 'failed', 'checking']);
    const again = await add('732829202');
    assert.deepEqual([again.code, again.out], [1, '']);
    assert.match(again.err, /is under way already/);
    assert.equal((await run('add', '1', '--route', 'FR-PA', '--provider', 'superpdp')).code, 1);
  });
});
