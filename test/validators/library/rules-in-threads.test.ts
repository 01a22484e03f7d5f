import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openRules } from 'en16931-rules/library/open-rules.ts';
import type { OpenedRules } from 'en16931-rules/library/opened-rules.ts';
import { RulesInThreads } from 'en16931-rules/library/rules-in-threads.ts';
import { writeRules } from 'en16931-rules/library/write-rules.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { emptyFolder } from '../../support/folder.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';

const ON = { on: '2026-11-02' };
const inProject = (path: string): string => join(projectFolder(), path);
const FILES = ['xrechnung-ubl.xml', 'xrechnung-cii.xml', 'broken-xrechnung-cii.xml', 'fa3.xml'].map((name) =>
  readFileSync(inProject(`examples/${name}`)),
);

describe('the rules in threads', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let at: URL;
  let program: URL;
  let opened: RulesInThreads | undefined;
  before(async () => {
    folder = emptyFolder();
    await writeRules(PREPARED_PACKS, folder.path);
    at = pathToFileURL(`${folder.path}/`);
    const file = join(folder.path, 'thread.mjs');
    const tsx = import.meta.resolve('tsx/esm/api');
    const source = pathToFileURL(inProject('validators/library/thread.ts'));
    writeFileSync(file, `(await import('${tsx}')).register();\nawait import('${source.href}');\n`);
    program = pathToFileURL(file);
  });
  afterEach(() => opened?.close());
  after(() => folder.remove());

  const judge = (rules: OpenedRules) =>
    Promise.all(
      FILES.map(async (bytes) => {
        const { verdict, findings, document } = await rules.check(bytes, ON);
        return { verdict, findings, document };
      }),
    );

  it('judge as those of one thread do, and more files than there are threads', async () => {
    const rules = await openRules({ at });
    opened = new RulesInThreads(rules.packs, 2, at, program);
    assert.deepEqual(await judge(opened), await judge(rules));
  });

  it('refuse what a thread was given that ends, and start another for the next', async () => {
    opened = new RulesInThreads([], 1, at, program);
    const [lost, waiting] = FILES.slice(0, 2).map((bytes) => opened!.check(bytes, ON));
    await Promise.all([
      assert.rejects(lost!, /the thread has ended/),
      assert.rejects(waiting!, /the rules are closed/),
      opened.close(),
    ]);
    assert.equal((await opened.check(FILES[0]!, ON)).verdict, 'valid');
  });

  it('keep a program until it has its reports, and no longer', () => {
    const source = pathToFileURL(inProject('validators/library/rules-in-threads.ts')).href;
    const text = `import { readFileSync } from 'node:fs';
      import { RulesInThreads } from ${JSON.stringify(source)};
      const [at, program] = ${JSON.stringify([at, program])}.map((address) => new URL(address));
      const rules = new RulesInThreads([], 1, at, program);
      const bytes = readFileSync('examples/xrechnung-ubl.xml');
      for (let n = 0; n < 2; n += 1) console.log((await rules.check(bytes, ${JSON.stringify(ON)})).verdict);`;
    const file = join(folder.path, 'program.mjs');
    writeFileSync(file, text);
    const run = { cwd: projectFolder(), encoding: 'utf8', timeout: 300_000 } as const;
    const output = execFileSync(process.execPath, ['--import=tsx', file], run);
    assert.deepEqual(output.trim().split('\n'), ['valid', 'valid']);
  });

  it('refuse a check if the rules are not there, and say why', async () => {
    opened = new RulesInThreads([], 1, new URL('missing/', at), program);
    await assert.rejects(opened.check(FILES[0]!, ON), /missing\/index\.mjs/);
  });
});
