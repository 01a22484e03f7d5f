import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { planFor } from '../../../src/adapters/piscina/plan.ts';
import checkInThread from '../../../src/adapters/piscina/check-thread.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import type { OpenedRules } from 'en16931-rules/library/opened-rules.ts';
import { openRules as openInBrowser } from 'en16931-rules/library/open-rules-in-browser.ts';
import { InvoiceRules } from 'en16931-rules/library/invoice-rules.ts';
import { openRules } from 'en16931-rules/library/open-rules.ts';
import { INDEX_FILE, type RulesIndex } from 'en16931-rules/library/rules-index.ts';
import { writeRules } from 'en16931-rules/library/write-rules.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { emptyFolder } from '../../support/folder.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';

const DAY = '2026-11-02';
const bytesOf = (path: string): Uint8Array => readFileSync(join(projectFolder(), path));
const xmlIn = (folder: string): readonly string[] =>
  readdirSync(join(projectFolder(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.xml'))
    .map((name) => `${folder}/${name}`);

const verdictsOf = (layers: readonly Layer[]) =>
  layers.map(({ layer, outcome, pack, findings }) => ({ layer, outcome, pack, findings }));

describe('the rules as a library', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let at: URL;
  let rules: OpenedRules;
  before(async () => {
    folder = emptyFolder();
    await writeRules(PREPARED_PACKS, folder.path);
    at = pathToFileURL(`${folder.path}/`);
    rules = await openRules({ at });
  });
  after(() => folder.remove());

  const byTheService = async (
    bytes: Uint8Array,
    kind: NonNullable<Awaited<ReturnType<OpenedRules['check']>>['document']>,
  ) => {
    const { entries } = await readInstalled(PREPARED_PACKS);
    const { syntax, specification: customization, issueDate } = kind;
    const document = { bytes, route: null, syntax, customization, issueDate, on: DAY };
    const engines = { environment: 'production', ruleEngine: 'compiled', xsdEngine: 'own' } as const;
    const { layers, severities } = planFor(document, entries, engines, new Date());
    const order = { layers, severities, crossCheck: false, layerMs: 60_000 };
    return (await checkInThread({ rulesDir: PREPARED_PACKS, bytes, ...order })).layers;
  };

  it('judges every example and self-test as the service does', async () => {
    const files = ['examples', 'schematron/self-tests', 'test/expected/fr-pa'].flatMap(xmlIn);
    assert.ok(files.length > 20);
    for (const file of files) {
      const bytes = bytesOf(file);
      const report = await rules.check(bytes, { on: DAY });
      assert.ok(report.document, file);
      const ours = verdictsOf(report.layers.filter(({ layer }) => layer !== 'profile'));
      assert.deepEqual(
        withEnglish(ours),
        withEnglish(verdictsOf(await byTheService(bytes, report.document))),
        file,
      );
    }
  });

  it('finds what is wrong, with its place and its pack', async () => {
    const { verdict, findings, layers } = await rules.check(bytesOf('examples/broken-xrechnung-cii.xml'));
    assert.equal(verdict, 'invalid');
    assert.ok(findings.some(({ code, location }) => code.startsWith('BR-') && location?.xpath));
    assert.equal(layers.find(({ layer }) => layer === 'xrechnung')?.pack?.id, 'xrechnung');
  });

  it('words what it finds: a program prints the message as it is', async () => {
    for (const file of ['examples/broken-xrechnung-cii.xml', 'package.json'])
      for (const { message } of (await rules.check(bytesOf(file))).findings)
        assert.equal(typeof message, 'string', JSON.stringify(message));
  });

  it('judges by the day and by the profile that are asked for', async () => {
    const bytes = bytesOf('examples/xrechnung-ubl.xml');
    const version = async (on: string) =>
      (await rules.check(bytes, { on })).layers.find(({ layer }) => layer === 'xrechnung')?.pack?.version;
    assert.deepEqual(
      [await version('2026-06-01'), await version('2026-11-01')],
      ['3.0.2', '3.0.2-sch-2.6.0'],
    );
    const { layers } = await rules.check(bytes, { on: DAY, profile: 'peppol' });
    assert.deepEqual(layers.map(({ layer }) => layer), ['xsd', 'en16931', 'peppol']); // prettier-ignore
  });

  for (const profile of ['urn:example:unknown', 'constructor', 'toString'])
    it(`never calls an invoice valid whose profile it has no rules for: ${profile}`, async () => {
      const { verdict, layers } = await rules.check(bytesOf('examples/xrechnung-ubl.xml'), {
        on: DAY,
        profile,
      });
      assert.equal(verdict, 'not_run');
      assert.match(
        JSON.stringify(layers.at(-1)),
        new RegExp(`"profile".*no rules for .*${profile}.* are inside`),
      );
    });

  it('does not judge the edition of 2026', async () => {
    const edition = await rules.check(bytesOf('examples/xrechnung-ubl.xml'), {
      profile: 'urn:cen.eu:en16931:2026',
    });
    assert.deepEqual(
      [edition.verdict, edition.findings.map(({ code }) => code)],
      ['not_run', ['EI-EDITION']],
    );
  });

  for (const [name, text, code] of [
    ['no XML', 'no invoice', 'EI-XML-SYNTAX'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 'EI-XML-DTD'],
    ['another document', '<Order/>', 'EI-XML-TYPE'],
  ] as const)
    it(`refuses a file with ${name}`, async () => {
      const { verdict, findings } = await rules.check(new TextEncoder().encode(text));
      assert.deepEqual([verdict, findings.map((finding) => finding.code)], ['invalid', [code]]);
    });

  it('says in a browser that a PDF is not opened', async () => {
    const inBrowser = await openInBrowser({ at });
    const { verdict, layers } = await inBrowser.check(new TextEncoder().encode('%PDF-1.7\n'));
    assert.equal(verdict, 'not_run');
    assert.match(JSON.stringify(layers), /a PDF is not opened here/);
    assert.equal((await rules.check(new TextEncoder().encode('%PDF-1.7\n'))).verdict, 'invalid');
  });

  it('names its rules with their licences', () => {
    assert.ok(rules.packs.length > 10);
    for (const { id, licence } of rules.packs) assert.match(licence, /Apache-2\.0/, id);
  });

  it('asks again for rules that did not arrive', async () => {
    const load = (file: string): Promise<unknown> => import(new URL(file, at).href);
    const { default: index } = (await load(INDEX_FILE)) as { readonly default: RulesIndex };
    let isDown = true;
    const flaky = new InvoiceRules(index, {
      load: (file) => (isDown ? Promise.reject(new Error('offline')) : load(file)),
    });
    const bytes = bytesOf('examples/xrechnung-ubl.xml');
    assert.equal((await flaky.check(bytes, { on: DAY })).verdict, 'not_run');
    isDown = false;
    assert.equal((await flaky.check(bytes, { on: DAY })).verdict, 'valid');
  });
});
