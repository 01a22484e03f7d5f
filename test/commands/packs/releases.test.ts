import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sealerOf } from '../../../src/adapters/sealing/jose-sealer.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { SealedContent } from '../../../src/application/content/sealed-content.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { ownProblems } from 'en16931-rules/packs/own/own-packs.ts';
import { commitRelease, stageRelease } from 'en16931-rules/packs/own/releases.ts';
import { emptyFolder } from '../../support/folder.ts';
import { openPool, XRECHNUNG } from '../../support/one-pool.ts';
import { OVERLAY, writeOverlays } from '../../support/overlays.ts';
import { BROKEN, KEPT, ORDER_PACK, orderRule, writeOwn } from '../../support/own-rules.ts';
import { anIntake } from '../../support/records.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { xrechnung } from '../../validators/packs/adopt/made-up-releases.ts';
import { jsonOf, KeptIds } from '../run-ids.ts';

const EXAMPLE = readFileSync(fileURLToPath(new URL('../../../examples/xrechnung-ubl.xml', import.meta.url)));

describe('releases of own rules', () => {
  const folder = emptyFolder();
  const rules = join(folder.path, 'rules');
  const documents = join(folder.path, 'documents');
  let pool: ReturnType<typeof openPool>;
  let kept: KeptIds;
  before(() => {
    kept = new KeptIds();
    mkdirSync(rules);
    mkdirSync(documents);
    writeFileSync(join(documents, 'order.xml'), EXAMPLE);
    copyPreparedPacks(rules);
    pool = openPool(rules);
  });
  beforeEach(() => {
    for (const name of readdirSync(rules)) if (/^(own|drafts)$|\.own\./.test(name)) rmSync(join(rules, name), { recursive: true }); // prettier-ignore
  });
  after(async () => {
    await kept.stop();
    await pool.close();
    folder.remove();
  });

  const ids = (...words: readonly string[]) => kept.run(['packs', ...words, '--rules', rules]);
  const release = (name: string, ...words: readonly string[]) =>
    ids('release', name, '--documents', documents, ...words);
  const draft = (path: string): string => join(rules, 'drafts', path);

  /** A draft of a pack whose one rule the example keeps or breaks, with the example as its test. */
  function writeDraft(name: string, pack: object, test: string, expected = test === KEPT ? '' : 'ACME-01\n') {
    const files = { 'rules/orders.yaml': orderRule(test), 'tests/order.xml': EXAMPLE.toString(), 'tests/order.xml.ids': expected }; // prettier-ignore
    for (const [path, text] of Object.entries({ 'pack.json': JSON.stringify(pack), ...files })) {
      mkdirSync(dirname(draft(`${name}/${path}`)), { recursive: true });
      writeFileSync(draft(`${name}/${path}`), text);
    }
  }

  /** The own rules that judge the example on a day, as the service does. */
  async function judged(issueDate: string, client = 'acme') {
    const layers = await pool.check(
      { ...XRECHNUNG, bytes: EXAMPLE, issueDate },
      { client, whenBusy: 'wait' },
    );
    return layers.flatMap(({ pack, outcome }) => (pack?.origin === 'own' ? `${pack.id} ${pack.version} ${outcome}` : [])); // prettier-ignore
  }
  const released = () => readdirSync(join(rules, 'own/.releases')).filter((name) => !name.startsWith('.'));

  it('come into force on their day, are noticed by a service that runs, and are taken back', async () => {
    writeOwn(rules, 'acme', { ...ORDER_PACK, clients: ['acme'] });
    assert.equal((await ids('compile', 'acme')).code, 0);
    assert.deepEqual(await judged('2026-12-01'), ['acme 1 invalid']);

    assert.equal((await ids('edit', 'acme')).out.trim(), draft('acme'));
    assert.match(readFileSync(draft('acme/pack.json'), 'utf8'), /"version": "2"/);
    writeFileSync(draft('acme/rules/orders.yaml'), orderRule(KEPT));
    mkdirSync(draft('acme/tests'));
    writeFileSync(draft('acme/tests/order.xml'), EXAMPLE);
    assert.equal((await ids('test', '--draft', 'acme', '--write')).code, 0);
    assert.equal(readFileSync(draft('acme/tests/order.xml.ids'), 'utf8'), '');

    const shown = await release('acme', '--on', '2026-12-01');
    assert.equal(shown.code, 1);
    assert.match(shown.out, /acme 1 → acme 2[\s\S]*changed: ACME-01 \(test\)[\s\S]*were invalid and are valid: 1\n/); // prettier-ignore
    assert.match(shown.err, /Nothing is released: .* --yes confirms it/);
    assert.deepEqual(await judged('2026-12-01'), ['acme 1 invalid']);

    assert.equal((await release('acme', '--on', '2026-12-01', '--yes')).code, 0);
    assert.deepEqual(
      [await judged('2026-11-30'), await judged('2026-12-01'), await judged('2026-12-01', 'other')],
      [['acme 1 invalid'], ['acme 2 valid'], []],
    );
    assert.deepEqual([existsSync(draft('acme')), existsSync(join(rules, 'own/acme'))], [false, false]);

    assert.equal((await ids('back')).code, 1);
    assert.match((await ids('back', '--yes')).out, /^Set 3 is in force\. It has the rules of set 1\.$/m);
    assert.deepEqual(await judged('2026-12-01'), ['acme 1 invalid']);
    const log = jsonOf<{ did: string; by: string; name?: string; on?: string; to?: number }[]>(await ids('log', '--json')); // prettier-ignore
    assert.deepEqual(log.map(({ did, name, on, to }) => [did, name, on, to]), [
      ['taken over', undefined, undefined, undefined],
      ['released', 'acme', '2026-12-01', undefined],
      ['went back', undefined, undefined, 1],
    ]); // prettier-ignore
    assert.ok(log.every(({ by }) => by !== ''));
    assert.match((await ids('log')).out, /^1 .* took over what was in force as the first set$/m);
    assert.match(
      (await ids('back', '--yes')).err,
      /There is no set before: ids packs log --rules \S+ lists them/,
    );
  });

  it('begin no earlier than the pack states, and say so', async () => {
    writeDraft('acme', { ...ORDER_PACK, valid_from: '2027-03-01' }, KEPT);
    const { out, err } = await release('acme', '--on', '2027-02-01', '--yes');
    assert.match(
      err,
      /drafts\/acme\/pack\.json states valid_from 2027-03-01, which is later than 2027-02-01: /,
    );
    assert.match(out, /in force from 2027-03-01 on/);
    writeDraft('acme', { ...ORDER_PACK, version: '2', valid_from: '2027-03-01' }, KEPT);
    assert.doesNotMatch((await release('acme', '--on', '2027-03-01', '--yes')).err, /is later than/);
  });

  it('are listed in lines of 80 columns, as the other packs', async () => {
    const { out } = await ids('list');
    assert.match(
      out,
      /^xrechnung 3\.0\.2-sch-2\.6\.0 {2}built-in {2}from 2026-08-31\n {4}xrechnung-\S+\.built-in\.\S+\n/m,
    );
    assert.deepEqual(
      out.split('\n').filter((line) => line.length > 80),
      [],
    );
  });

  it('suggest commands that act on the same folder of rules', async () => {
    const same = `--rules ${rules}`;
    const said = async (...words: readonly string[]) => (await ids(...words)).err.replaceAll(/\s+/g, ' ');
    const drafted = await said('release', 'none');
    assert.ok(drafted.includes(`ids packs edit none ${same} makes one`), drafted);
    const folder = join(documents, '../unlisted');
    for (const [path, text] of Object.entries(xrechnung('3.1'))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const adopted = await said('adopt', folder, '--accept');
    assert.ok(adopted.includes(`--valid-from YYYY-MM-DD --accept ${same}`), adopted);
    const installed = await said('install', '--from', folder, 'facturx');
    assert.ok(installed.includes(`${folder} facturx ${same}`), installed);
    writeDraft('acme', ORDER_PACK, KEPT);
    rmSync(draft('acme/tests'), { recursive: true });
    const untested = await said('release', 'acme');
    assert.ok(untested.includes(`--draft acme --write ${same}.`), untested);
  });

  it('are for overlays, too: changed rows from a day on, those before until the day before', async () => {
    writeOverlays(rules, [OVERLAY]);
    await ids('edit', 'overlays');
    assert.match(
      (await ids('test', '--draft', 'overlays')).err,
      /Overlays have no tests: ids packs release overlays --documents/,
    );
    writeFileSync(draft('overlays/overlays.yaml'), JSON.stringify([{ ...OVERLAY, change: 'warning' }]));
    const broken = EXAMPLE.toString().replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '');
    writeFileSync(join(documents, 'order.xml'), broken);
    const shown = await release('overlays', '--on', '2026-12-01', '--yes');
    writeFileSync(join(documents, 'order.xml'), EXAMPLE);
    assert.equal(shown.code, 0);
    assert.match(shown.out, /^- BR-DE-15 \(xrechnung\) off .*\n\+ BR-DE-15 \(xrechnung\) warning /);
    assert.match(shown.out, /, as if issued on 2026-12-01: /);
    assert.match(shown.out, /order\.xml now BR-DE-15 \(warning\); no longer BR-DE-15 \(information\)/);
    const on = async (issueDate: string) => {
      const layers = await pool.check({ ...XRECHNUNG, bytes: Buffer.from(broken), issueDate }, { client: 'acme', whenBusy: 'wait' }); // prettier-ignore
      return layers.flatMap(({ findings }) => findings).find(({ code }) => code === OVERLAY.rule)?.overlay?.change; // prettier-ignore
    };
    assert.deepEqual([await on('2026-11-30'), await on('2026-12-01'), await on('2027-03-01')], ['off', 'warning', undefined]); // prettier-ignore
    await ids('back', '--yes');
    assert.equal(await on('2026-12-01'), 'off');
  });

  it('are, for overlays, of rows that differ: a form that was not filled in is not released', async () => {
    await ids('edit', 'overlays');
    const { code, err } = await release('overlays', '--on', '2026-12-01', '--yes');
    assert.equal(code, 1);
    assert.match(
      err.replaceAll(/\s+/g, ' '),
      /overlays\.yaml has the rows that are in force: there is nothing to release\./,
    );
    assert.ok(existsSync(draft('overlays/overlays.yaml')), 'the draft stays');
  });

  it('are, for overlays, refused with the place in the draft', async () => {
    await ids('edit', 'overlays');
    writeFileSync(draft('overlays/overlays.yaml'), '- rule: BR-DE-15\n');
    const { code, err } = await release('overlays', '--on', '2026-12-01', '--yes');
    assert.equal(code, 1);
    assert.match(err.replaceAll(/\s+/g, ''), /drafts\/overlays\/overlays\.yaml\[0\]/);
  });

  it('begin, for overlays, with the form of a row, also if there is a file without one', async () => {
    writeOverlays(rules, []);
    await ids('edit', 'overlays');
    const form = readFileSync(draft('overlays/overlays.yaml'), 'utf8');
    writeFileSync(draft('overlays/overlays.yaml'), form.replace(/^\[\]$/m, '').replace(/^# ([- ] )/gm, '$1'));
    const shown = await release('overlays', '--on', '2026-12-01', '--yes');
    assert.match(
      shown.out,
      /^\+ BR-DE-15 \(xrechnung\) warning until 2027-02-28, by Anna Nowak: Our public buyers/,
    );
  });

  for (const [what, write, says] of [
    ['without tests', () => { writeDraft('acme', ORDER_PACK, BROKEN); rmSync(draft('acme/tests'), { recursive: true }); }, /has no tests/], // prettier-ignore
    ['whose tests break other rules', () => writeDraft('acme', ORDER_PACK, BROKEN, ''), /is not released: a file of/], // prettier-ignore
    ['that cannot be compiled', () => writeDraft('acme', ORDER_PACK, 'nonsense('), /nonsense\(/],
    ['with a version that is released', () => writeDraft('house', ORDER_PACK, KEPT), /house.*version: 1 is released already/], // prettier-ignore
    ['beside another layer', () => writeDraft('house', { ...ORDER_PACK, version: '2', beside: 'xsd' }, KEPT), /beside: en16931 cannot be changed/], // prettier-ignore
    ['of an overlay of no rule', () => { mkdirSync(draft('overlays'), { recursive: true }); writeFileSync(draft('overlays/overlays.yaml'), JSON.stringify([{ ...OVERLAY, rule: 'BR-DE-999' }])); }, /has a rule BR-DE-999/], // prettier-ignore
    ['of an overlay that ends before', () => { mkdirSync(draft('overlays'), { recursive: true }); writeFileSync(draft('overlays/overlays.yaml'), JSON.stringify([{ ...OVERLAY, until: '2026-11-30' }])); }, /ends on 2026-11-30, before 2026-12-01/], // prettier-ignore
  ] as const)
    it(`are refused ${what}, and what is in force stays`, async () => {
      writeDraft('house', { ...ORDER_PACK, clients: ['acme'] }, KEPT);
      assert.equal((await release('house', '--on', '2026-01-01', '--yes')).code, 0);
      write();
      const name = readdirSync(join(rules, 'drafts'))[0] ?? '';
      const { code, err } = await release(name, '--on', '2026-12-01', '--yes');
      assert.equal(code, 1);
      assert.match(err, says);
      assert.deepEqual(await judged('2026-12-01'), ['house 1 valid']);
      assert.deepEqual(released(), ['1', '2']);
    });

  it('are whole after a crash at any line: the set before, or the new one', async () => {
    writeOwn(rules, 'acme', { ...ORDER_PACK, clients: ['acme'] });
    await ids('compile', 'acme');
    const own = async () => (await readInstalled(rules)).entries.flatMap(({ origin, id, version, engines }) => (origin === 'own' ? `${id} ${version} ${engines.length}` : [])); // prettier-ignore
    const before = await own();
    const wrong = async () => ownProblems(rules, (await readInstalled(rules)).packs);
    const record = { did: 'taken over', at: '2026-11-28T00:00:00.000Z', by: 'test', before: null } as const;
    const first = await stageRelease(rules);
    assert.deepEqual([await own(), await wrong()], [before, []]);
    await commitRelease(rules, first, record);
    // What it took over is still there.
    assert.deepEqual([existsSync(join(rules, 'own/acme')), await own(), await wrong()], [true, before, []]);
    writeDraft('acme', { ...ORDER_PACK, version: '2', clients: ['acme'] }, KEPT);
    // Compiled and refused: its programs stay behind.
    await release('acme', '--on', '2026-12-01');
    assert.ok(readdirSync(rules).some((name) => name.startsWith('acme-2.own.')));
    assert.deepEqual([await own(), await wrong(), existsSync(join(rules, 'own/acme'))], [before, [], false]);
    await release('acme', '--on', '2026-12-01', '--yes');
    assert.deepEqual([...new Set(await own())].sort(), ['acme 1 1', 'acme 2 1']);
  });

  it('of two people at once are one: the other is told', async () => {
    const [one, other] = [await stageRelease(rules), await stageRelease(rules)];
    const record = { did: 'released', name: 'acme', on: '2026-12-01', at: '2026-11-28T00:00:00.000Z', by: 'test', before: null } as const; // prettier-ignore
    await commitRelease(rules, one, record);
    await assert.rejects(commitRelease(rules, other, record), /was released by somebody else meanwhile/);
    assert.deepEqual(released(), ['1']);
  });

  it('are taken back with the list of the invoices that they judged, and by which versions', async () => {
    writeDraft('house', ORDER_PACK, BROKEN);
    assert.equal((await release('house', '--on', '2026-01-01', '--yes')).code, 0);
    const key = randomBytes(32);
    const sqlite = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
    const stores = sqliteStores(sqlite);
    const content = new SealedContent(stores.sealed, await sealerOf(stores.sealed, { current: key }), new NodeDigests()); // prettier-ignore
    const report = { layers: [{ pack: { id: 'house', version: '1', origin: 'own' }, findings: [] }] };
    const sealed = { 'xrechnung-ubl': EXAMPLE, 'validation-report': Buffer.from(JSON.stringify(report)) };
    const files = await Promise.all(Object.values(sealed).map((bytes) => content.seal('acme', bytes)));
    const list = Object.keys(sealed).map((kind, n) => ({ kind, sha256: files[n]?.sha256 ?? '', size: 1 }));
    const intake = anIntake({ createdAt: new Date(), documents: list });
    await stores.invoices.takeIn({ ...intake, files });
    sqlite.close();
    const env = { STORE_URL: `sqlite:${join(folder.path, 'ids.db')}`, MASTER_KEY: key.toString('base64') };
    const shown = await kept.run(['packs', 'back', '--rules', rules], env);
    assert.match(
      shown.out,
      /^Set 2 has judged 1 invoice since .* \(UTC\) that set 1 judges otherwise or by other rules\.\ninvoice +client +judged by +set 2 +set 1\n\S+ +acme +house 1 +invalid +valid\n$/,
    );
    const back = await kept.run(['packs', 'back', '--yes', '--json', '--rules', rules], env);
    assert.deepEqual(jsonOf<{ judged: unknown }>(back).judged, [
      { id: intake.record.id, client: 'acme', judged_by: ['house 1'], verdicts: [{ was: 'invalid', is: 'valid', added: [], gone: ['ACME-01 (error)'] }] }, // prettier-ignore
    ]);
    assert.deepEqual(await judged('2026-12-01'), []);
  });

  it('leave nothing out that is written beside them: it is named, and a start refuses', async () => {
    writeDraft('acme', { ...ORDER_PACK, clients: ['acme'] }, KEPT);
    await release('acme', '--yes');
    cpSync(join(rules, 'own/.releases/2/acme'), join(rules, 'own/late'), { recursive: true });
    writeOverlays(rules, [OVERLAY]);
    const problems = await ownProblems(rules, (await readInstalled(rules)).packs);
    assert.deepEqual(
      problems.map((problem) => /^own\/(\S+) is written beside the released rules/.exec(problem)?.[1]),
      ['late', 'overlays.yaml'],
    );
    const { code, err } = await kept.run(['check', join(documents, 'order.xml'), '--rules', rules]);
    assert.equal(code, 2);
    assert.match(err, /own\/late is written beside/);
  });
});
