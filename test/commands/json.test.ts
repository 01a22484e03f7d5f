import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { COMMANDS } from '../../src/commands/commands.ts';
import { Frame } from '../../src/commands/frame/frame.ts';
import { programOf } from '../../src/commands/frame/run.ts';
import { Terminal } from '../../src/commands/frame/terminal.ts';
import { Erp, OPERATOR_KEY } from '../support/erp.ts';
import { emptyFolder } from '../support/folder.ts';
import { anInstalledPack, assertion } from '../support/installed-pack.ts';
import { type Service, startService } from '../support/service.ts';
import { jsonOf, type Ran, runIds } from './run-ids.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const example = (name: string): string => join(root, 'examples', name);
const XRECHNUNG = example('xrechnung-ubl.xml');

/** What they print is for a program: words of a shell, and the log of networks that run until they are stopped. */
const WITHOUT_JSON = ['completion', 'mcp', 'sandbox'];
/** A value a line, as they come. */
const LINE_BY_LINE = ['tail', 'listen'];

async function everyCommand(): Promise<readonly { readonly name: string; readonly command: Command }[]> {
  const nowhere = { write: () => true };
  const terminal = new Terminal(nowhere, nowhere, {});
  const signal = new AbortController().signal;
  const frame = new Frame({ terminal, env: {}, version: '0', signal }, COMMANDS);
  const program = await programOf(() => true, frame);
  const leaves = (
    command: Command,
    path: readonly string[],
  ): readonly { readonly name: string; readonly command: Command }[] =>
    // `ids care` lists; `ids care handle` is another command.
    (command.commands.length === 0 || command.options.length > 0
      ? [{ name: path.join(' '), command }]
      : []
    ).concat(command.commands.flatMap((inner) => leaves(inner, [...path, inner.name()])));
  return program.commands.flatMap((command) => leaves(command, [command.name()]));
}

