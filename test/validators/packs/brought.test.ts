import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { bringFrom, originOf, rememberBrought } from 'en16931-rules/packs/install/brought.ts';
import { builtInPacks } from 'en16931-rules/packs/install/sources.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';

const schemas = builtInPacks().find(({ pack }) => pack.id === 'cii')!;
const PROGRAM = Buffer.from('import "./chunks/a-1.js"');

describe('installed built-in packs', () => {
  let folder: string;
  let sources: string;
  let rulesDir: string;
  const origin = (program = PROGRAM, order = ['compiled']) => originOf(sources, program, order);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'brought-'));
    sources = join(folder, 'schematron');
    rulesDir = join(folder, 'rules');
    mkdirSync(join(sources, 'a/rules'), { recursive: true });
    writeFileSync(join(sources, 'a/rules/a.yaml'), 'rule');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are built by a program from all their sources, as requested', () => {
    const origins = [
      origin(),
      origin(Buffer.from('import "./chunks/a-2.js"')),
      origin(PROGRAM, ['compiled', 'saxon']),
    ];
    writeFileSync(join(sources, 'a/rules/a.yaml'), 'another');
    origins.push(origin());
    writeFileSync(join(sources, 'a/rules/b.yaml'), '');
    origins.push(origin());
    assert.equal(new Set(origins).size, 5);
    assert.equal(origin(), origins.at(-1));
  });

  it('are recognised by their sources', async () => {
    await bringPack(rulesDir, schemas, { engines: ['compiled'], report: () => {} });
    await rememberBrought('one', rulesDir);
    const [there] = (await readInstalled(rulesDir)).packs;
    assert.deepEqual([...(await bringFrom('one', rulesDir))], [there!.folder]);
    assert.equal((await bringFrom('another', rulesDir)).size, 0);
  });

  it('are not expanded again, unless they are damaged or removed', async () => {
    const lines: string[] = [];
    let expanded = 0;
    const bring = async (): Promise<void> => {
      const files = () => {
        expanded += 1;
        return schemas.files();
      };
      const brought = await bringFrom('one', rulesDir);
      const report = (line: string) => void lines.push(line);
      await bringPack(rulesDir, { ...schemas, files }, { engines: ['compiled'], report, brought });
      await rememberBrought('one', rulesDir);
    };
    await bring();
    await bring();
    assert.equal(expanded, 1);
    assert.match(lines.at(-1)!, /up to date/);
    const [there] = (await readInstalled(rulesDir)).packs;
    writeFileSync(join(rulesDir, there!.folder, 'source/ram.xsd'), 'damaged');
    await bring();
    assert.equal(expanded, 2);
    assert.doesNotMatch(lines.at(-1)!, /up to date/);
    rmSync(join(rulesDir, there!.folder), { recursive: true });
    await bring();
    assert.equal(expanded, 3);
  });

  for (const [what, text] of [
    ['half written', '{"origin":"one","fold'],
    ['of another shape', '["one"]'],
    ['of another shape within', '{"origin":"one","folders":{}}'],
    ['null', 'null'],
  ] as const)
    it(`are unknown if the stored state is ${what}`, async () => {
      mkdirSync(rulesDir);
      writeFileSync(join(rulesDir, '.brought.json'), text);
      assert.equal((await bringFrom('one', rulesDir)).size, 0);
    });

  it('only delay a start if no state can be stored', async () => {
    mkdirSync(join(rulesDir, '.brought.json'), { recursive: true });
    await rememberBrought('one', rulesDir);
    assert.equal((await bringFrom('one', rulesDir)).size, 0);
  });
});
