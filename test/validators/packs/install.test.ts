import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { type PackDescription, readDescription } from 'en16931-rules/packs/description.ts';
import { PackIncomplete, filesIn } from 'en16931-rules/packs/install/published-files.ts';
import { removePack } from 'en16931-rules/packs/install/store-pack.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { VerifiedEntry } from 'en16931-rules/packs/load.ts';
import { WrongShape } from 'en16931-rules/packs/members.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { PackDamaged } from 'en16931-rules/packs/pack-files.ts';
import { PackRefused } from 'en16931-rules/engine/load/pack-refused.ts';
import { numberOf } from '../../support/volume.ts';

const XSD =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="b.xsd"/></xs:schema>';
const INCLUDED =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:date"/></xs:schema>';
const RULES = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <pattern><rule context="a"><assert id="A-1" test=". = '1'">not one</assert></rule></pattern></schema>`;

const REPLACEMENTS = numberOf({ inProof: 30, inRun: 6 });

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const FILES: Readonly<Record<string, string>> = { 'a.xsd': XSD, 'b.xsd': INCLUDED, 'rules/a.sch': RULES };

/** A pack of one schema and one rule file, in the form of its publisher. */
const described = (files = FILES, version = '1.0'): PackDescription =>
  readDescription(
    {
      id: 'tried',
      version,
      title: 'A pack to try',
      source: 'https://example.invalid/pack',
      licence: 'none',
      files: Object.entries(files).map(([path, text]) => ({
        path,
        role: path.endsWith('.sch') ? 'schematron' : 'xsd',
        sha256: sha256(text),
        ...(path !== 'b.xsd' && {
          entry: true,
          layer: path.endsWith('.sch') ? 'peppol' : 'xsd',
          syntax: ['cii'],
          customization: ['*'],
        }),
      })),
    },
    'official',
    'pack.json',
  );

const contents = (files = FILES) => new Map(Object.entries(files).map(([path, text]) => [path, utf8(text)]));

describe('rule packs in a folder', () => {
  let folder: string;
  let rulesDir: string;
  const lines: string[] = [];
  const bring = (pack = described(), files = contents()) =>
    bringPack(
      rulesDir,
      { pack, files: () => files },
      { engines: ['compiled'], report: (line) => lines.push(line) },
    );
  const lay = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const folders = () => readdirSync(rulesDir).sort();
  const entryOf = async (kind: string) => {
    const { entries } = await readInstalled(rulesDir);
    const entry = entries.find((each) => each.kind === kind);
    assert.ok(entry);
    return entry;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'packs-'));
    rulesDir = join(folder, 'rules');
    lines.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('finds the files of an official pack by their checksums, in any folder', () => {
    lay('download/v1/schemas/one.xsd', XSD);
    lay('download/v1/schemas/two.xsd', INCLUDED);
    lay('download/other/three.sch', RULES);
    const found = filesIn(join(folder, 'download'), [described()]).collect(described());
    assert.deepEqual([...found.keys()], ['a.xsd', 'b.xsd', 'rules/a.sch']);
    assert.equal(new TextDecoder().decode(found.get('b.xsd')), INCLUDED);
  });

  it("refuses a pack with a missing or damaged file, naming the files and the publisher's address", () => {
    lay('download/one.xsd', XSD);
    lay('download/two.xsd', INCLUDED.replace('date', 'time'));
    assert.throws(
      () => filesIn(join(folder, 'download'), [described()]).collect(described()),
      (error) =>
        error instanceof PackIncomplete &&
        /b\.xsd[\s\S]*rules\/a\.sch[\s\S]*example\.invalid/.test(error.message) &&
        !/ a\.xsd/.test(error.message),
    );
  });

  it('lists the installed packs, with layer, syntaxes and dates', async () => {
    await bring();
    const { entries, problems } = await readInstalled(rulesDir);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      entries.map(({ id, version, origin, layer, syntaxes }) => [id, version, origin, layer, ...syntaxes]),
      [
        ['tried', '1.0', 'official', 'xsd', 'cii'],
        ['tried', '1.0', 'official', 'peppol', 'cii'],
      ],
    );
  });

  it('does not change a current pack, and repairs another one', async () => {
    await bring();
    const [name = ''] = folders();
    await bring();
    assert.match(lines.at(-1) ?? '', /up to date/);
    rmSync(join(rulesDir, name, 'source/b.xsd'));
    await bring();
    assert.equal(readFileSync(join(rulesDir, name, 'source/b.xsd'), 'utf8'), INCLUDED);
    assert.deepEqual(folders(), [name]);
  });

  it('replaces a changed version and keeps other versions', async () => {
    await bring();
    await bring(described(FILES, '0.9'));
    const changed = { ...FILES, 'rules/a.sch': RULES.replace('not one', 'not 1') };
    await bring(described(changed), contents(changed));
    const { packs } = await readInstalled(rulesDir);
    assert.deepEqual(
      packs.map(({ manifest }) => [manifest.version, manifest.files['rules/a.sch']]),
      [
        ['0.9', sha256(RULES)],
        ['1.0', sha256(changed['rules/a.sch'])],
      ],
    );
  });

  for (const [what, path, text, reason] of [
    [
      'a rule file that is not understood',
      'rules/a.sch',
      RULES.replace('<assert', '<diagnose'),
      /rules\/a\.sch:2/,
    ],
    [
      'an expression that does not compile',
      'rules/a.sch',
      RULES.replace('test=". = \'1\'"', `test="${'('.repeat(3000)}a${')'.repeat(3000)}"`),
      /rules\/a\.sch:2: nested too deeply/,
    ],
    ['a schema that does not compile', 'a.xsd', XSD.replace('b.xsd', 'c.xsd'), /not a schema/],
  ] as const)
    it(`installs no part of a pack with ${what}`, async () => {
      const changed = { ...FILES, [path]: text };
      await assert.rejects(
        bring(described(changed), contents(changed)),
        (error) => error instanceof PackRefused && reason.test(error.message),
      );
      assert.deepEqual((await readInstalled(rulesDir)).packs, []);
    });

  it('uses SaxonJS for rules that the compiler refuses, and reports it', async () => {
    const changed = {
      ...FILES,
      'rules/a.sch': RULES.replace('test=". = \'1\'"', "test=\"format-number(., '0') = '1'\""),
    };
    await bring(described(changed), contents(changed));
    const { engines, refused } = await entryOf('schematron');
    assert.deepEqual(engines, ['saxon']);
    assert.match(refused ?? '', /^rules\/a\.sch:2: .*format-number/);
  });

  it('uses SaxonJS for rules that are published only as a stylesheet, which cannot be read back', async () => {
    const stylesheet =
      '<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><r/></xsl:template></xsl:stylesheet>';
    const { 'rules/a.sch': _, ...others } = FILES;
    const changed = { ...others, 'rules/a.xsl': stylesheet };
    const pack = described(changed);
    const entries = pack.entries.map((entry) =>
      entry.path === 'rules/a.xsl' ? { ...entry, kind: 'schematron' as const } : entry,
    );
    await bring({ ...pack, entries }, contents(changed));
    const { engines, refused } = await entryOf('schematron');
    assert.deepEqual(engines, ['saxon']);
    assert.match(refused ?? '', /^rules\/a\.xsl:1: a stylesheet of none of the compilers/);
  });

  for (const [what, edit, says] of [
    [
      'a file that leads outside',
      { path: '../a.xsd' },
      'pack.json.files[0].path: not a path inside its folder',
    ],
    ['a file of another package', { from: { package: '../..', path: 'x' } }, 'pack.json.files[0].from.package: not a path inside its folder'], // prettier-ignore
    [
      'a file with a step to nowhere',
      { path: 'a//b.xsd' },
      'pack.json.files[0].path: not a path inside its folder',
    ],
    ['a checksum that is none', { sha256: 'x' }, 'pack.json.files[0].sha256: not a SHA-256 in hexadecimal'],
    ['an unknown layer', { layer: 'none' }, /^pack\.json\.files\[0\]\.layer: none of xsd, /],
  ] as const)
    it(`refuses a description with ${what}`, () => {
      const file = { path: 'a.xsd', role: 'xsd', entry: true, layer: 'xsd', syntax: ['cii'], customization: ['*'], ...edit }; // prettier-ignore
      const texts = { id: 'a', version: '1', title: 't', source: 's', licence: 'l' };
      assert.throws(
        () => readDescription({ ...texts, files: [file] }, 'official', 'pack.json'),
        (error) =>
          error instanceof WrongShape &&
          (typeof says === 'string' ? error.message === says : says.test(error.message)),
      );
    });

  it('makes the folder accessible only to its user, because its content is executed', async () => {
    await bring();
    assert.equal(statSync(rulesDir).mode & 0o777, 0o700);
  });

  it('removes a pack with a damaged manifest, by the name of its folder', async () => {
    await bring();
    const [name = ''] = folders();
    writeFileSync(join(rulesDir, name, 'manifest.json'), '[null]');
    assert.deepEqual(await removePack(rulesDir, 'tried'), []);
    assert.deepEqual(await removePack(rulesDir, '../tried'), []);
    assert.deepEqual(await removePack(rulesDir, name), [name]);
    assert.deepEqual(folders(), []);
  });

  it('always has a version of a pack while it is replaced', async () => {
    const states = [RULES, RULES.replace('not one', 'not 1')].map((text) => ({
      ...FILES,
      'rules/a.sch': text,
    }));
    await bring();
    let ended = false;
    const replaced = (async () => {
      for (let i = 1; i <= REPLACEMENTS; i += 1) {
        const state = states[i % 2] ?? FILES;
        await bring(described(state), contents(state));
      }
      ended = true;
    })();
    while (!ended) {
      const { packs, problems } = await readInstalled(rulesDir);
      assert.deepEqual(problems, []);
      assert.ok(packs.length === 1 || packs.length === 2, `${packs.length} states of the pack`);
    }
    await replaced;
  });

  /** Marks the folder as the output of another compiler version. */
  const asOfAnotherCompiler = (made: string): string => {
    const text = readFileSync(join(rulesDir, made, 'manifest.json'), 'utf8').replace(/"compiler": "\w+"/, `"compiler": "${'0'.repeat(64)}"`); // prettier-ignore
    writeFileSync(join(rulesDir, made, 'manifest.json'), text);
    const other = made.replace(/\w{12}$/, sha256(text).slice(0, 12));
    renameSync(join(rulesDir, made), join(rulesDir, other));
    return other;
  };

  it('keeps the output of another version of the compiler for an hour, and lists that of this one', async () => {
    const age = (name: string, hours: number): void => {
      const time = new Date(Date.now() - hours * 60 * 60_000);
      utimesSync(join(rulesDir, name), time, time);
    };
    await bring();
    const [made = ''] = folders();
    const other = asOfAnotherCompiler(made);
    age(other, 100);
    assert.equal((await new RulesFolder(rulesDir).damages()).length, 1);

    await bring();
    await bring();
    assert.deepEqual(folders(), [made, other].sort());
    const { packs } = await readInstalled(rulesDir);
    assert.deepEqual(packs.map(({ folder: name }) => name), [made]); // prettier-ignore
    assert.deepEqual(await new RulesFolder(rulesDir).damages(), []);

    age(made, 2);
    await bring();
    assert.deepEqual(folders(), [made]);
  });

  it('removes the leftovers of a process that died, and no pack in progress', async () => {
    await bring();
    for (const name of ['.making-old', '.leaving-old', '.making-new']) mkdirSync(join(rulesDir, name));
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
    for (const name of ['.making-old', '.leaving-old']) utimesSync(join(rulesDir, name), longAgo, longAgo);
    await bring(described(FILES, '2.0'));
    assert.deepEqual(
      folders().filter((name) => name.startsWith('.')),
      ['.making-new'],
    );
  });

  it('removes a pack', async () => {
    await bring();
    await removePack(rulesDir, 'tried');
    assert.deepEqual(folders(), []);
  });

  it('removes the output of other compiler versions together with a pack', async () => {
    await bring();
    const [made = ''] = folders();
    const other = asOfAnotherCompiler(made);
    await bring();
    assert.deepEqual((await removePack(rulesDir, 'tried')).toSorted(), [made, other].sort());
    assert.deepEqual(folders(), []);
  });

  it('removes the pack of a publisher first, so that the built-in one stays in use', async () => {
    await bring({ ...described(), origin: 'built-in' });
    await bring();
    const origins = () => folders().map((name) => name.split('.').at(-2));
    assert.deepEqual(origins(), ['built-in', 'official']);
    await removePack(rulesDir, 'tried');
    assert.deepEqual(origins(), ['built-in']);
    await removePack(rulesDir, 'tried');
    assert.deepEqual(origins(), []);
  });

  it('skips a folder that is still being written, and is empty if there is no folder', async () => {
    assert.deepEqual((await readInstalled(rulesDir)).entries, []);
    mkdirSync(join(rulesDir, '.making-x'), { recursive: true });
    assert.deepEqual(await readInstalled(rulesDir), { packs: [], entries: [], problems: [] });
  });

  it('loads the schema and its included files', async () => {
    await bring();
    const schema = await (await VerifiedEntry.open(rulesDir, (await entryOf('xsd')).ref)).schema();
    assert.deepEqual(withEnglish(schema.check(utf8('<a>2026-01-01</a>'))), { kind: 'verdict', findings: [] });
    schema.dispose();
  });

  const damages: Record<string, (path: string) => void> = {
    changed: (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from(' ')])),
    gone: (path) => rmSync(path),
    emptied: (path) => writeFileSync(path, ''),
  };
  for (const [what, damage] of Object.entries(damages)) {
    it(`loads nothing if a schema file is ${what}`, async () => {
      await bring();
      const { ref } = await entryOf('xsd');
      damage(join(rulesDir, ref.folder, 'source/b.xsd'));
      await assert.rejects(async () => (await VerifiedEntry.open(rulesDir, ref)).schema(), PackDamaged);
    });

    it(`loads nothing if the compiled schema is ${what}, and the schema's text for no other engine`, async () => {
      await bring();
      const { ref } = await entryOf('xsd');
      const verified = await VerifiedEntry.open(rulesDir, ref);
      const [program] = verified.entry.programs;
      assert.ok(program);
      damage(join(rulesDir, ref.folder, program.file));
      await assert.rejects(() => verified.ownSchema(new Vocabulary()), PackDamaged);
      const libxml2 = await verified.schema();
      libxml2.dispose();
    });

    it(`loads the compiled schema, whatever a schema file is: ${what}`, async () => {
      await bring();
      const { ref } = await entryOf('xsd');
      damage(join(rulesDir, ref.folder, 'source/b.xsd'));
      assert.ok(await (await VerifiedEntry.open(rulesDir, ref)).ownSchema(new Vocabulary()));
    });

    it(`loads nothing if the compiled program is ${what}`, async () => {
      await bring();
      const { ref, engines } = await entryOf('schematron');
      const verified = await VerifiedEntry.open(rulesDir, ref);
      const [program] = verified.entry.programs;
      assert.ok(program);
      damage(join(rulesDir, ref.folder, program.file));
      await assert.rejects(
        () => (engines[0] === 'saxon' ? verified.saxon() : verified.compile()),
        PackDamaged,
      );
    });

    it(`loads nothing and reports it if the manifest is ${what}`, async () => {
      await bring();
      const { ref } = await entryOf('schematron');
      damage(join(rulesDir, ref.folder, 'manifest.json'));
      await assert.rejects(VerifiedEntry.open(rulesDir, ref), PackDamaged);
      const { entries, problems } = await readInstalled(rulesDir);
      assert.deepEqual([entries.length, problems.length], [0, 1]);
    });
  }

  it('loads no output of another compiler version', async () => {
    await bring();
    const { ref } = await entryOf('xsd');
    const path = join(rulesDir, ref.folder, 'manifest.json');
    const other = readFileSync(path, 'utf8').replace(
      /"compiler": "[0-9a-f]{64}"/,
      `"compiler": "${'0'.repeat(64)}"`,
    );
    writeFileSync(path, other);
    await assert.rejects(
      VerifiedEntry.open(rulesDir, { ...ref, manifest: sha256(other) }),
      /another version/,
    );
  });
});
