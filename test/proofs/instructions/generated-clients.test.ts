import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge, itWith } from '../../support/judges.ts';

const DESCRIPTION = fileURLToPath(new URL('../../../openapi.yaml', import.meta.url));
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** The strictest options of a caller's compiler; the generated code is checked, too. */
const STRICT = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2022' },
    // Modules without an extension, as hey-api writes them unless it lies in a project with other settings.
    ...{ module: 'esnext', moduleResolution: 'bundler' },
    ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  },
  include: ['*'],
};

/** By the name of the judge. */
const GENERATORS = {
  'openapi-typescript': {
    entry: 'openapi-typescript/bin/cli.js',
    args: [DESCRIPTION, '-o', 'schema.ts'],
    use: `import type { components, paths } from './schema.js';
export const sent: paths['/invoices']['post']['requestBody']['content']['application/json'] = {
  document: {} as components['schemas']['CanonicalInvoice'] };
export const told = (finding: components['schemas']['Finding']): string => \`\${finding.code} \${finding.doc_url ?? ''}\`;
`,
  },
  'hey-api': {
    entry: '@hey-api/openapi-ts/bin/run.js',
    args: ['-i', DESCRIPTION, '-o', 'client', '-c', '@hey-api/client-fetch'],
    use: `import { readInvoice, submitFile } from './client/index.js';
export const read = () => readInvoice({ path: { id: 'inv_000000000000000000000001' } });
export const send = (file: Blob) => submitFile({ body: file, headers: { 'Idempotency-Key': 'a-key-of-mine' }, query: { route: 'PEPPOL', invoice_ref: '1' } });
`,
  },
} as const;

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
}

describe('a client generated from openapi.yaml', function () {
  this.timeout(300_000);

  for (const [name, { entry, args, use }] of Object.entries(GENERATORS)) {
    itWith([name], `by ${name} compiles, with a caller of it`, () => {
      const { path: folder, remove } = emptyFolder();
      after(remove);
      run(join(findJudge(name).folder, 'node_modules', entry), args, folder);
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
      writeFileSync(join(folder, 'use.ts'), use);
      run(TSC, ['-p', folder], folder);
    });
  }
});
