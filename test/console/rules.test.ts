import assert from 'node:assert/strict';
import { serviceWords } from '../../scripts/service-words.mjs';
import { describeInChromium } from '../support/chromium.ts';
import { runIds } from '../commands/run-ids.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Submission } from '../support/erp.ts';
import { examplePath, exampleText } from '../support/example-file.ts';
import { emptyFolder } from '../support/folder.ts';
import { OVERLAY, writeOverlays } from '../support/overlays.ts';
import { until, untilPasses } from '../support/until.ts';
import { complaintsOfAxe } from './axe.ts';
import { installComingPack } from './coming-pack.ts';
import { inEachViewOfProof } from './views.ts';
import { rowsOfProof } from '../support/volume.ts';
import { sendFile } from './refused.ts';
import { ConsoleWorld } from './world.ts';
import { countBecomes, parameterBecomes, textsBecome, widthBecomes } from './reads.ts';

const ENGLISH = serviceWords('en')['finding']!;
const BROKEN = examplePath('broken-xrechnung-cii.xml');

/** The coming pack demands BT-20. */
function withoutTerms({ document, ...rest }: Submission): Submission {
  const { terms: _, ...payment } = document['payment'] as Readonly<Record<string, unknown>>;
  return { ...rest, document: { ...document, payment } };
}

/** A first day that is near. */
const COMING = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10);

/** The versions on the plot through which the line of today goes. */
const CROSSED = `(() => {
  const line = document.querySelector('.packs .today').getBoundingClientRect();
  return [...document.querySelectorAll('.packs .version')]
    .filter((label) => { const box = label.getBoundingClientRect(); return box.left < line.right && box.right > line.left; })
    .map((label) => label.textContent);
})()`;

