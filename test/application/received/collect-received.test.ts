import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { shownDocument } from '../../../src/domain/documents/page-of-xml.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { invoice as french } from '../../sandbox/fr-pa/platform.ts';
import { invoice as peppol } from '../../sandbox/peppol/sending.ts';
import { invoice as polish } from '../../sandbox/pl-ksef/invoices.ts';
import { invoice as romanian } from '../../sandbox/ro-efactura/anaf.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { pef } from '../../support/pef.ts';
import { vatRr } from '../../support/vat-rr.ts';
import { english } from '../../support/words.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import { converted } from '../converting/round-trip.ts';
import { Mortal } from '../sending/mortal.ts';
import { aCollector, depositAt } from './collecting.ts';

interface Network {
  readonly xml: (number: string) => string;
  /** The receiver's name at the network. */
  readonly recipient: string;
  /** The client's own invoice. */
  readonly legalEntities: readonly string[];
  /** An invoice of another company, which stays at the network; undefined if the log-in names the company. */
  readonly stranger: string | undefined;
}

const NETWORKS: Readonly<Record<string, Network>> = {
  'PL-KSEF': {
    xml: polish,
    recipient: '7352765225',
    legalEntities: ['PL 735-276-52-25'],
    stranger: '5265877635',
  },
  'RO-EFACTURA': {
    xml: romanian,
    recipient: '8000000000',
    legalEntities: ['RO8000000000'],
    stranger: '18547290',
  },
  'FR-PA': { xml: french, recipient: '200000008', legalEntities: [], stranger: undefined },
  PEPPOL: { xml: peppol, recipient: '9915:ids-sandbox', legalEntities: [], stranger: '9915:somebody' },
};

/** The most calls of a run to the network and to the store. */
const MAX_CALLS = 7;

const STEP_MS = 5;

