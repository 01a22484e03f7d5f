import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../../sandbox/running.ts';
import { factoredInvoice, invoice } from '../../sandbox/pl-ksef/invoices.ts';
import { describeOnMongo, freshDatabase } from '../../support/mongo-server.ts';
import { rowsFor } from '../../support/volume.ts';
import { Mortal } from '../sending/mortal.ts';
import { aCollector, depositAt } from './collecting.ts';

const BUYER = '7352765225';
const FACTOR = '1111111111';
const STEP_MS = 5;
/** More than the list is used for. */
const MANY = 34;
/** In a package: one more than is got by calls of their own. */
const PACKED = 17;
/** What is left behind the last package. */
const REST = 2;
const RUNS_ENOUGH = 8;

/** @param storeUrl a new store's address; SQLite if undefined. */
function collectsPackages(storeUrl: () => string | undefined): void {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox({ limits: 'off', stepMs: STEP_MS })));
  after(() => sandbox.stop());
  beforeEach(async () => {
    await fetch(`${sandbox.url}/control/reset`, { method: 'POST' });
    await options({ export_max_invoices: PACKED, export_part_bytes: 2_500 });
  });

  const options = (changed: object): Promise<unknown> =>
    jsonOf(`${sandbox.url}/ksef/sandbox/options`, { ...posted(changed), method: 'PUT' });

  const deposit = async (name: string, count: number, xml = invoice): Promise<void> => {
    for (let n = 1; n <= count; n += 1)
      await depositAt(sandbox, { route: 'PL-KSEF', recipient: BUYER, xml: xml(`${name}-${n}`) }, 0);
    await new Promise((done) => void setTimeout(done, 4 * STEP_MS));
  };

  const collector = (legalEntities = [BUYER], collectThirdParty = false) => {
    const url = storeUrl();
    const own = { route: 'PL-KSEF', legalEntities, collectThirdParty } as const;
    return aCollector(sandbox, { ...own, ...(url !== undefined && { storeUrl: url }) });
  };

  const callsOf = async (part: RegExp): Promise<number> => {
    const { data } = await jsonOf(`${sandbox.url}/control/calls?route=PL-KSEF`);
    return (data as { method: string; path: string }[]).filter(({ method, path }) =>
      part.test(`${method} ${path}`),
    ).length;
  };

  it('come in packages of several parts, once each and unchanged, and few by calls of their own', async () => {
    await deposit('P', MANY);
    const { run, listReceived, bytesOf, close } = await collector();
    for (let runs = 0; runs < RUNS_ENOUGH; runs += 1) await run();
    const all = await listReceived();
    assert.equal(all.length, MANY);
    const texts = await Promise.all(all.map(({ documentSha256 }) => bytesOf(documentSha256)));
    const numbers = texts.map((text) => /<P_2>(P-\d+)</.exec(text)?.[1]);
    assert.equal(new Set(numbers).size, MANY);
    for (const [n, text] of texts.entries()) {
      assert.equal(text, invoice(numbers[n] ?? ''));
      assert.equal(createHash('sha256').update(text).digest('hex'), all[n]?.documentSha256);
    }
    assert.ok((await callsOf(/^GET .*\/invoices\/ksef\//)) <= REST);
    assert.ok((await callsOf(/^POST .*\/invoices\/exports/)) >= 2, 'packages are cut off');
    assert.ok((await callsOf(/^GET .*\/storage\/export-parts\//)) > 3, 'packages have parts');
    await close();
  });

  it('are stored once each if the process dies at any point', async function () {
    const { run, listReceived, close } = await collector();
    let [expected, deaths] = [0, 0];
    // A look, a session's mark, its end, the cursor, then the documents with the cursor behind them.
    const points = [2, 3, 4, 5, 6, 8, 20].flatMap((diesAt, n) =>
      rowsFor(['before', 'after'] as const, n).map((when) => ({ diesAt, when })),
    );
    for (const { diesAt, when } of points) {
      await deposit(`K-${diesAt}-${when}`, PACKED);
      expected += PACKED;
      const mortal = new Mortal(diesAt, when);
      await run(mortal);
      deaths += mortal.isDead ? 1 : 0;
      for (let runs = 0; runs < 3; runs += 1) await run();
    }
    for (let runs = 0; runs < 60 && (await listReceived()).length < expected; runs += 1) await run();
    const all = await listReceived();
    assert.equal(new Set(all.map(({ railId }) => railId)).size, all.length);
    assert.equal(all.length, expected);
    assert.ok(deaths > (points.length * 2) / 3, `${deaths} deaths`);
    await close();
  });

  for (const [what, change] of [
    ['has expired before it is fetched', { export_seconds: 0 }],
    ['holds none of what is there', { export_max_invoices: 0 }],
  ] as const)
    it(`come one by one if a package ${what}`, async () => {
      await options(change);
      await deposit('F', MANY);
      const { run, listReceived, close } = await collector();
      for (let runs = 0; runs < RUNS_ENOUGH; runs += 1) await run();
      assert.equal((await listReceived()).length, MANY);
      assert.equal(await callsOf(/^GET .*\/invoices\/ksef\//), MANY);
      await options({ export_seconds: 3_600 });
      await close();
    });

  it('that name a company as a third party come if its client wants them, beside its own', async () => {
    await deposit('T', 3, (number) => factoredInvoice(number, FACTOR));
    await depositAt(sandbox, { route: 'PL-KSEF', recipient: FACTOR, xml: invoice('OWN-1') }, 4 * STEP_MS);
    const [only, both] = [await collector([FACTOR]), await collector([FACTOR], true)];
    for (const one of [only, both]) for (let runs = 0; runs < 3; runs += 1) await one.run();
    assert.deepEqual([(await only.listReceived()).length, (await both.listReceived()).length], [1, 4]);
    await only.close();
    await both.close();
  });

  it('that name a company as a third party come in packages, too', async () => {
    await deposit('T', MANY, (number) => factoredInvoice(number, FACTOR));
    const { run, listReceived, close } = await collector([FACTOR], true);
    for (let runs = 0; runs < RUNS_ENOUGH; runs += 1) await run();
    assert.equal((await listReceived()).length, MANY);
    assert.ok((await callsOf(/^GET .*\/invoices\/ksef\//)) <= REST);
    await close();
  });
}

describe('many received invoices of KSeF, on SQLite', () => {
  collectsPackages(() => undefined);
});

describeOnMongo('many received invoices of KSeF, on MongoDB', (url) => {
  before(() => {});
  collectsPackages(() => freshDatabase(url));
});