describeInChromium('the rules, in Chromium', () => {
  let world: ConsoleWorld;
  const rules = emptyFolder();
  before(async () => {
    await installComingPack(rules.path, COMING);
    // BR-DE-15 stays: the tried file breaks it.
    writeOverlays(rules.path, [
      { ...OVERLAY, rule: 'BR-DE-16' },
      { ...OVERLAY, rule: 'BR-DE-21', clients: ['other'] },
    ]);
    world = await ConsoleWorld.start({ RULES_DIR: rules.path, CLOCK_CONTROL: '1' });
  });
  after(async () => {
    await world?.stop();
    rules.remove();
  });
  afterEach(() => world.closePages());

  it('shows the packs over time and as a table, as GET /packs has them', async () => {
    const { page, complaints } = await world.openAs(await world.key(['read']), '/rules');
    const { json } = await world.erp.get<{
      data: readonly { layer: string; in_force: { id: string; version: string } | null }[];
    }>('/packs');
    await page.getByRole('img', { name: /over the dates of issue/ }).waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await countBecomes(page.locator('.rows-packs tbody tr'), json.data.length);
    const packs = json.data.flatMap(({ in_force: pack }) => (pack ? [`${pack.id} ${pack.version}`] : []));
    await page.getByText(`Packs in force: ${new Set(packs).size}, for ${packs.length} checks.`).waitFor();
    for (const { layer, in_force: pack } of json.data)
      if (pack)
        await page
          .locator('.rows-packs tbody tr')
          .filter({ hasText: ENGLISH[`layer.${layer}`] })
          .filter({ hasText: `${pack.id} ${pack.version}` })
          .first()
          .waitFor();
    assert.equal(await page.getByLabel('Finished invoice, XML or PDF').count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('names the rules that have another severity, those of its client alone', async () => {
    const { page } = await world.openAs(await world.key(['read']), '/rules');
    const rows = page.locator('.rows-overlays tbody tr');
    await rows.first().waitFor();
    await countBecomes(rows, 1);
    const row = (await rows.first().innerText()).replace(/\s+/g, ' ');
    assert.match(
      row,
      /^BR-DE-16 Off until 28 Feb 2027 Buyers get their Leitweg-ID in March Anna Nowak XRechnung xrechnung 3\./,
    );
    const operator = await world.openAs(OPERATOR_KEY, '/rules');
    await operator.page
      .locator('.rows-overlays tbody tr')
      .filter({ hasText: 'BR-DE-21' })
      .getByText('other')
      .waitFor();
  });

  it('shows what a coming pack changes, old and new text side by side, by keyboard', async () => {
    const { page, complaints } = await world.openAs(await world.key(['read']), '/rules');
    const list = page.getByRole('region', { name: 'peppol 2026.5 → 2026.11' });
    await list.getByText('official, from').waitFor();
    const rows = list.locator('.rows-changes tbody tr');
    await rows.first().waitFor();
    await textsBecome(list.locator('.change-counts .tag'), ['3 changed', '1 new', '1 gone']);
    await page.getByRole('heading', { name: /One pack changes soon: peppol 2026.11/ }).waitFor();
    await rows.filter({ hasText: 'R121' }).getByText('condition and text').waitFor();
    const lines = () =>
      rows
        .locator('code')
        .evaluateAll((ids) =>
          ids.map(
            (id) =>
              new Set(
                [...id.querySelectorAll('span')].flatMap((each) =>
                  [...each.getClientRects()].map(({ top }) => top),
                ),
              ).size,
          ),
        );
    await untilPasses(async () => assert.deepEqual([...new Set(await lines())], [1]));
    await rows.filter({ hasText: 'R053' }).getByText('severity').waitFor();
    await rows.first().focus();
    while (!(await page.locator('.rows-changes tr.selected').innerText()).includes('R121'))
      await page.keyboard.press('ArrowDown');
    const texts = page.getByRole('region', { name: 'PEPPOL-EN16931-R121' });
    await textsBecome(texts.locator('del'), ['zero or negative.', 'gt 0']);
    await textsBecome(texts.locator('ins'), ['below 0.0001.', 'ge 0.0001']);
    await parameterBecomes(page, 'rule', 'PEPPOL-EN16931-R121');
    await rows.filter({ hasText: 'R056' }).click();
    const added = page.getByRole('region', { name: 'PEPPOL-EN16931-R056' });
    await added.getByText('The pack in force does not have this rule.').waitFor();
    await added.getByText('The payment terms (BT-20) are missing.').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('shows what each release in force changed, without the files that the release before keeps', async () => {
    const { page, complaints } = await world.openAs(await world.key(['read']), '/rules');
    const releases = page.getByRole('group', { name: 'What each release changes' });
    await releases.getByRole('link', { name: 'facturx 1.09.2 → 1.09.2-2026-10' }).click();
    await page
      .getByRole('region', { name: 'BR-FXEXT-S-01' })
      .getByText('Until 13 Oct 2026 (1.09.2)')
      .waitFor();
    await textsBecome(page.locator('.change-counts .tag'), ['15 changed']);
    await releases.getByRole('link', { name: 'xrechnung 3.0.2 → 3.0.2-sch-2.6.0' }).click();
    const row = page.locator('.rows-changes tbody tr').filter({ hasText: 'BR-TMP-7' });
    await row.getByText('new').waitFor();
    await row.click();
    const texts = page.getByRole('region', { name: 'BR-TMP-7' });
    await texts.getByText('The release before it does not have this rule.').waitFor();
    await texts.getByText('From 31 Aug 2026 (3.0.2-sch-2.6.0)').waitFor();
    await countBecomes(page.getByRole('heading', { name: 'Stored invoices under this pack' }), 0);
    assert.deepEqual(complaints, []);
    await inEachViewOfProof(page, async (view, width) => {
      assert.deepEqual(await complaintsOfAxe(page), [], view);
      await widthBecomes(page, width, view);
    });
  });

  it('opens the texts of a rule in place of the list on a phone', async () => {
    const { page } = await world.openAs(await world.key(['read']), '/rules', { width: 390 });
    await page.getByRole('tab', { name: /Rules that change/ }).waitFor();
    await page.locator('.rows-changes tbody tr').filter({ hasText: 'R053' }).click();
    const texts = page.getByRole('tabpanel', { name: 'Old and new text' });
    await textsBecome(texts.locator('del, ins'), ['fatal', 'warning']);
    await widthBecomes(page, 390);
  });

  it('explains a code, keeps it in the address, and says if there is none, by keyboard', async () => {
    const { page } = await world.openAs(world.erp.key, '/rules');
    const field = page.getByLabel('Code', { exact: true });
    await page.getByRole('button', { name: 'Find a code' }).first().press('Enter');
    await page.locator('.code-form input:focus').waitFor();
    await field.fill('br-de-15');
    await field.press('Enter');
    const entry = page.getByRole('article', { name: 'BR-DE-15' });
    await entry.getByText('BT-10', { exact: true }).first().waitFor();
    await parameterBecomes(page, 'code', 'br-de-15');
    await field.fill('<b>NONE</b>');
    await field.press('Enter');
    await page.getByText('The catalogue does not have <b>NONE</b>.').waitFor();
  });

  it('tries the rules on a file, and stores nothing', async () => {
    const { page } = await world.openAs(world.erp.key, '/rules');
    await page.getByLabel('Finished invoice, XML or PDF').setInputFiles(BROKEN);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const report = page.getByRole('list', { name: 'What was checked' });
    await report.getByText('has findings').first().waitFor();
    await report.getByRole('link').first().waitFor();
    assert.equal((await world.erp.get<{ total: number }>('/invoices')).json.total, 0);
  });

  it('shows what a coming pack refuses of the stored invoices, and has the operator tell the clients', async () => {
    const [id = ''] = await world.sent([withoutTerms(numbered(example('over-peppol'), 'RE-2026-7001'))]);
    await world.settled(id, ['delivered']);
    const clerk = await world.openAs(await world.key(['read']), '/rules');
    await clerk.page.getByText('No stored invoice was judged by this pack yet.').waitFor();
    assert.equal(await clerk.page.getByRole('button', { name: 'Judge stored invoices' }).count(), 0);

    const { page, complaints } = await world.openAs(OPERATOR_KEY, '/rules');
    const panel = page.getByRole('region', { name: 'Stored invoices under this pack' });
    await panel.getByLabel('On their care list').check();
    await panel.getByRole('button', { name: 'Judge stored invoices' }).click();
    await panel.getByText('1 invoice would be refused.').waitFor();
    const row = panel.locator('.rows-stored tbody tr').filter({ hasText: 'PEPPOL-EN16931-R056' });
    await row.getByText('new, Error').waitFor();
    await row.getByRole('link', { name: 'an invoice' }).click();
    await page.waitForURL(`**/invoices/${id}`);
    await untilPasses(async () => {
      const { json } = await world.erp.read<{
        data: readonly { catalogue_code: string; invoice_id: string }[];
      }>('/care');
      assert.deepEqual(
        json.data.map(({ catalogue_code: code, invoice_id: of }) => [code, of]),
        [['EI-COMING', id]],
      );
    });
    assert.deepEqual(complaints, []);
  });

  it('says of a finding until when its rule has another severity, as the reader writes a day', async () => {
    const withoutVat = exampleText('xrechnung-ubl.xml').replace(
      /<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/,
      '',
    );
    const { id } = await sendFile(world, withoutVat, 'RE-OVERLAID');
    await world.settled(id, ['validation_failed']);
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}/document`, { language: 'de' });
    await page.locator('.finding', { hasText: 'BR-DE-16' }).getByText('28. Feb. 2027').waitFor();
  });

  for (const path of rowsOfProof(['/rules?code=BR-DE-15']))
    it('has nothing that axe finds, light and dark, wide and narrow', async () => {
      const { page } = await world.openAs(OPERATOR_KEY, path);
      await inEachViewOfProof(page, async (view, width) => {
        await page.getByRole('article', { name: 'BR-DE-15' }).waitFor();
        if (width === 390) await page.locator('.rows-packs tbody tr').first().waitFor();
        else await page.getByRole('img', { name: /over the dates of issue/ }).waitFor();
        await page.locator('.rows-changes tbody tr').first().waitFor();
        assert.deepEqual(await complaintsOfAxe(page), [], view);
        await widthBecomes(page, width, view);
      });
    });

  it('has no version below the line of today', async () => {
    const { page } = await world.openAs(await world.key(['read']), '/rules');
    await page.locator('.packs .today-word').waitFor();
    await untilPasses(async () => assert.deepEqual(await page.evaluate(CROSSED), []));
  });

  it('has one lamp for all publishers that should have released a newer pack, 300 days later', async () => {
    const { service, erp } = world;
    await new Erp(service, OPERATOR_KEY).post('/clock', { advance_seconds: 300 * 86_400 });
    const { json: packs } = await erp.get<{ today: string; publishers: readonly { is_old: boolean }[] }>(
      '/packs',
    );
    const { page } = await world.openAs(await world.key(['read']), '/rules');
    const lamp = page.locator('.note.warn li').filter({ hasText: 'en16931 1.3.16 is' });
    await lamp.getByText('A newer one was expected in October 2026').waitFor();
    await lamp
      .locator('a[href^="https://github.com/ConnectingEurope/"]', { hasText: 'CEN/TC 434' })
      .waitFor();
    await countBecomes(page.locator('.note.warn'), 1);
    await countBecomes(page.locator('.note.warn li'), packs.publishers.filter((each) => each.is_old).length);
    const [year = 0, month = 0] = packs.today.split('-').map(Number);
    const begin = new Date(Date.UTC(year, month - 1 - 10, 1)).toLocaleDateString('en', { month: 'short' });
    await untilPasses(async () =>
      assert.ok((await page.locator('.packs .month').first().textContent())?.startsWith(begin), begin),
    );
    assert.deepEqual(await complaintsOfAxe(page), []);

    // The answer of /health is kept for some seconds.
    await until(async () => {
      const { json } = await erp.get<{ checks: { rule_packs: string } }>('/health');
      return /^ok; older than the rhythm .*en16931 1\.3\.16/.test(json.checks.rule_packs);
    }, 'the age in the health');
    const doctor = await runIds(['doctor'], {
      IDS_URL: service.url,
      IDS_KEY: OPERATOR_KEY,
      RULES_DIR: rules.path,
    });
    assert.match(doctor.out, /^look +rule_packs +ok; older than the rhythm .*en16931 1\.3\.16/m);
    await until(async () => {
      const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
      const figure = (name: string) =>
        Number(new RegExp(`^${name}\\{publisher="CEN/TC 434",.* (\\d+)$`, 'm').exec(metrics)?.[1]);
      return figure('ids_rule_pack_age_days') > figure('ids_rule_pack_max_age_days');
    }, 'the age in the metrics');
  });

  it('has then a row for each of these packs on the care list of the operator', async () => {
    const operator = new Erp(world.service, OPERATOR_KEY);
    const listed = async () =>
      (
        await operator.read<{ data: readonly { invoice_ref: string }[] }>(
          '/care?status=open&catalogue_code=EI-PACK-OLD',
        )
      ).json.data;
    const { json: packs } = await operator.read<{ publishers: readonly { is_old: boolean }[] }>('/packs');
    const old = packs.publishers.filter((each) => each.is_old).length;
    // The care list has a limit of calls.
    await until(async () => (await listed()).length === old, 'a row for each old pack', 60_000, 1_000);
    assert.deepEqual(
      (await world.erp.read<{ data: object[] }>('/care?catalogue_code=EI-PACK-OLD')).json.data,
      [],
    );
    const { page } = await world.openAs(OPERATOR_KEY, '/to-correct');
    await page.getByRole('heading', { name: `${old} rule packs are out of date` }).waitFor();
    const detail = page.getByRole('complementary', { name: 'A rule pack is out of date' });
    await detail.getByText('installs the newer release').waitFor();
    await inEachViewOfProof(page, async (view, width) => {
      assert.deepEqual(await complaintsOfAxe(page), [], view);
      await widthBecomes(page, width, view);
    });
    await page.getByRole('row', { name: /en16931 1\.3\.16/ }).focus();
    await detail.getByText('at https://github.com/ConnectingEurope/').waitFor();
    await detail.getByRole('button', { name: `Mark ${old} as handled` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Mark ${old} as handled` })
      .click();
    await page.getByText(`${old} rule packs are handled`, { exact: true }).first().waitFor();
    await until(async () => (await listed()).length === 0, 'all are handled', 60_000, 1_000);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('row', { name: /en16931 1\.3\.16/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Packs by layer' }).waitFor();
  });
});
