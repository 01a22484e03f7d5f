import assert from 'node:assert/strict';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered } from '../support/erp.ts';
import { until, untilPasses } from '../support/until.ts';
import { countBecomes, textsBecome } from './reads.ts';
import { ConsoleWorld } from './world.ts';

type Row = Readonly<Record<string, unknown>>;

describeInChromium('the list of today, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('today');
    const [sent, late] = await world.sent([
      numbered(example('over-peppol'), 'TD-1'),
      numbered(example('over-pl-ksef'), 'TD-2-REJECT'),
    ]);
    await world.settled(sent!, ['delivered']);
    await world.settled(late!, ['rejected']);
    const { text } = await world.erp.read(`/invoices/${sent!}/documents/ubl`);
    const { id } = await world.erp.received('PEPPOL', text.replaceAll('today/TD-1', 'LF-1-REJECT'));
    await until(
      async () => (await world.erp.read<{ state: string }>(`/received/${id}`)).json.state === 'validated',
      'the invoice is checked',
    );
    const sentAnswer = await world.erp.post(`/received/${id}/statuses`, { status: 'accepted' });
    assert.equal(sentAnswer.status, 202, sentAnswer.text);
    await until(
      async () => (await world.erp.read<{ total: number }>('/received?answer=failed')).json.total === 1,
      'the answer has failed',
    );
  });
  afterEach(() => world.closePages());

  it('counts an invoice once that stands in two of its lines', async () => {
    const { page } = await world.openAs(world.erp.key, '/now');
    const today = page.getByRole('region', { name: 'Today' });
    await today.getByRole('link', { name: '1 answer did not reach its seller' }).waitFor();
    await today.getByRole('link', { name: '2 invoices to correct' }).waitFor();
    await textsBecome(page.locator('h1'), ['Today: 2 invoices']);
    // One late, one answer, two to correct.
    await today.getByText('2 invoices stand in several lines').waitFor();
  });

  it('has the link of a group below its heading on a phone, in German, at the left as what it is below', async () => {
    const viewing = { width: 390, height: 844, language: 'de' };
    const { page } = await world.openAs(world.erp.key, '/now', viewing);
    const heading = page.locator('.today h3').first();
    await untilPasses(async () => {
      const [above, link] = await Promise.all([heading.boundingBox(), heading.locator('a').boundingBox()]);
      assert.ok(link!.x - above!.x < 20, `${link!.x}`);
    });
  });

  it('says of an invoice what holds it up for the reader, and who acts if that is another', async () => {
    const { page } = await world.openAs(world.erp.key, '/now');
    const reasons = page.getByRole('row', { name: /TD-2-REJECT/ }).locator('.reason, .owner');
    const own = (await reasons.innerText()).trim();
    assert.notEqual(own, '');
    const ofOthers = { catalogue_code: 'EI-CREDENTIAL-MISSING', who_acts: 'us', sender_can_fix: false };
    const withRows = (change: (row: Row) => readonly Row[]) =>
      page.route(
        (url) => url.pathname === '/care',
        async (route) => {
          const answer = await route.fetch();
          const json = (await answer.json()) as { readonly data: readonly Row[] };
          await route.fulfill({ response: answer, json: { ...json, data: json.data.flatMap(change) } });
        },
      );
    // What the service owes stands before it in the list.
    await withRows((row) => [{ ...row, ...ofOthers }, row]);
    await page.reload();
    await textsBecome(reasons, [own]);
    await withRows((row) => [{ ...row, ...ofOthers }]);
    await page.reload();
    await textsBecome(reasons, ['There is no credential for this route', 'The operator']);
  });

  it('says the same in the list of invoices, by no call of its own', async () => {
    const opened = await world.openAs(world.erp.key, '/now');
    const { page, asked } = opened;
    const reasons = page.getByRole('row', { name: /TD-2-REJECT/ }).locator('.reason, .owner');
    const onNow = (await reasons.innerText()).trim();
    const before = asked.length;
    await world.visit(opened, '/invoices');
    await textsBecome(reasons, [onNow]);
    await countBecomes(page.locator('main .reason'), 1);
    const calls = asked.slice(before).filter((url) => new URL(url).pathname === '/care');
    assert.ok(calls.length <= 1, calls.join('\n'));
  });

  it('breaks no number and no length of time on a phone, and has its sums end at one line', async () => {
    const viewing = { width: 390, height: 844, language: 'de', touch: true };
    const opened = await world.openAs(world.erp.key, '/invoices', viewing);
    const { page } = opened;
    const linesOf = (what: string): Promise<readonly number[]> =>
      page.locator(what).evaluateAll((all) => all.map((one) => one.getClientRects().length));
    await page.locator('.c-number .unbroken').nth(1).waitFor();
    for (const width of [320, 390, 400]) {
      await page.setViewportSize({ width, height: 844 });
      await untilPasses(async () =>
        assert.deepEqual(await linesOf('.c-number .unbroken'), [1, 1], `${width} px`),
      );
    }
    await page.locator('.sums b').waitFor();
    const ends = await page
      .locator('.sums, .sums :is(b, .others > span)')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
    assert.equal(new Set(ends).size, 1, ends.join(', '));
    await world.visit(opened, '/to-correct');
    await page.locator('.one .unbroken', { hasText: 'zu spät' }).waitFor();
    await untilPasses(async () =>
      assert.ok((await linesOf('.one .meta .unbroken')).every((lines) => lines === 1)),
    );
  });
});
