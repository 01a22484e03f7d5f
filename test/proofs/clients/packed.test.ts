import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { docstringExamples, moduleOf } from '../../client/docstring-examples.ts';
import { Erp, example, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { ran } from '../../support/programs.ts';
import { type Service, startService } from '../../support/service.ts';
import { aDelivery } from './a-delivery.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const { version, dependencies } = JSON.parse(readFileSync(join(projectFolder(), 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
};
const PACKED = join(projectFolder(), `dist/invoice-delivery-service-${version}.tgz`);

/** What a program does first: an invoice is submitted and followed to its end. */
const PROGRAM = `import { DeliveryService } from 'invoice-delivery-service/client';
const [url, key, submission] = process.argv.slice(2);
const service = new DeliveryService({ url, key });
const { id } = await service.send(JSON.parse(submission));
console.log((await service.waitFor(id, ['ready'])).state);
`;

/** The same from a page, as text: a function of this file would call helpers of its loader. */
const IN_A_PAGE = `async ({ url, key, submission, delivery }) => {
  const { DeliveryService, verifyWebhook } = await import(url + '/app/client.js');
  const service = new DeliveryService({ url, key });
  const { id } = await service.send(submission);
  const { state } = await service.waitFor(id, ['ready']);
  const batch = [];
  for await (const { status } of service.sendBatch([{ submission }, { submission }])) batch.push(status);
  const empty = { ...submission, document: { ...submission.document, lines: [] } };
  const refused = await service.send(empty).catch(({ type }) => type);
  const { event_id } = await verifyWebhook(delivery);
  return { state, batch, refused, event_id };
}`;

const STRICT = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: false, module: 'nodenext', target: 'es2022' },
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    ...{ lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], types: ['node'] },
  },
  include: ['*.ts'],
};

describe('the packed client library', function () {
  const [project, data] = [emptyFolder(), emptyFolder()];
  const file = (name: string): string => join(project.path, name);
  let service: Service;
  let key: string;

  before(async () => {
    ran(process.execPath, [join(projectFolder(), 'scripts/pack-client.mjs')]);
    writeFileSync(file('package.json'), '{ "name": "erp", "private": true, "type": "module" }');
    // The registry's answers are in npm's cache since npm ci.
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    const install = ['install', ...flags, PACKED, '@types/node@20'];
    const { status, stderr } = spawnSync('npm', install, { cwd: project.path, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    service = await startService({ cwd: data.path, env: { OPERATOR_KEY } });
    ({ key } = await Erp.of(service, 'acme'));
  });
  after(async () => {
    await service?.stop();
    [project, data].forEach((each) => each.remove());
  });

  it('brings one package more than itself', () => {
    const tree = ran('npm', ['ls', '--prefix', project.path, '--all', '--parseable', '--omit=dev']);
    const names = tree.split('\n').map((path) => path.split('node_modules/').at(-1));
    assert.ok(names.includes('openapi-fetch'), tree);
    assert.ok(!names.includes('mongodb'), tree);
    const installed = file('node_modules/openapi-fetch/package.json');
    const found = JSON.parse(readFileSync(installed, 'utf8')) as { readonly version: string };
    assert.equal(found.version, dependencies['openapi-fetch']);
  });

  it('sends an invoice from a program in Node', () => {
    writeFileSync(file('program.js'), PROGRAM);
    const submission = JSON.stringify(example('plain'));
    assert.equal(ran(process.execPath, [file('program.js'), service.url, key, submission]), 'ready\n');
  });

  it('has types that the strictest compiler reads, with every example of its docstrings', () => {
    writeFileSync(
      file('given.ts'),
      `import type { CanonicalInvoice, Submission } from 'invoice-delivery-service/client';
export declare const [url, key]: [string, string];
export declare const document: CanonicalInvoice;
export declare const withoutSeller: CanonicalInvoice;
export declare const submission: Submission;
`,
    );
    writeFileSync(file('tsconfig.json'), JSON.stringify(STRICT));
    for (const [index, one] of docstringExamples().entries())
      writeFileSync(file(`${index}-${one.of}.ts`), moduleOf(one));
    const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', project.path], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });

  if (!existsSync(CHROMIUM)) it.skip(`sends an invoice from a page in Chromium (needs ${CHROMIUM})`);
  else
    it('sends an invoice and a batch from a page in Chromium, and verifies a webhook', async () => {
      const browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ['--headless', '--no-sandbox'],
      });
      try {
        const page = await browser.newPage();
        const served: Readonly<Record<string, readonly [type: string, body: string]>> = {
          '/app/': ['text/html', '<!doctype html><title>An ERP</title>'],
          '/app/client.js': [
            'text/javascript',
            readFileSync(file('node_modules/invoice-delivery-service/client.js'), 'utf8'),
          ],
        };
        await page.route(`${service.url}/app/**`, (route) => {
          const [contentType = '', body = ''] = served[new URL(route.request().url()).pathname] ?? [];
          return route.fulfill({ contentType, body });
        });
        await page.goto(`${service.url}/app/`);
        const given = { url: service.url, key, submission: example('plain'), delivery: await aDelivery() };
        const shown = await page.evaluate(`(${IN_A_PAGE})(${JSON.stringify(given)})`);
        const refused = 'validation-failed';
        assert.deepEqual(shown, { state: 'ready', batch: [202, 202], refused, event_id: 'evt_1' });
      } finally {
        await browser.close();
      }
    });
});
