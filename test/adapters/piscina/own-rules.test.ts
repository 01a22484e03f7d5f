import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { emptyFolder } from '../../support/folder.ts';
import { openPool, XRECHNUNG } from '../../support/one-pool.ts';
import { BROKEN, KEPT, ORDER_PACK, orderRule, writeOwn } from '../../support/own-rules.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { runIds } from '../../commands/run-ids.ts';

const UBL = readFileSync(fileURLToPath(new URL('../../../examples/xrechnung-ubl.xml', import.meta.url)));
const DOCUMENT = { ...XRECHNUNG, bytes: UBL };

describe('own rules in the pool of threads', () => {
  const folder = emptyFolder();
  let pool: ReturnType<typeof openPool>;
  before(() => {
    copyPreparedPacks(folder.path);
    pool = openPool(folder.path);
  });
  after(async () => {
    await pool.close();
    folder.remove();
  });

  const compile = (name: string) => runIds(['packs', 'compile', name, '--rules', folder.path]);
  async function judged(client = 'acme') {
    const layers = await pool.check(DOCUMENT, { client, whenBusy: 'wait' });
    const own = layers.filter(({ layer }) => layer.startsWith('own:'));
    return { own: own.map(({ layer, outcome }) => `${layer} ${outcome}`), ...verdictOf(layers) };
  }

  it('check the documents of their clients, by the client of the call', async () => {
    writeOwn(folder.path, 'acme', { ...ORDER_PACK, clients: ['acme'] });
    writeOwn(folder.path, 'house', ORDER_PACK, { 'rules/orders.yaml': orderRule(KEPT, { id: 'H-1' }) });
    await compile('acme');
    await compile('house');
    assert.deepEqual(await judged(), { own: ['own:acme invalid', 'own:house valid'], verdict: 'invalid' });
    assert.deepEqual(await judged('other'), { own: ['own:house valid'], verdict: 'valid' });
    const { packs } = await readInstalled(folder.path);
    assert.deepEqual(
      packs.filter(({ manifest: m }) => m.origin === 'own').map(({ manifest: m }) => m.id),
      ['acme', 'house'],
    );
  });

  it('let no document pass while they are written and not compiled', async () => {
    writeOwn(folder.path, 'late');
    const { own, verdict, ...rest } = await judged('other');
    assert.deepEqual([own, verdict], [['own:late not_run', 'own:house valid'], 'not_run']);
    assert.equal('code' in rest && rest.code, 'EI-PACK-MISSING');
    const findings = await pool.missingPacks({ ...DOCUMENT, client: 'other' });
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['EI-PACK-MISSING'],
    );
    rmSync(join(folder.path, 'own/late'), { recursive: true });
  });

  it('of named clients that are not compiled hold up the documents of these alone, from the moment that they are named', async () => {
    mkdirSync(join(folder.path, 'own/late'), { recursive: true });
    const isHeld = async (client: string) => (await judged(client)).own.includes('own:late not_run');
    assert.deepEqual([await isHeld('other'), await isHeld('late-gmbh')], [true, true]);
    writeOwn(folder.path, 'late', { ...ORDER_PACK, clients: ['late-gmbh'] });
    assert.deepEqual([await isHeld('other'), await isHeld('late-gmbh')], [false, true]);
    const findings = await pool.missingPacks({ ...DOCUMENT, client: 'other' });
    assert.deepEqual(findings, []);
    const editions = [{ version: '2', valid_from: '2027-01-01', clients: ['other'] }];
    writeOwn(folder.path, 'late', { ...ORDER_PACK, clients: ['late-gmbh'], editions });
    assert.deepEqual(
      [await isHeld('other'), await isHeld('late-gmbh'), await isHeld('third')],
      [true, true, false],
    );
    rmSync(join(folder.path, 'own/late'), { recursive: true });
  });

  it('of named clients that are damaged hold up the documents of these alone', async () => {
    writeOwn(folder.path, 'broken', { ...ORDER_PACK, clients: ['broken-gmbh'] });
    await compile('broken');
    const { packs } = await readInstalled(folder.path);
    const compiled = packs.find(({ manifest }) => manifest.id === 'broken');
    assert.ok(compiled);
    writeFileSync(join(folder.path, compiled.folder, 'manifest.json'), '{}');
    writeOwn(folder.path, 'noticed');
    rmSync(join(folder.path, 'own/noticed'), { recursive: true });
    const held = async (client: string) => (await judged(client)).own.filter((one) => one.includes('broken'));
    assert.deepEqual([await held('other'), await held('broken-gmbh')], [[], ['own:broken not_run']]);
    rmSync(join(folder.path, compiled.folder), { recursive: true });
    rmSync(join(folder.path, 'own/broken'), { recursive: true });
  });

  it('are not confused by names that begin alike: acme 1-2 and acme-1 2', async () => {
    const named = { 'acme-b': { ...ORDER_PACK, version: '1-2', clients: ['b-gmbh'] }, 'acme-b-1': { ...ORDER_PACK, version: '2', clients: ['b1-gmbh'] } }; // prettier-ignore
    for (const [name, pack] of Object.entries(named)) {
      writeOwn(folder.path, name, pack, { 'rules/orders.yaml': orderRule(BROKEN, { id: `${name}-01` }) });
      assert.equal((await compile(name)).code, 0);
    }
    const ofThem = async (client: string) => (await judged(client)).own.filter((one) => one.includes('acme-b')); // prettier-ignore
    assert.deepEqual(
      [await ofThem('b-gmbh'), await ofThem('b1-gmbh')],
      [['own:acme-b invalid'], ['own:acme-b-1 invalid']],
    );
    const { packs } = await readInstalled(folder.path);
    for (const id of Object.keys(named)) {
      const compiled = packs.find(({ manifest }) => manifest.id === id);
      assert.ok(compiled);
      const file = join(folder.path, compiled.folder, 'manifest.json');
      const whole = readFileSync(file);
      writeFileSync(file, '{}');
      // The folder is read again if its list has changed.
      writeOwn(folder.path, 'noticed');
      const client = named[id as keyof typeof named].clients[0] ?? '';
      assert.deepEqual(await ofThem(client), [`own:${id} not_run`]);
      writeFileSync(file, whole);
      rmSync(join(folder.path, 'own/noticed'), { recursive: true });
    }
    for (const id of Object.keys(named)) {
      rmSync(join(folder.path, 'own', id), { recursive: true });
      assert.equal((await runIds(['packs', 'remove', id, '--rules', folder.path])).code, 0);
      const { packs: left } = await readInstalled(folder.path);
      assert.equal(left.some(({ manifest }) => manifest.id === 'acme-b-1'), id === 'acme-b'); // prettier-ignore
    }
  });

  it('that have ended do not come back with the edition before', async () => {
    const editions = [{ version: '2', valid_from: '2026-10-01', valid_until: '2026-10-31' }];
    writeOwn(folder.path, 'over', { ...ORDER_PACK, clients: ['over-gmbh'], editions }, { 'rules/orders.yaml': orderRule(KEPT, { id: 'OVER-1' }) }); // prettier-ignore
    await compile('over');
    const on = async (issueDate: string) => {
      const layers = await pool.check({ ...DOCUMENT, issueDate }, { client: 'over-gmbh', whenBusy: 'wait' });
      return layers.flatMap(({ pack }) => (pack?.id === 'over' ? [pack.version] : []));
    };
    assert.deepEqual(
      [await on('2026-09-30'), await on('2026-10-31'), await on('2026-11-01')],
      [['1'], ['2'], []],
    );
    rmSync(join(folder.path, 'own/over'), { recursive: true });
    for (const version of ['1', '2'])
      await runIds(['packs', 'remove', 'over', version, '--rules', folder.path]);
  });

  it('that are a link, or lie in no folder of their own, are refused and not left out', async () => {
    writeOwn(folder.path, 'linked');
    renameSync(join(folder.path, 'own/linked'), join(folder.path, 'kept-elsewhere'));
    symlinkSync(join(folder.path, 'kept-elsewhere'), join(folder.path, 'own/linked'));
    assert.equal((await judged('other')).own.includes('own:linked not_run'), true);
    const linked = await compile('linked');
    assert.equal(linked.code, 1);
    assert.match(
      linked.err,
      /own\/linked: is a link, and links out of a pack are not followed: copy the folder/,
    );
    assert.match(linked.err, /^own rules linked are not compiled: run ids packs compile linked\.$/m);
    rmSync(join(folder.path, 'own/linked'));
    rmSync(join(folder.path, 'kept-elsewhere'), { recursive: true });
    writeFileSync(join(folder.path, 'own/pack.json'), JSON.stringify(ORDER_PACK));
    assert.equal((await judged('other')).verdict, 'not_run');
    const { code, err } = await runIds(['packs', 'compile', 'pack.json', '--rules', folder.path]);
    assert.equal(code, 1);
    assert.match(
      err,
      /own\/pack\.json: each pack of own rules has a folder of its own, own\/NAME\/pack\.json/,
    );
    rmSync(join(folder.path, 'own/pack.json'));
  });

  for (const [what, wrong, says] of [
    [
      'an end before their beginning',
      { valid_from: '2027-02-01', valid_until: '2027-01-31' },
      /valid_until 2027-01-31 lies before/,
    ],
    ['a client that none can be', { clients: ['ACME GmbH'] }, /"ACME GmbH" is no id of a client/],
    ['a client that begins with a dot', { clients: ['.acme'] }, /"\.acme" is no id of a client/],
  ] as const)
    it(`are refused with ${what}: they would check no document`, async () => {
      writeOwn(folder.path, 'never', { ...ORDER_PACK, ...wrong });
      const { code, err } = await compile('never');
      rmSync(join(folder.path, 'own/never'), { recursive: true });
      assert.equal(code, 1);
      assert.match(err, says);
    });

  it('let no document pass if their compiled form is damaged', async () => {
    const { packs } = await readInstalled(folder.path);
    const house = packs.find(({ manifest }) => manifest.id === 'house');
    assert.ok(house);
    writeFileSync(join(folder.path, house.folder, 'manifest.json'), '{}');
    writeOwn(folder.path, 'shown-again');
    assert.equal((await judged('other')).verdict, 'not_run');
    rmSync(join(folder.path, 'own/shown-again'), { recursive: true });
  });
});