describe('received invoices of a client with collection', () => {
  let sandbox: TestSandbox;
  let n = 0;
  beforeEach(() => void (n += 1));
  before(async () => (sandbox = await aSandbox({ limits: 'off', stepMs: STEP_MS })));
  after(() => sandbox.stop());

  const deposit = (route: Route, recipient: string, xml: string): Promise<void> =>
    depositAt(sandbox, { route, recipient, xml }, 2 * STEP_MS);
  const aProcess = (route: Route, legalEntities: readonly string[]) =>
    aCollector(sandbox, { route, legalEntities });

  for (const [name, network] of Object.entries(NETWORKS)) {
    const route = name as Route;

    it(`have their messages fetched from ${route} if it has any about them, though nothing was sent`, async () => {
      const { run, feeds, close } = await aProcess(route, network.legalEntities);
      await run();
      assert.deepEqual(
        (await feeds()).map((feed) => feed.route),
        route === 'FR-PA' ? ['FR-PA'] : [],
      );
      await close();
    });

    it(`come from ${route} once each and unchanged`, async function () {
      const { run, listReceived, bytesOf, telemetry, close } = await aProcess(route, network.legalEntities);
      await run();
      const before = (await listReceived()).length;
      const [first, second] = [`IN-${n}-1`, `IN-${n}-2`];
      const xml = network.xml(first);
      await deposit(route, network.recipient, xml);
      await run();
      await run();
      if (network.stranger !== undefined) await deposit(route, network.stranger, network.xml(`IN-${n}-3`));
      await deposit(route, network.recipient, network.xml(second));
      await run();
      await run();
      const invoices = (await listReceived()).slice(before);
      assert.equal(invoices.length, 2, telemetry.calls.join());
      const [one] = invoices;
      const text = await bytesOf(one!.documentSha256);
      assert.equal(
        text.replace(/^<\?xml[^>]*\?>\s*/, '').trim(),
        xml.replace(/^<\?xml[^>]*\?>\s*/, '').trim(),
      );
      assert.match(one!.railId!, /^[A-Za-z0-9._:/@+=#-]{1,200}$/);
      assert.deepEqual([one!.state, one!.route], ['received', route]);
      assert.equal(createHash('sha256').update(text).digest('hex'), one!.documentSha256);
      await close();
    });

    it(`from ${route} are stored once each if the process dies at any point`, async function () {
      const { run, listReceived, close } = await aProcess(route, network.legalEntities);
      await run();
      const before = (await listReceived()).length;
      let [expected, deaths] = [0, 0];
      for (const when of ['before', 'after'] as const)
        for (let diesAt = 1; diesAt <= MAX_CALLS; diesAt += 1) {
          expected += 1;
          await deposit(route, network.recipient, network.xml(`KILL-${n}-${when}-${diesAt}`));
          const mortal = new Mortal(diesAt, when);
          await run(mortal);
          deaths += mortal.calls >= diesAt ? 1 : 0;
          await run();
        }
      await run();
      const invoices = (await listReceived()).slice(before);
      assert.equal(invoices.length, expected);
      assert.ok(deaths > MAX_CALLS, `${deaths} deaths`);
      assert.equal(new Set(invoices.map(({ railId }) => railId)).size, expected);
      await close();
    });
  }

  it('come from PL-KSEF as PEF(3), too, between others: none is lost, and each is read', async () => {
    const { run, listReceived, bytesOf, close } = await aProcess('PL-KSEF', ['PL 735-276-52-25']);
    await run();
    const before = (await listReceived()).length;
    const files = [
      polish(`FA-IN-${n}`),
      pef('PEF', `PEF-IN-${n}`, '7352765225'),
      pef('PEF_KOR', `KOR-IN-${n}`, '7352765225'),
      polish(`FB-IN-${n}`),
    ];
    for (const xml of files) await deposit('PL-KSEF', '7352765225', xml);
    await run();
    await run();
    const all = (await listReceived()).slice(before);
    assert.equal(all.length, files.length);
    const texts = await Promise.all(all.map(({ documentSha256 }) => bytesOf(documentSha256)));
    assert.deepEqual(texts.toSorted(), files.toSorted());
    for (const [kind, number] of [
      ['PEF', `PEF-IN-${n}`],
      ['PEF_KOR', `KOR-IN-${n}`],
    ] as const) {
      const text = texts.find((one) => one.includes(number))!;
      const { number: shownNumber, buyer } = shownDocument(SYNTAXES, xmlRoot(text))!.invoice;
      assert.deepEqual([shownNumber, buyer?.name], [number, 'Gmina'], kind);
      const canonical = await converted(text, 'canonical');
      assert.ok(canonical.converted, kind);
      // What only PEF has is not dropped in silence.
      assert.ok(
        canonical.losses.some(({ path }) => path?.includes('UBLExtensions')),
        kind,
      );
    }
    await close();
  });

  it('come from PL-KSEF as invoices VAT RR, too: each has its page, and says why it has no other form', async () => {
    const { run, listReceived, bytesOf, close } = await aProcess('PL-KSEF', ['PL 735-276-52-25']);
    const xml = vatRr(`RR-IN-${n}`).replace('<NIP>1111111111', '<NIP>7352765225');
    await deposit('PL-KSEF', '7352765225', xml);
    await run();
    await run();
    // Invoices of earlier tests may still come from the network.
    const files = await Promise.all((await listReceived()).map((one) => bytesOf(one.documentSha256)));
    const [text = '', ...more] = files.filter((file) => file.includes(`RR-IN-${n}`));
    assert.deepEqual(more, []);
    assert.equal(text.trim(), xml.trim());
    const shown = shownDocument(SYNTAXES, xmlRoot(text));
    assert.deepEqual(
      [shown?.flatRate, shown?.invoice.number, shown?.invoice.buyer?.name],
      ['invoice', `RR-IN-${n}`, 'Młyn Sp. z o.o.'],
    );
    assert.ok((await converted(text, 'view')).converted);
    const conversion = await converted(text, 'canonical');
    assert.ok(!conversion.converted);
    const [{ code, message, fixHint }] = conversion.findings;
    assert.equal(code, 'EI-XML-TYPE');
    assert.match(
      english(message),
      /^An invoice VAT RR \(FA_RR\) is not converted: its tax is a flat-rate refund/,
    );
    assert.match(english(fixHint!), /convert it to view/);
    await close();
  });
});
