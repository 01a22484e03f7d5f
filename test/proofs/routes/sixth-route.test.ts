import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Erp, example, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const HERE = fileURLToPath(new URL('xx-test', import.meta.url));

/** A file of the route, copied to the location of a route's file: its imports lead to the same files. */
function added(from: string, to: string, copy: string): void {
  const source = join(HERE, from);
  const target = join(PROJECT, to);
  const text = readFileSync(source, 'utf8').replaceAll(/from '(\.[^']*)'/g, (_, path: string) => {
    const meant = resolve(dirname(source), path);
    const file = meant.startsWith(HERE) ? join(dirname(target), relative(dirname(source), meant)) : meant;
    const found = relative(dirname(target), file);
    return `from '${found.startsWith('.') ? found : `./${found}`}'`;
  });
  mkdirSync(dirname(join(copy, to)), { recursive: true });
  writeFileSync(join(copy, to), text);
}

/** The sources with one more entry in the list, and its import. */
function listed(copy: string): void {
  const list = join(copy, 'src/domain/routes/all.ts');
  const before = readFileSync(list, 'utf8');
  const entry = before.replace(/ROUTE_PROFILES: readonly RouteProfile\[\] = \[/, '$&XX_TEST, ');
  assert.notEqual(entry, before);
  writeFileSync(list, `import { XX_TEST } from './xx-test/profile.ts';\n${entry}`);
}

/** What a start needs, built from the sources in the copy. */
function build(copy: string): void {
  const program = `import { bundle, entries } from './scripts/bundle.mjs';
await bundle(['src/processes/main.ts', 'src/adapters/piscina/reading-thread.ts', 'src/adapters/piscina/check-thread.ts'], 'dist');
await entries(['src/adapters/piscina/reading-entry.cts', 'src/adapters/piscina/check-entry.cts'], 'dist');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: copy,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
}

const ENDS: ReadonlySet<string> = new Set(['delivered', 'validation_failed', 'rejected', 'dead_letter']);

describe('a sixth route', () => {
  const { path: copy, remove } = emptyFolder();
  const taken: { readonly path: string; readonly key: unknown; readonly sha256: string }[] = [];
  let network: Server;
  let service: Service;

  before(async () => {
    for (const part of [
      'src',
      'validators',
      'scripts/bundle.mjs',
      'schematron',
      'mappings',
      'package.json',
      'openapi.yaml',
    ])
      cpSync(join(PROJECT, part), join(copy, part), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
    added('domain/profile.ts', 'src/domain/routes/xx-test/profile.ts', copy);
    for (const file of ['rail.ts', 'settings.ts'])
      added(`rail/${file}`, `src/adapters/rails/xx-test/${file}`, copy);
    listed(copy);
    build(copy);
    network = createServer((request, response) => {
      const hash = createHash('sha256');
      request.on('data', (chunk: Buffer) => hash.update(chunk));
      request.on('end', () => {
        taken.push({ path: request.url ?? '', key: request.headers['x-key'], sha256: hash.digest('hex') });
        response.end('<taken/>');
      });
    });
    await new Promise<void>((done) => network.listen(0, '127.0.0.1', done));
    service = await startService({
      cwd: copy,
      program: join(copy, 'dist/src/processes/main.js'),
      env: {
        OPERATOR_KEY,
        XX_TEST_URL: `http://127.0.0.1:${(network.address() as AddressInfo).port}`,
      },
    });
  });
  after(async () => {
    await service?.stop('SIGKILL');
    network?.close();
    remove();
  });

  it('is one folder, one rail and one entry in the list: it delivers an invoice once', async function () {
    const erp = await Erp.of(service, 'acme');
    const { document } = example('over-peppol');
    const { json, status, text } = await erp.submit({ route: 'XX-TEST', invoice_ref: 'X-1', document });
    assert.equal(status, 202, text);
    let shown: Shown | undefined;
    await until(async () => {
      shown = (await erp.get<Shown>(`/invoices/${json.id}`)).json;
      return ENDS.has(shown.state);
    }, 'an end of the invoice');
    assert.ok(shown);
    assert.equal(shown.state, 'delivered', JSON.stringify(shown.errors));
    assert.deepEqual(
      taken.map(({ key, sha256 }) => [key, sha256]),
      [['sandbox-acme', shown.document_sha256]],
    );
    const receipt = shown.documents.find(({ kind }) => kind === 'xx-receipt');
    assert.ok(receipt);
    assert.equal((await erp.get(receipt.href)).text, '<taken/>');
  });

  it('has its codes explained', async () => {
    const erp = await Erp.of(service, 'reader');
    const { status, text } = await erp.get('/catalogue/XX-REFUSED');
    assert.equal(status, 200);
    assert.match(text, /"routes":\["XX-TEST"\]/);
  });
});
