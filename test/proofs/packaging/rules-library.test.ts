import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { describeInChromium, launchChromium } from '../../support/chromium.ts';
import { emptyFolder } from '../../support/folder.ts';
import { ran } from '../../support/programs.ts';

const jsonIn = (path: string) =>
  JSON.parse(readFileSync(join(projectFolder(), path), 'utf8')) as { name: string; version: string };
const { name, version } = jsonIn('validators/package.json');
const SOURCES = jsonIn('schematron/package.json').name;
const DAY = '2026-11-02';
const fileIn = (path: string): string => join(projectFolder(), path);

const PROGRAM = `import { readFile } from 'node:fs/promises';
import { openRules } from '${name}';
const [threads, ...files] = process.argv.slice(2);
const rules = await openRules({ threads: Number(threads) });
const reports = await Promise.all(files.map(async (file) => rules.check(await readFile(file), { on: '${DAY}' })));
console.log(JSON.stringify(reports.map(({ verdict, findings, layers }) => [verdict, findings, layers.map(({ layer, outcome, pack }) => [layer, outcome, pack])])));
`;

/** As text: a function of this file would call helpers of its loader. */
const IN_A_PAGE = `async (texts) => {
  const { openRules } = await import('/app/browser.js');
  const rules = await openRules();
  const reports = [];
  for (const text of texts) {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    reports.push(await rules.check(bytes, { on: '${DAY}' }));
  }
  return reports.map(({ verdict, findings, layers }) => [verdict, findings, layers.map(({ layer, outcome, pack }) => [layer, outcome, pack])]);
}`;

/** Of every syntax; one is invalid; one is in Latin-1, one in UTF-16. */
const XML = [
  ...['examples', 'schematron/self-tests', 'test/expected/fr-pa'].flatMap((folder) =>
    readdirSync(fileIn(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.xml'))
      .map((file) => fileIn(`${folder}/${file}`)),
  ),
];

describe('the packed rules', function () {
  const project = emptyFolder();
  const packed = [name, SOURCES].map((each) => fileIn(`dist/${each}-${version}.tgz`));
  const inPackage = (path: string): string => join(project.path, 'node_modules', name, path);
  let files: readonly string[];
  let inNode: unknown;

  /** @param threads 0 for that of the program. */
  const judgedInNode = (threads: number): unknown =>
    JSON.parse(ran(process.execPath, [join(project.path, 'program.js'), String(threads), ...files]));

  before(() => {
    ran(process.execPath, [fileIn('scripts/pack-rules.mjs')]);
    writeFileSync(join(project.path, 'package.json'), '{ "name": "erp", "private": true, "type": "module" }');
    const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    const { status, stderr } = spawnSync('npm', ['install', ...flags, ...packed], {
      cwd: project.path,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const latin1 = readFileSync(fileIn('examples/xrechnung-ubl.xml'), 'utf8').replace('UTF-8', 'ISO-8859-1');
    writeFileSync(join(project.path, 'latin1.xml'), latin1, 'latin1');
    writeFileSync(
      join(project.path, 'utf16.xml'),
      `\uFEFF${latin1.replace('ISO-8859-1', 'UTF-16')}`,
      'utf16le',
    );
    files = [...XML, join(project.path, 'latin1.xml'), join(project.path, 'utf16.xml')];
    writeFileSync(join(project.path, 'program.js'), PROGRAM);
    inNode = judgedInNode(0);
  });
  after(() => project.remove());

  it('have the version of the service, and bring no other package', () => {
    assert.equal(version, jsonIn('package.json').version);
    const installed = readdirSync(join(project.path, 'node_modules')).filter((one) => !one.startsWith('.'));
    assert.deepEqual(installed.sort(), [SOURCES, name].sort());
  });

  it('have their sources in a package beside them, each file as it is written', () => {
    const program = `import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      console.log(require.resolve('${SOURCES}/en16931/pack.json'), require('${SOURCES}/en16931/pack.json').id);`;
    writeFileSync(join(project.path, 'sources.js'), program);
    assert.match(ran(process.execPath, [join(project.path, 'sources.js')]), /pack\.json en16931\n$/);
    const inSources = join(project.path, 'node_modules', SOURCES);
    const written = readdirSync(fileIn('schematron'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name: file }) => join(parentPath, file));
    assert.ok(written.length > 200);
    for (const file of written)
      assert.deepEqual(
        readFileSync(join(inSources, relative(fileIn('schematron'), file))),
        readFileSync(file),
        file,
      );
    assert.ok(existsSync(join(inSources, 'LICENSE')));
  });

  it('judge in Node, by the module and by the command', () => {
    const verdicts = (inNode as [string][]).map(([verdict]) => verdict);
    assert.ok(verdicts.includes('valid') && verdicts.includes('invalid'));
    const { status, stdout } = spawnSync(
      process.execPath,
      [inPackage('command.js'), fileIn('examples/broken-xrechnung-cii.xml')],
      { encoding: 'utf8' },
    );
    assert.equal(status, 1);
    assert.match(stdout, /^invalid .*\n {2}error \[BR-/);
  });

  it('judge in threads as in one, and let the program end', () => assert.deepEqual(judgedInNode(2), inNode));

  it('weigh, with everything that judges an XRechnung in UBL, less than 300 KB in a browser', () => {
    assert.ok(existsSync(inPackage('LICENSE')));
    const index = readFileSync(inPackage('rules/index.mjs'), 'utf8');
    const { entries } = JSON.parse(index.slice('export default '.length, index.lastIndexOf(';'))) as {
      entries: { id: string; version: string; file: string; syntaxes: string[] }[];
    };
    const needed = entries
      .filter(
        ({ id, version: of, syntaxes }) =>
          syntaxes.includes('ubl-invoice') && (['ubl', 'en16931'].includes(id) || of === '3.0.2-sch-2.6.0'),
      )
      .map(({ file }) => `rules/${file}`);
    const bytes = ['browser.js', 'rules/index.mjs', ...needed].map(
      (file) => gzipSync(readFileSync(inPackage(file))).length,
    );
    const sum = bytes.reduce((all, one) => all + one, 0);
    assert.ok(needed.length === 3 && sum < 300_000, `${bytes.join(' + ')} = ${sum}`);
  });

  describeInChromium('in Chromium', () => {
    it('judge as in Node, finding by finding', async () => {
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        await page.route('http://rules.example/**', (route) => {
          const path = new URL(route.request().url()).pathname;
          if (path === '/')
            return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>An ERP</title>' });
          const file = inPackage(path.replace('/app/', ''));
          assert.match(extname(file), /^\.m?js$/);
          return route.fulfill({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') });
        });
        await page.goto('http://rules.example/');
        const texts = files.map((file) => readFileSync(file).toString('base64'));
        assert.deepEqual(await page.evaluate(`(${IN_A_PAGE})(${JSON.stringify(texts)})`), inNode);
      } finally {
        await browser.close();
      }
    });
  });
});