describe('--json', () => {
  const folder = emptyFolder();
  const at = (name: string): string => join(folder.path, name);
  let running: Service;
  let env: NodeJS.ProcessEnv;
  let operator: NodeJS.ProcessEnv;
  /** A store beside that of the service, for commands that stop at a store in use. */
  let apart: NodeJS.ProcessEnv;

  before(async () => {
    running = await startService({ cwd: folder.path, env: { OPERATOR_KEY } });
    const { key } = await Erp.of(running, 'acme');
    const surroundings = {
      IDS_URL: running.url,
      XDG_CONFIG_HOME: at('config'),
      RULES_DIR: at('rules'),
      MAPPINGS_DIR: join(root, 'mappings'),
    };
    env = { ...surroundings, IDS_KEY: key };
    operator = { ...surroundings, IDS_KEY: OPERATOR_KEY };
    const masterKey = randomBytes(32).toString('base64');
    apart = { ...env, STORE_URL: `sqlite:${at('apart.db')}`, MASTER_KEY: masterKey };
    await runIds(['keys', 'mint', '--operator'], apart);
    for (const version of ['1', '2'])
      await anInstalledPack(at('packs'), version, { asserts: assertion('A', `${version} = 1`) });
    assert.equal((await runIds(['send', example('plain.json'), '--wait'], env)).code, 0);
  });
  after(async () => {
    await running?.stop();
    folder.remove();
  });

  /** The proof of the invoice that was sent, with its document and the published keys. */
  async function proofFiles(): Promise<readonly string[]> {
    const found = (await runIds(['get', 'plain', '--json'], env)).out;
    const { invoice } = JSON.parse(found) as { readonly invoice: { readonly id: string } };
    const read = async (path: string) => {
      const headers = { Authorization: `Bearer ${env['IDS_KEY']}`, Accept: '*/*' };
      return Buffer.from(await (await fetch(running.url + path, { headers })).arrayBuffer());
    };
    for (const [name, path] of [
      ['proof', `/invoices/${invoice.id}/proof`],
      ['document', `/invoices/${invoice.id}/documents/xrechnung-ubl`],
      ['keys', '/.well-known/jwks.json'],
    ] as const)
      writeFileSync(at(name), await read(path));
    return ['proof', 'verify', at('proof'), '--document', at('document'), '--keys', at('keys')];
  }

  async function restoredFrom(): Promise<readonly string[]> {
    const { out } = await runIds(['backup', '--to', at('to-restore')], apart);
    return ['restore', 'from', out.trim()];
  }

  /** Each command with what it takes, and its exit code if that is not 0. */
  const CALLS: Readonly<
    Record<
      string,
      () => readonly [readonly string[] | Promise<readonly string[]>, NodeJS.ProcessEnv, number?]
    >
  > = {
    send: () => [['send', example('plain.json')], env],
    check: () => [['check', XRECHNUNG, '--rules', at('nothing')], env, 2],
    get: () => [['get', 'plain'], env],
    search: () => [['search', 'plain'], env],
    tail: () => [['tail', '--once'], env],
    listen: () => [['listen'], env],
    example: () => [['example', 'over-peppol'], {}],
    trigger: () => [['trigger', 'buyer-disputes'], env],
    convert: () => [['convert', example('plain.json'), '--to', 'canonical'], env],
    explain: () => [['explain', 'EI-SCHEMA'], env],
    lookup: () => [['lookup', '0192:987654321'], operator, 2],
    login: () => [['login'], env],
    why: () => [['why', 'plain'], env],
    doctor: () => [['doctor'], { ...operator, STORE_URL: `sqlite:${at('data/ids.db')}` }],
    workers: () => [['workers'], operator],
    radar: () => [['radar', '--on', '2027-01-01', '--since', '30'], operator],
    care: () => [['care'], operator],
    'care handle': () => [['care', 'handle', 'plain'], env, 1],
    shares: () => [['shares'], operator],
    'shares revoke': () => [['shares', 'revoke', 'shr_0123456789abcdef01234567'], operator, 1],
    'registrations list': () => [['registrations', 'list', '--client', 'nobody'], operator],
    'registrations add': () => [
      ['registrations', 'add', '0088:7777777770404', '--route', 'PEPPOL', '--client', 'json'],
      operator,
    ],
    'registrations release': () => [
      ['registrations', 'release', 'reg_0123456789abcdef01234567', '--client', 'nobody'],
      operator,
      1,
    ],
    'connections list': () => [['connections', 'list', '--client', 'nobody'], operator],
    'connections add': () => [
      ['connections', 'add', '732829320', '--route', 'FR-PA', '--provider', 'superpdp', '--client', 'json'],
      operator,
    ],
    'connections end': () => [
      ['connections', 'end', 'con_0123456789abcdef01234567', '--client', 'nobody'],
      operator,
      1,
    ],
    'keys mint': () => [['keys', 'mint', '--operator'], apart],
    'keys rotate-signing': () => [['keys', 'rotate-signing'], apart],
    'clients list': () => [['clients', 'list'], operator],
    'clients delete': () => [['clients', 'delete', 'nobody'], apart, 1],
    backup: () => [['backup', '--to', at('backups')], apart],
    'restore from': () => [restoredFrom(), { ...apart, STORE_URL: `sqlite:${at('restored/ids.db')}` }],
    'restore hold': () => [['restore', 'hold', '--taken-at', '2026-03-02T09:00:00Z'], apart],
    'restore release': () => [['restore', 'release', '--all'], apart],
    'restore give-up': () => [['restore', 'give-up', '--all'], apart],
    'rotate-master': () => [
      ['rotate-master'],
      { ...apart, NEW_MASTER_KEY: randomBytes(32).toString('base64') },
    ],
    'ksef-certificate': () => [
      ['ksef-certificate', '--nip', '1', '--certificate', XRECHNUNG, '--key', XRECHNUNG, '--out', at('none')],
      env,
      2,
    ],
    'proof verify': () => [proofFiles(), env],
    'certify list': () => [['certify', 'list'], env],
    'certify invoices': () => [['certify', 'invoices', at('certified')], env],
    'certify run': () => [['certify', 'run', '--client', 'nobody', '--out', at('scorecard')], env, 2],
    'certify verify': () => [['certify', 'verify', at('none.jws'), '--keys', at('none.json')], env, 2],
    'packs list': () => [['packs', 'list'], env],
    'packs next': () => [['packs', 'next'], env],
    'packs outdated': () => [['packs', 'outdated'], env, 1],
    'packs on': () => [['packs', 'on', '2026-11-24'], env],
    'packs rules': () => [['packs', 'rules'], env],
    'packs install': () => [['packs', 'install', '--from', at('config'), '--rules', at('packs')], env, 1],
    'packs compile': () => [['packs', 'compile', 'fa3'], env],
    'packs adopt': () => [['packs', 'adopt', at('config'), '--rules', at('packs')], env, 1],
    'packs remove': () => [['packs', 'remove', 'tried', '2', '--rules', at('packs')], env],
    'packs diff': () => [
      ['packs', 'diff', 'tried-1', 'tried-2', '--rules', at('packs'), '--documents', root + 'examples'],
      env,
    ],
    'packs try': () => [['packs', 'try', XRECHNUNG, '--rule', 'NONE-1'], env, 2],
    'packs test': () => [['packs', 'test', root + 'examples/exports', '--rules', at('rules')], env, 1],
    'packs edit': () => [['packs', 'edit', 'overlays', '--rules', at('packs')], env],
    'packs release': () => [['packs', 'release', 'none', '--rules', at('packs')], env, 1],
    'packs back': () => [['packs', 'back', '--yes', '--rules', at('packs')], env, 1],
    'packs log': () => [['packs', 'log', '--rules', at('packs')], env],
    'packs transpile': () => [
      ['packs', 'transpile', 'tried', '--to', at('xslt'), '--rules', at('packs')],
      env,
    ],
    'mappings try': () => [
      ['mappings', 'try', join(root, 'mappings/erp-a/v3.json'), example('exports/erp-a-invoice.json')],
      env,
    ],
    'mappings diff': () => [
      ['mappings', 'diff', 'erp-a', 'v2', 'v3', example('exports/erp-a-invoice.json')],
      env,
    ],
    'mappings from-csv': () => [['mappings', 'from-csv', example('exports/table-invoice.csv')], env],
    help: () => [['help'], env],
  };

  it('is an option of every command, and every command is called here', async () => {
    const all = await everyCommand();
    const called = [...Object.keys(CALLS), ...WITHOUT_JSON].toSorted();
    assert.deepEqual(all.map(({ name }) => name).toSorted(), called);
    const without = all.filter(({ command }) => !command.options.some(({ long }) => long === '--json'));
    assert.deepEqual(without.map(({ name }) => name).toSorted(), WITHOUT_JSON);
  });

  // Packs are compared before one of them is removed.
  const names = Object.keys(CALLS).toSorted(
    (a, b) => Number(a === 'packs remove') - Number(b === 'packs remove'),
  );
  for (const name of names)
    it(`makes ids ${name} print one JSON document`, async () => {
      const [words, surroundings, expected = 0] = CALLS[name]!();
      const { code, out, err } = await (name === 'listen' ? hearOne : runIds)(
        [...(await words), '--json'],
        surroundings,
      );
      assert.equal(code, expected, `${out}${err}`);
      const documents = LINE_BY_LINE.includes(name) ? out.split('\n').filter(Boolean) : [out];
      for (const text of documents) assert.doesNotThrow(() => void JSON.parse(text), text);
    });

  /** Sends an invoice once the listener waits, and stops it after the first event. */
  async function hearOne(words: readonly string[], surroundings: NodeJS.ProcessEnv): Promise<Ran> {
    const stop = new AbortController();
    let sent: Promise<Ran> | undefined;
    const heard = await runIds(
      words,
      surroundings,
      stop.signal,
      undefined,
      () => void (sent ??= runIds(['send', example('over-peppol.json')], env)),
      () => stop.abort(),
    );
    assert.equal((await sent)?.code, 0);
    assert.notEqual(heard.out, '');
    return heard;
  }

  it('makes a command that is called wrongly print what is wrong', async () => {
    const { code, out } = await runIds(['packs', 'on', 'friday', '--no', '--json']);
    assert.equal(code, 2);
    assert.deepEqual(JSON.parse(out), { error: "unknown option '--no'" });
  });

  it('prints no stylesheet of a damaged pack as if it were whole', async () => {
    const { pack } = await anInstalledPack(at('damaged'), '1', { asserts: assertion('A', 'true()') });
    writeFileSync(join(at('damaged'), pack.folder, 'source/a.sch'), '<schema/>');
    const words = ['packs', 'transpile', 'tried', '--to', at('xslt'), '--rules', at('damaged'), '--json'];
    const { code, out } = await runIds(words, env);
    assert.equal(code, 1);
    assert.match(out, /"error": ".*a\.sch/);
  });

  it('makes ids packs try print the verdict and the findings', async () => {
    const words = ['packs', 'try', example('broken-xrechnung-cii.xml'), '--rule', 'BR-DE-15', '--json'];
    const { breaks, findings } = jsonOf<{ breaks: boolean; findings: readonly object[] }>(
      await runIds(words, env),
    );
    assert.deepEqual([breaks, findings.length], [true, 1]);
  });
});
