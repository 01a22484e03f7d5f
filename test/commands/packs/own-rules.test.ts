import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openRules } from 'en16931-rules/library/open-rules.ts';
import { writeRules } from 'en16931-rules/library/write-rules.ts';
import { emptyFolder } from '../../support/folder.ts';
import { BROKEN, KEPT, ORDER_PACK, orderRule, writeOwn } from '../../support/own-rules.ts';
import { copyPreparedPacks, PREPARED_PACKS } from '../../support/prepared-packs.ts';
import { jsonOf, KeptIds, type Ran, runIds } from '../run-ids.ts';

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const UBL = example('xrechnung-ubl.xml');

interface Checked {
  readonly valid: boolean | null;
  readonly reason?: string;
  readonly next?: readonly { readonly day: string; readonly valid: boolean }[];
  readonly layers: readonly {
    readonly layer: string;
    readonly source: string;
    readonly outcome: string;
    readonly pack: { readonly id: string; readonly version: string; readonly origin: string } | null;
    readonly findings: readonly {
      readonly code: string;
      readonly severity: string;
      readonly message: string;
    }[];
  }[];
}

describe('own rules', () => {
  const folder = emptyFolder();
  let ids: KeptIds;
  before(() => {
    copyPreparedPacks(folder.path);
    ids = new KeptIds();
  });
  after(async () => {
    await ids.stop();
    folder.remove();
  });
  // The built-in packs are 20 MB: they stay, and what a test adds goes.
  afterEach(() => {
    const builtIn = new Set(readdirSync(PREPARED_PACKS));
    for (const name of readdirSync(folder.path))
      if (!builtIn.has(name)) rmSync(join(folder.path, name), { recursive: true });
  });

  const compile = (...words: readonly string[]): Promise<Ran> =>
    runIds(['packs', 'compile', ...words, '--rules', folder.path]);
  const check = (...words: readonly string[]): Promise<Ran> =>
    ids.run(['check', ...words, '--rules', folder.path, '--json']);
  async function checked(...words: readonly string[]): Promise<Checked> {
    const [first] = jsonOf<readonly Checked[]>(await check(...words));
    assert.ok(first);
    return first;
  }
  async function compiled(
    ...given: Parameters<typeof writeOwn> extends [string, ...infer Rest] ? Rest : never
  ) {
    writeOwn(folder.path, ...given);
    const ran = await compile(given[0]);
    assert.equal(ran.code, 0, ran.err);
    return ran;
  }
  const ownLayer = ({ layers }: Checked) => layers.find(({ layer }) => layer.startsWith('own:'));

  it('check beside the layer that they name, and say whose they are', async () => {
    await compiled('acme');
    const report = await checked(UBL);
    assert.equal(report.valid, false);
    const names = report.layers.map(({ layer }) => layer);
    assert.equal(names[names.indexOf('en16931') + 1], 'own:acme');
    const own = ownLayer(report);
    assert.deepEqual([own?.source, own?.outcome, own?.pack?.origin], ['acme', 'invalid', 'own']);
    assert.deepEqual(
      own?.findings.map(({ code, severity, message }) => [code, severity, message]),
      [['ACME-01', 'error', 'The order (BT-13) is none of ours. Enter the number of our order.']],
    );
  });

  it('check invoices that are built, too, in both syntaxes', async () => {
    await compiled('acme');
    for (const file of ['plain.json', 'xrechnung-cii.xml'])
      assert.equal(ownLayer(await checked(example(file)))?.outcome, 'invalid', file);
  });

  it('let a document pass that keeps them, or that only draws a warning', async () => {
    await compiled('acme', ORDER_PACK, { 'rules/orders.yaml': orderRule(KEPT) });
    assert.equal((await checked(UBL)).valid, true);
    await compiled('acme', ORDER_PACK, { 'rules/orders.yaml': orderRule(BROKEN, { flag: 'warning' }) });
    const warned = await checked(UBL);
    assert.deepEqual([warned.valid, ownLayer(warned)?.findings[0]?.severity], [true, 'warning']);
  });

  it('never let a document pass that official rules refuse', async () => {
    await compiled('acme', ORDER_PACK, { 'rules/orders.yaml': orderRule(KEPT) });
    const text = readFileSync(UBL, 'utf8');
    const broken = join(folder.path, 'broken.xml');
    writeFileSync(broken, text.replace(/<cbc:PayableAmount([^>]*)>[^<]*</, '<cbc:PayableAmount$1>1.00<'));
    const report = await checked(broken);
    assert.deepEqual([report.valid, ownLayer(report)?.outcome], [false, 'valid']);
  });

  it('pass a document in which nothing is what they are about', async () => {
    const rule = orderRule(BROKEN).replace('in: DOCUMENT', 'in: BG-3').replace('term: BT-13', 'term: BT-25');
    await compiled('acme', ORDER_PACK, {
      'rules/orders.yaml': rule.replace(/test: .*/, "test: starts-with($BT-25, 'R-')"),
    });
    const report = await checked(UBL);
    assert.deepEqual([report.valid, ownLayer(report)?.outcome], [true, 'valid']);
  });

  it('of named clients check the documents of these alone', async () => {
    await compiled('acme', { ...ORDER_PACK, clients: ['acme-gmbh'] });
    const of = async (...words: readonly string[]) => ownLayer(await checked(UBL, ...words))?.outcome;
    assert.deepEqual(
      [await of('--client', 'acme-gmbh'), await of('--client', 'other')],
      ['invalid', undefined],
    );
    const { err } = await check(UBL);
    assert.match(
      err,
      /^Own rules of named clients are not run: acme\. --client says whose documents these are\.$/m,
    );
  });

  it('check no document of the days before they begin or after they end', async () => {
    await compiled('acme', { ...ORDER_PACK, valid_from: '2027-02-01', valid_until: '2027-02-28' });
    const on = async (day: string) => ownLayer(await checked(UBL, '--on', day))?.outcome;
    assert.equal(await on('2027-01-31'), undefined);
    assert.equal(await on('2027-02-01'), 'invalid');
    assert.equal(await on('2027-03-01'), undefined);
    const { next } = await checked(UBL, '--on', '2027-01-20');
    assert.deepEqual(
      next?.filter(({ day }) => day === '2027-02-01').map(({ valid }) => valid),
      [false],
    );
  });

  it('are tried on a day and for a client', async () => {
    await compiled('acme', { ...ORDER_PACK, clients: ['acme-gmbh'], valid_from: '2027-02-01' });
    const tried = (...words: readonly string[]) =>
      ids.run(['packs', 'try', UBL, '--rule', 'ACME-01', '--rules', folder.path, ...words]);
    const { code, err } = await tried('--client', 'acme-gmbh', '--on', '2027-01-31');
    assert.equal(code, 2);
    assert.match(
      err,
      /ACME-01 was not run on .+: it is in acme 1 own from 2027-02-01\. --on DAY .*--client CLIENT/,
    );
    assert.equal((await tried('--on', '2027-02-01')).code, 2);
    assert.equal((await tried('--client', 'acme-gmbh', '--on', '2027-02-01')).code, 1);
  });

  for (const [what, test, outcome] of [
    [
      'never end',
      'every $a in 1 to 300000, $b in 1 to 300000 satisfies $a + $b > 0 and exists($BT-13)',
      'not_run',
    ],
    ['end with an error on it', 'xs:integer($BT-13) > 0', 'invalid'],
  ] as const)
    it(`that ${what} let a document not pass`, async () => {
      const rule = orderRule(`not(starts-with($BT-13, 'BEST-')) or (${test})`);
      await compiled('acme', ORDER_PACK, { 'rules/orders.yaml': rule });
      const report = await checked(UBL);
      assert.deepEqual([ownLayer(report)?.outcome, report.valid], [outcome, false]);
    });

  it('are tested on a folder with the expected ids beside each file', async () => {
    await compiled('acme');
    const tests = join(folder.path, 'tests');
    mkdirSync(tests);
    const keeps = readFileSync(UBL, 'utf8').replace('BEST-', 'PO-');
    writeFileSync(join(tests, 'breaks.xml'), readFileSync(UBL));
    writeFileSync(join(tests, 'keeps.xml'), keeps);
    const test = (...words: readonly string[]) =>
      ids.run(['packs', 'test', tests, '--pack', 'acme', '--rules', folder.path, ...words]);
    const untold = await test();
    assert.equal(untold.code, 1);
    assert.match(untold.out, /breaks\.xml\.ids is not there; reported is ACME-01 \(--write writes it\)/);
    writeFileSync(join(tests, 'breaks.xml.ids'), 'ACME-01 # no order of ours\n');
    writeFileSync(join(tests, 'keeps.xml.ids'), '');
    const { code, out } = await test();
    assert.deepEqual(
      [code, out],
      [
        0,
        'ok       breaks.xml: breaks ACME-01\nok       keeps.xml: breaks nothing\nAs expected: 2 of 2 files.\n',
      ],
    );
    writeFileSync(join(tests, 'breaks.xml.ids'), 'ACME-02\n');
    const other = await test();
    assert.equal(other.code, 1);
    assert.match(other.out, /differs {2}breaks\.xml: not reported: ACME-02; not expected: ACME-01/);
    assert.equal((await test('--write')).code, 0);
    assert.equal(readFileSync(join(tests, 'breaks.xml.ids'), 'utf8'), 'ACME-01\n');
    const none = await ids.run(['packs', 'test', tests, '--pack', 'none', '--rules', folder.path]);
    assert.deepEqual([none.code, /breaks\.xml: not run: no layer of the pack/.test(none.out)], [1, true]);
  });

  it('have releases, of which the day decides', async () => {
    const pack = { ...ORDER_PACK, editions: [{ version: '2', valid_from: '2027-02-01' }] };
    const rule = orderRule(BROKEN).replace('      - id', '      - since: "2"\n        id');
    await compiled('acme', pack, {
      'rules/orders.yaml': `${rule}${orderRule(KEPT, { id: 'ACME-02' }).replace('blocks:\n', '').replace('in: DOCUMENT', 'in: BG-4').replace('$BT-13', '/')}`,
    });
    assert.equal(ownLayer(await checked(UBL, '--on', '2027-01-31'))?.pack?.version, '1');
    assert.equal(ownLayer(await checked(UBL, '--on', '2027-02-01'))?.pack?.version, '2');
  });

  describe('in Schematron', () => {
    const SCHEMATRON = (id: string): string =>
      `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
<ns prefix="ubl" uri="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>
<ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
<pattern><rule context="/ubl:Invoice"><assert ${id} flag="fatal" test="cbc:Note = 'ours'">No note of ours.</assert></rule></pattern></schema>`;
    const PACK = {
      version: '1',
      title: 'Rules of ACME',
      beside: 'en16931',
      files: [{ path: 'own.sch', syntax: ['ubl-invoice'] }],
    };

    it('check as others do', async () => {
      await compiled('acme', PACK, { 'own.sch': SCHEMATRON('id="ACME-09"') });
      assert.deepEqual(
        ownLayer(await checked(UBL))?.findings.map(({ code, message }) => [code, message]),
        [['ACME-09', 'No note of ours.']],
      );
    });

    it('need an id for each test', async () => {
      writeOwn(folder.path, 'acme', PACK, { 'own.sch': SCHEMATRON('') });
      const { code, err } = await compile('acme');
      assert.equal(code, 1);
      assert.match(
        err,
        /own\.sch:4: a test without an id: reports name own rules by it\. Give it one, such as ACME-01/,
      );
    });
  });

  describe('that cannot be compiled', () => {
    const REFUSED = {
      'that name no term': [{}, orderRule('filled($BT-999)'), /BT-999/],
      'whose test is no XPath': [
        {},
        orderRule("starts-with($BT-13, 'BEST-'"),
        / ubl\.sch:\d+: acme, ACME-01: .*XPST0003.* in "starts-with\(cac:OrderReference/m,
      ],
      'whose test calls a function that there is not': [
        {},
        orderRule("begins-with($BT-13, 'BEST-')"),
        / ubl\.sch:\d+: acme, ACME-01: .*XPST0017.* in "begins-with\(cac:OrderReference/m,
      ],
      'about a place that there is not': [
        {},
        orderRule(KEPT).replace('in: DOCUMENT', 'in: DOCMENT'),
        /acme\/rules\/orders\.yaml:2: no term DOCMENT/,
      ],
      'with a member that there is not': [
        {},
        orderRule(KEPT).replace('test:', 'tset:'),
        /acme\/rules\/orders\.yaml:4: ACME-01/,
      ],
      'that have the id of an official rule': [
        {},
        orderRule(KEPT, { id: 'BR-CO-10' }),
        /the id of another rule/,
      ],
      'beside no layer': [{ beside: 'taxes' }, orderRule(KEPT), /beside: none of xsd, en16931/],
      'that would change official severities': [
        { severity_overrides: { rules: [] } },
        orderRule(KEPT),
        /severity_overrides: not a member/,
      ],
      'that end with an error on an invoice': [{}, orderRule("number('x') idiv 0 = 1"), /reports nothing/],
    } as const;
    for (const [which, [more, rule, reason]] of Object.entries(REFUSED))
      it(`${which} are refused by name, and nothing is checked without them`, async () => {
        writeOwn(folder.path, 'acme', { ...ORDER_PACK, ...more }, { 'rules/orders.yaml': rule });
        const { code, err, out } = await compile('acme');
        assert.equal(code, 1, err);
        assert.match(err, reason);
        // What is refused runs nowhere.
        assert.doesNotMatch(`${out}${err}`, /runs on SaxonJS/);
        const refused = await check(UBL);
        assert.equal(refused.code, 2);
        assert.match(refused.err, /acme/);
      });

    it('are refused if their name is that of another pack', async () => {
      writeOwn(folder.path, 'peppol');
      const { code, err } = await compile('peppol');
      assert.equal(code, 1);
      assert.match(err, /own\/peppol: another pack has this name/);
    });
  });

  it('that were changed or lost since they were compiled check nothing, and are not left out', async () => {
    await compiled('acme');
    appendFileSync(join(folder.path, 'own/acme/rules/orders.yaml'), '# later\n');
    const changed = await check(UBL);
    assert.equal(changed.code, 2);
    assert.match(
      changed.err,
      /own rules acme were changed since they were compiled: run ids packs compile acme/,
    );
    await compiled('acme');
    assert.match(
      (await runIds(['packs', 'remove', 'acme', '--rules', folder.path])).err,
      /Move that folder away first/,
    );
    rmSync(join(folder.path, 'own'), { recursive: true });
    assert.equal(ownLayer(await checked(UBL))?.outcome, 'invalid');
    assert.equal((await runIds(['packs', 'remove', 'acme', '--rules', folder.path])).code, 0);
    assert.equal(ownLayer(await checked(UBL)), undefined);
  });

  it('say in which languages their texts are missing', async () => {
    const german =
      'ACME-01:\n  title: Die Bestellung (BT-13) ist keine von uns\n  fix: Geben Sie unsere Bestellnummer an.\n';
    const files = { 'rules/orders.yaml': orderRule(BROKEN), 'words/de.yaml': german };
    const { err } = await compiled('acme', ORDER_PACK, files);
    assert.match(
      err,
      /acme 1: words\/fr\.yaml has no texts of ACME-01: reports in this language show the English/,
    );
    assert.doesNotMatch(err, /words\/de\.yaml/);
  });

  it('are part of a library that is made from them', async () => {
    await compiled('acme');
    const to = join(folder.path, 'made');
    await writeRules(folder.path, to);
    const rules = await openRules({ at: pathToFileURL(`${to}/`) });
    const { layers, verdict } = await rules.check(readFileSync(UBL));
    const own = layers.find(({ layer }) => layer === 'own:acme');
    assert.deepEqual([verdict, own?.outcome, own?.pack?.origin], ['invalid', 'invalid', 'own']);
    await rules.close();
    writeOwn(folder.path, 'broken');
    await assert.rejects(writeRules(folder.path, to), /own rules broken are not compiled/);
  });
});
