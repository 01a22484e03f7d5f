import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JavaSchema, tryJava } from 'en16931-rules/xsd/java-schema.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { builtInPacks } from 'en16931-rules/packs/install/sources.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { removePack } from 'en16931-rules/packs/install/store-pack.ts';
import { PackGone } from 'en16931-rules/packs/pack-files.ts';
import { PackCache } from 'en16931-rules/pool/pack-cache.ts';
import { emptyFolder } from '../../support/folder.ts';
import { BLANKS, BUILT_IN, schemaOfEachType } from '../../support/xsd-types.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import type { XsdRun } from 'en16931-rules/xsd/findings.ts';
import { type Engine, sameAcceptance } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { distinct, schemaFindings } from '../verdicts/readings.ts';

const hasJava = spawnSync('javac', ['-version']).status === 0;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType><xs:sequence>
  <xs:element name="d" type="xs:date" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element></xs:schema>`;

describe('a schema that Java checks', function () {
  const { path: folder, remove } = emptyFolder();
  const file = join(folder, 'a.xsd');
  const { JAVA_HOME: home } = process.env;
  const check = (document: string) => new JavaSchema(file, () => Promise.resolve()).check(utf8(document));

  before(async function () {
    writeFileSync(file, XSD);
    if (hasJava) return tryJava();
    console.log('      skipped: no javac');
    this.skip();
  });
  afterEach(() => {
    if (home === undefined) delete process.env['JAVA_HOME'];
    else process.env['JAVA_HOME'] = home;
  });
  after(remove);

  it('finds nothing in a valid document', async () => {
    assert.deepEqual(withEnglish(await check('<a><d>2026-01-01</d></a>')), { kind: 'verdict', findings: [] });
  });

  it('lists each fault with its line', async () => {
    const run = await check('<a>\n<d>„morgen“</d>\n<d>2026-01-01</d><b/></a>');
    assert.ok(run.kind === 'verdict');
    assert.deepEqual(
      run.findings.map(({ code, location }) => [code, location?.line]),
      [
        ['EI-XSD', 2],
        ['EI-XSD', 2],
        ['EI-XSD', 3],
      ],
    );
    assert.match(english(run.findings[0]?.message ?? ''), /„morgen“/);
  });

  it('stops the list after a hundred', async () => {
    const run = await check(`<a>${'<b/>'.repeat(1)}${'<d>x</d>'.repeat(200)}</a>`);
    assert.ok(run.kind === 'verdict' && run.findings.length <= 100 && run.findings.length > 0);
  });

  it('gives no verdict if the schema cannot be read', async () => {
    const schema = new JavaSchema(join(folder, 'none.xsd'), () => Promise.resolve());
    assert.equal((await schema.check(utf8('<a/>'))).kind, 'escape');
  });

  for (const [what, script] of Object.entries({
    'is killed': 'kill -9 $$',
    'cannot begin': 'echo "Error: Could not create the Java Virtual Machine." >&2; exit 1',
    'ends without a word': 'exit 0',
    'says two things': 'echo result=OK; exit 1',
  }))
    it(`gives no verdict if Java ${what}`, async () => {
      const bin = join(folder, what, 'bin');
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'java'), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, 'java'), 0o755);
      process.env['JAVA_HOME'] = dirname(bin);
      assert.equal((await check('<a><d>2026-01-01</d></a>')).kind, 'escape');
      await assert.rejects(tryJava(), { message: /./ });
    });

  it('gives no verdict without Java, and the start reports it', async () => {
    process.env['JAVA_HOME'] = join(folder, 'nowhere');
    assert.equal((await check('<a/>')).kind, 'escape');
    await assert.rejects(tryJava(), { message: 'its helper cannot be compiled (there is no javac)' });
  });

  it('is tested at the start', () => tryJava());

  describe('with blanks around the values of each built-in type', () => {
    const path = join(folder, 'types.xsd');
    const types = utf8(schemaOfEachType());
    const libxml2 = XsdSchema.compile({ entry: 't.xsd', files: new Map([['t.xsd', types]]), catalog: {} });
    before(() => writeFileSync(path, types));
    after(() => libxml2.dispose());

    const spaced = BLANKS.map(
      ([before, after]) =>
        (value: string) =>
          before + value + after,
    );
    const wrong = [
      () => '',
      () => ' ',
      () => '&#10;&#9;',
      (value: string) => `\u00a0${value}`,
      (value: string) => `${value} ~`,
      (value: string) => `${value.slice(0, 1)} ${value.slice(1)}`,
    ];
    const forms: Readonly<Record<string, (type: string, value: string) => string>> = {
      elements: (type, value) => `<${type}>${value}</${type}>`,
      'extended elements': (type, value) => `<x-${type}>${value}</x-${type}>`,
      attributes: (type, value) => `<a-${type} v="${value}"/>`,
    };
    for (const [form, element] of Object.entries(forms))
      itAgrees(
        `accepts and refuses the same values as libxml2: ${form}`,
        { compared: spaced.length + wrong.length },
        () => {
          const java = new JavaSchema(path, () => Promise.resolve());
          return {
            corpus: [...spaced, ...wrong].map((write) => {
              const values = Object.entries(BUILT_IN).map(([type, value]) => element(type, write(value)));
              return { name: values[0]!, document: utf8(`<types>\n${values.join('\n')}\n</types>`) };
            }),
            engines: { Java: async (document) => refusedLines(await java.check(document)) },
            judge: (document) => refusedLines(libxml2.check(document)),
          };
        },
      );
  });

  describe('of a pack', () => {
    const rulesDir = join(folder, 'rules');
    const sample = (name: string): Uint8Array =>
      readFileSync(fileURLToPath(new URL(`../../../schematron/self-tests/${name}`, import.meta.url)));
    before(async () => {
      for (const source of builtInPacks().filter(({ pack }) => /ubl|cii/.test(pack.id)))
        await bringPack(rulesDir, source, { engines: ['compiled'], report: () => {} });
    });

    for (const [pack, name] of [
      ['ubl', 'ubl-invoice.xml'],
      ['cii', 'cii.xml'],
    ] as const)
      itAgrees(
        `gives the verdict of libxml2: ${pack}`,
        { compared: 3, refused: 1, accepted: 1 },
        async () => {
          const { entries } = await readInstalled(rulesDir);
          const { ref } = entries.find(({ id }) => id.startsWith(pack))!;
          const packs = new PackCache(rulesDir);
          const text = new TextDecoder().decode(sample(name));
          const checkedBy =
            (engine: 'java' | 'libxml2'): Engine<string> =>
            async (document) =>
              schemaFindings(await (await packs.schema(ref, engine)).check(utf8(document)));
          return {
            corpus: [
              { name, document: text },
              { name: 'no date and no type', document: text.replace('2026', 'soon').replace('380', '') },
              {
                name: 'another element',
                document: text.replace(/<(\w+):ID>([^<]*)<\/\1:ID>/, '<$1:Other>$2</$1:Other>'),
              },
            ],
            engines: { Java: checkedBy('java') },
            judge: checkedBy('libxml2'),
            by: sameAcceptance,
          };
        },
      );

    it('is checked against its hashes with each document, and is not available once the pack is removed', async () => {
      const { entries } = await readInstalled(rulesDir);
      const entry = entries.find(({ id }) => id.startsWith('cii'));
      assert.ok(entry);
      const schema = await new PackCache(rulesDir).schema(entry.ref, 'java');
      await removePack(rulesDir, entry.id, entry.version);
      assert.ok(readdirSync(rulesDir).every((name) => !name.startsWith(`cii-${entry.version}`)));
      await assert.rejects(async () => schema.check(sample('cii.xml')), PackGone);
    });
  });
});

/** A value may have several findings in its line. */
function refusedLines(run: XsdRun): readonly string[] {
  assert.ok(run.kind === 'verdict', JSON.stringify(run));
  return distinct(run.findings.map(({ location }) => `line ${location?.line}`));
}
