import assert from 'node:assert/strict';
import { describeInChromium } from '../support/chromium.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { until, untilPasses } from '../support/until.ts';
import { complaintsOfAxe } from './axe.ts';
import { brokenWordsIn } from './broken-words.ts';
import { inEachViewOfProof } from './views.ts';
import { rowsOfProof } from '../support/volume.ts';
import { textsBecome, widthBecomes } from './reads.ts';
import { ConsoleWorld } from './world.ts';

const HOSTILE = `<img src=x onerror="document.title='broken'">‮${'W'.repeat(120)}`;
/** What stands before the values of the cards that are shown. */
const LABELS = `[...document.querySelectorAll('.rows-access td')]
  .filter((cell) => cell.checkVisibility())
  .map((cell) => getComputedStyle(cell, '::before').content)
  .filter((content) => content !== 'none')
  .map((content) => /^"([^":]+)/.exec(content)?.[1])`;

/** Numbers of companies and names of providers. */
const WHOLE = '.rows-access :is(.c-participant, .c-company, .c-provider)';

const SECRET = 'token-that-no-page-shows';

describeInChromium('the clients, in Chromium', () => {
  let world: ConsoleWorld;
  let operator: Erp;
  before(async () => {
    world = await ConsoleWorld.of('clients');
    operator = new Erp(world.service, OPERATOR_KEY);
    await operator.put('/clients/clients/profile', {
      name: 'Nordwerk group',
      partner: 'partner-1',
      stage: 'live',
      countries: ['DE', 'PL'],
      retention_days: 3650,
      collect: ['PL-KSEF'],
    });
    await operator.put('/clients/hostile/profile', { name: HOSTILE, stage: 'closed' });
    await operator.post('/credentials', {
      client: 'clients',
      route: 'PL-KSEF',
      kind: 'ksef-token',
      issued_by: HOSTILE,
      issued_on: '2025-11-30',
      expires_on: new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10),
      value: SECRET,
    });
  });
  afterEach(() => world.closePages());

  /** The service notes it after its answer. */
  const lastUseOf = async (label: string): Promise<string> => {
    type Keys = { readonly data: readonly { readonly label?: string; readonly last_used_at?: string }[] };
    let at: string | undefined;
    await until(async () => {
      const { data } = (await world.erp.get<Keys>('/keys')).json;
      at = data.find((key) => key.label === label)?.last_used_at;
      return at !== undefined;
    }, `the use of ${label} is noted`);
    return at!;
  };

  it('shows the operator the clients, and the record, credentials, keys and audit of one', async () => {
    const { page, complaints } = await world.openAs(OPERATOR_KEY, '/clients');
    await page.getByRole('heading', { name: /^\d+ clients$/ }).waitFor();
    await page.getByLabel('Find a client').fill('clients');
    await page.getByRole('navigation', { name: 'Clients' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Nordwerk group' }).waitFor();
    await page.getByText('3,650 days').waitFor();
    await page.getByRole('row', { name: /KSeF.*KSeF token.*in [56] days/ }).waitFor();
    await page.getByRole('row', { name: /Credential stored/ }).waitFor();
    assert.ok(!(await page.content()).includes(SECRET));
    await untilPasses(async () => assert.equal(await page.title(), 'Clients'));
    assert.deepEqual(complaints, []);
  });

  it('makes a key, shows it once, and revokes it after a question, by keyboard', async () => {
    const { page } = await world.openAs(world.erp.key, '/clients');
    await page.getByRole('button', { name: 'Make a key' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Make a key' });
    await dialog.getByLabel('Label').fill('Dashboard');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'The new key' });
    const key = await shown.locator('code').innerText();
    await page.getByRole('row', { name: /Dashboard.*not yet/s }).waitFor();
    assert.equal((await new Erp(world.service, key).get('/invoices')).status, 200);
    await shown.getByRole('button', { name: 'I have copied it' }).press('Enter');
    const used = await lastUseOf('Dashboard');
    await page.reload();
    await page
      .getByRole('row', { name: /Dashboard/ })
      .locator(`time[datetime="${used}"]`)
      .waitFor();
    const revoke = page.getByRole('button', { name: 'Revoke Dashboard' });
    await revoke.press('Enter');
    const question = page.getByRole('dialog', { name: 'Revoke the key “Dashboard”?' });
    await question.getByRole('button', { name: 'Revoke' }).press('Enter');
    await revoke.waitFor({ state: 'detached' });
    assert.equal((await new Erp(world.service, key).get('/invoices')).status, 401);
    await page
      .getByRole('row', { name: /Key revoked/ })
      .first()
      .waitFor();
  });

  it('offers a key only the rights that it holds itself', async () => {
    const { page } = await world.openAs(await world.key(['admin']), '/clients');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const boxes = page.getByRole('dialog').getByRole('checkbox');
    // The dialog may open before the page knows the rights of its key.
    await boxes.first().waitFor();
    await untilPasses(async () =>
      assert.deepEqual(
        await boxes.evaluateAll((all) => all.map((box) => box.parentElement?.textContent?.trim())),
        ['admin'],
      ),
    );
    await untilPasses(async () => assert.equal(await boxes.first().isChecked(), true));
  });

  it('is named in the navigation as its page is headed, for each who may open it', async () => {
    for (const [key, name] of [
      [world.erp.key, 'Keys and credentials'],
      [OPERATOR_KEY, 'Clients'],
    ] as const) {
      const { page } = await world.openAs(key, '/clients');
      await untilPasses(async () => assert.equal(await page.title(), name));
      await textsBecome(page.locator('.rail .entry.here'), [name]);
    }
  });

  it('says on a phone beside each value what it is, of a credential for whom it is and from whom', async () => {
    const { json } = await world.erp.post<{ id: string }>(
      '/invoices',
      numbered(example('over-peppol'), 'L-1'),
    );
    await world.erp.post(`/invoices/${json.id}/share`, {});
    const opened = await world.openAs(world.erp.key, '/clients', { width: 400, touch: true });
    const { page } = opened;
    for (const [path, heads] of [
      ['/clients', ['For', 'Issued by', 'Issued', 'Ends', 'May', 'Made', 'Last used']],
      ['/links', ['Made by', 'Works until', 'Last read']],
    ] as const) {
      await world.visit(opened, path);
      await untilPasses(async () =>
        assert.deepEqual(new Set(await page.evaluate<string[]>(LABELS)), new Set(heads)),
      );
    }
  });

  it('replaces the value of a credential, and revokes it', async () => {
    const { page } = await world.openAs(world.erp.key, '/clients');
    await page.getByRole('button', { name: 'Replace KSeF, KSeF token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace KSeF, KSeF token' });
    await dialog.getByLabel('New value').fill('another-token');
    await dialog.getByLabel('Last day').fill('2030-01-31');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('row', { name: /31 Jan 2030/ }).waitFor();
    await page.getByRole('button', { name: 'Revoke KSeF, KSeF token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No credential is stored.').waitFor();
  });

  it('registers a company to receive, says why another one is not registered, and releases the first', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, '/clients');
    await page.getByText('No company is registered here to receive.').waitFor();
    const register = async (participant: string, migrationKey = ''): Promise<void> => {
      await page.getByRole('button', { name: 'Register a company' }).click();
      const dialog = page.getByRole('dialog', { name: 'Register a company' });
      await dialog.getByLabel('Participant').fill(participant);
      await dialog.getByLabel('Migration key').fill(migrationKey);
      await dialog.getByRole('button', { name: 'Register' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await register('0088:6666666660404');
    await page.getByRole('row', { name: /0088:6666666660404.*registered.*phoss SMP/s }).waitFor();
    await register('0088:6666666660001');
    await page.getByRole('row', { name: /0088:6666666660001.*failed.*registered elsewhere/s }).waitFor();
    await page.getByRole('row', { name: /Company registered/ }).waitFor();
    await page.getByRole('button', { name: 'Register a company' }).click();
    await page.getByRole('dialog').getByLabel('Participant').fill('0088:6666666660404');
    await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
    await page.getByRole('alert').getByText(/reg_/).waitFor();
    await page.keyboard.press('Escape');
    await register('0088:6666666660002', 'WRONG1#Cd2$Ef3@Gh4%');
    await page.getByRole('row', { name: /0088:6666666660002.*failed.*migration/s }).waitFor();
    assert.deepEqual(await page.evaluate(brokenWordsIn(WHOLE)), []);
    await inEachViewOfProof(page, async (view, width) => {
      assert.deepEqual(await complaintsOfAxe(page), [], view);
      await widthBecomes(page, width, view);
    });
    await page.getByRole('button', { name: 'Release 0088:6666666660404' }).click();
    const question = page.getByRole('dialog', { name: 'Release 0088:6666666660404?' });
    await question.getByRole('button', { name: 'Release' }).press('Enter');
    await page.getByRole('button', { name: 'Release 0088:6666666660404' }).waitFor({ state: 'detached' });
    for (const participant of ['0088:6666666660001', '0088:6666666660002'])
      await page.getByRole('button', { name: `Dismiss ${participant}` }).click();
    await page.getByText('No company is registered here to receive.').waitFor();
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('409')),
      [],
    );
  });

  it('shows a link for a company once, what became of its consent, and ends the connection', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, '/clients');
    await page.getByText('No company is connected here.').waitFor();
    const ask = async (company: string): Promise<string> => {
      await page.getByRole('button', { name: 'Connect a company' }).click();
      const dialog = page.getByRole('dialog', { name: 'Connect a company' });
      await dialog.getByLabel('Company').fill(company);
      await dialog.getByRole('button', { name: 'Make a link' }).click();
      const shown = page.getByRole('dialog', { name: 'The link for the company' });
      const link = await shown.locator('code').innerText();
      await shown.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('row', { name: new RegExp(`${company}.*link open.*Super PDP`, 's') }).waitFor();
      return link;
    };
    // The platform sends the browser back to the address that callers know, which is not the one of this process.
    const consent = async (link: string): Promise<number> => {
      const { headers } = await fetch(link, { redirect: 'manual' });
      const { pathname, search } = new URL(headers.get('location')!);
      return (await fetch(`${world.service.url}${pathname}${search}`)).status;
    };
    assert.equal(await consent(await ask('732829320')), 200);
    assert.equal(await consent(await ask('732829409')), 400);
    await page.reload();
    await page.getByRole('row', { name: /732829320.*connected/s }).waitFor();
    await page.getByRole('row', { name: /732829409.*failed.*another company/s }).waitFor();
    await page.getByRole('row', { name: /Company connected/ }).waitFor();
    await inEachViewOfProof(page, async (view, width) => {
      assert.deepEqual(await complaintsOfAxe(page), [], view);
      await widthBecomes(page, width, view);
    });
    await page.getByRole('button', { name: 'End the connection of 732829320' }).click();
    const question = page.getByRole('dialog', { name: 'End the connection of 732829320?' });
    await question.getByRole('button', { name: 'End' }).press('Enter');
    await page
      .getByRole('button', { name: 'End the connection of 732829320' })
      .waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });

  it('is absent for a key that does not administer', async () => {
    const { page } = await world.openAs(await world.key(['read', 'submit']), '/clients');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Clients' }).count(), 0);
  });

  for (const path of rowsOfProof(['/clients?client=hostile', '/clients?client=clients']))
    it(`has nothing that axe finds, light and dark, wide and narrow: ${path}`, async () => {
      const { page } = await world.openAs(OPERATOR_KEY, path);
      await page.getByRole('heading', { name: 'Audit' }).waitFor();
      await page.locator('.rows-audit tbody tr, .empty').first().waitFor();
      await inEachViewOfProof(page, async (view, width) => {
        assert.deepEqual(await complaintsOfAxe(page), [], view);
        await widthBecomes(page, width, view);
        await untilPasses(async () => assert.equal(await page.title(), 'Clients'));
      });
    });
});
