import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { partOf } from '../support/volume.ts';
import { untilPasses } from '../support/until.ts';
import { Receiver } from './receiver.ts';
import { allDrawn, ConsoleWorld } from './world.ts';

/** Each dialog: the page that has it, and the button that opens it. */
interface DialogRow {
  readonly page: string;
  readonly button: string | RegExp;
  readonly as?: 'operator';
}

const DIALOGS = {
  'the keys of a page': { page: '/invoices', button: 'Keys of this page' },
  'a link to share': { page: '/invoices/REFUSED', button: 'Share' },
  'a note': { page: '/to-correct', button: 'Add a note' },
  'an answer to a seller': { page: '/received/RECEIVED', button: 'Answer' },
  'a webhook': { page: '/webhooks', button: 'Change' },
  'a period to replay': { page: '/webhooks', button: 'Replay a period' },
  'a new key': { page: '/clients?client=focus', button: 'Make a key', as: 'operator' },
  'the end of a key': { page: '/clients?client=focus', button: /^Revoke /, as: 'operator' },
  'another credential': { page: '/clients?client=focus', button: /^Replace /, as: 'operator' },
  'a connection': { page: '/clients?client=focus', button: 'Connect a company', as: 'operator' },
  'a registration': { page: '/clients?client=focus', button: 'Register a company', as: 'operator' },
  'the end of a link': { page: '/links', button: /^Revoke the link/ },
} as const satisfies Readonly<Record<string, DialogRow>>;

/** What has the focus, in few letters. */
const focusIn = async (page: Page): Promise<string> =>
  (
    await page.evaluate<string>(`document.activeElement.tagName + ' ' + document.activeElement.textContent`)
  ).slice(0, 60);

/** The focus goes back after the key press, not in it. */
const untilFocusIsIn = async (page: Page, opener: string): Promise<void> =>
  untilPasses(async () => assert.equal(await focusIn(page), opener));

describeInChromium('the focus, in Chromium', function () {
  let world: ConsoleWorld;
  let ids: Readonly<Record<string, string>>;
  let receiver: Receiver;
  before(async function () {
    world = await ConsoleWorld.of('focus');
    const operator = new Erp(world.service, OPERATOR_KEY);
    await operator.put('/clients/focus/profile', { name: 'Focus GmbH', stage: 'live', countries: ['DE'] });
    await operator.post('/credentials', {
      ...{ client: 'focus', route: 'PL-KSEF', kind: 'ksef-token', issued_by: 'KSeF', value: 'not-shown' },
      issued_on: '2026-01-31',
    });
    receiver = await Receiver.open();
    await world.erp.put('/webhook', { url: receiver.url, contact_email: 'it@erp.focus.example' });
    const [refused] = await world.sent([numbered(example('over-peppol'), 'F-1-NOTREG')]);
    await world.settled(refused!, ['rejected']);
    const [delivered] = await world.sent([numbered(example('over-peppol'), 'F-2')]);
    await world.settled(delivered!, ['delivered']);
    const { text } = await world.erp.read(`/invoices/${delivered!}/documents/ubl`);
    const received = await world.erp.received('PEPPOL', text.replaceAll('focus/F-2', 'F-3'));
    await world.erp.post(`/invoices/${refused!}/share`);
    ids = { REFUSED: refused!, RECEIVED: received.id };
  });
  after(() => receiver.close());
  afterEach(() => world.closePages());

  const dialogs: readonly (readonly [string, DialogRow])[] = Object.entries(DIALOGS);
  for (const [name, row] of partOf(dialogs, 3))
    it(`goes back to what opened a dialog: ${name}`, async () => {
      const key = row.as === 'operator' ? OPERATOR_KEY : await world.key(['submit', 'read', 'admin']);
      const path = row.page.replace(/REFUSED|RECEIVED/, (id) => ids[id]!);
      const opened = await world.openAs(key, path);
      const { page } = opened;
      await allDrawn(opened, name);
      const button = page.getByRole('button', { name: row.button, exact: true }).first();
      await button.focus();
      const opener = await focusIn(page);
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await untilFocusIsIn(page, opener);
    });

  it('goes back to what had it when a search ends, by Enter and by Esc', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices');
    const { page } = opened;
    await allDrawn(opened, 'Invoices');
    const chip = page.getByRole('link', { name: /^Failed/ }).first();
    for (const end of ['Enter', 'Escape']) {
      await chip.focus();
      const before = await focusIn(page);
      await page.keyboard.press('f');
      await page.locator('#list-search:focus').waitFor();
      await page.keyboard.type('F-1');
      await page.keyboard.press(end);
      await page.locator('#list-search:not(:focus)').waitFor();
      await untilFocusIsIn(page, before);
    }
  });
});
