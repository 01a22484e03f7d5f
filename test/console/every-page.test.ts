import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { untilPasses } from '../support/until.ts';
import { complaintsOfAxe } from './axe.ts';
import { hostileAnswer, OVER_RATE } from './hostile-answers.ts';
import { pagesWithRecords } from './pages.ts';
import { POINTERS, pressText } from './presses.ts';
import { partOf, rowsFor } from '../support/volume.ts';
import { inEachView, resize, WIDTHS } from './views.ts';
import { widthBecomes } from './reads.ts';
import { ConsoleWorld, type Opened } from './world.ts';

const LANGUAGES = ['en', 'de', 'fr', 'pl', 'ro'] as const;
const WORDS = new URL('../../src/console/words/en/', import.meta.url);

/** What changes something. */
const ACTS =
  /^(Cancel|Release|Send|Mark|Open again|Undo|Add a note|Change|Make a key|Revoke|Replace|Rotate|Set a|Replay|Deliver|Send a test|Share)/;

/** Without a webhook the service answers 404; the care list has a limit of calls a minute, which the page waits for. */
const isTrouble = (complaint: string): boolean => !/status of (404|429)/.test(complaint);

/** A row of a table and a label take the finger for what is in them; so does what a control draws around itself. */
const SMALL_TARGETS = `
  [...document.querySelectorAll('a[href], button, input, select, summary, [role=tab], tr[tabindex]')]
    .filter((control) => {
      if (!control.checkVisibility() || control.closest('.unseen, .skip, .cm-editor')) return false;
      if (getComputedStyle(control).display === 'inline' && control.closest('p:not(.above), li, dd, td, th')) return false;
      const target = control.closest('label, tr.opens') ?? control;
      const around = getComputedStyle(control, '::after');
      const more = around.content !== 'none' && around.position === 'absolute' ? -2 * parseFloat(around.top) : 0;
      return target.getBoundingClientRect().height + more < 43.5;
    })
    .map((control) => control.outerHTML.slice(0, 120) + ' ' + Math.round(control.getBoundingClientRect().height))`;

describeInChromium('every page, in Chromium', () => {
  let world: ConsoleWorld;
  let pages: readonly string[];
  before(async () => {
    world = await ConsoleWorld.of('pages');
    pages = await pagesWithRecords(world);
  });
  afterEach(() => world.closePages());

  it('shows a read-only operator all there is, and nothing that changes it', async () => {
    const opened = await world.openAs(await world.mint('--operator', '--read-only'), '/now');
    const { page, complaints } = opened;
    const ofSenders = ['/convert', '/playground'];
    for (const path of pages.filter((each) => !ofSenders.includes(each))) {
      await world.visit(opened, path);
      await untilPasses(async () =>
        assert.notEqual(await page.locator('main h1').innerText(), 'There is no such page', path),
      );
      const names = await page.locator('main button').allInnerTexts();
      assert.deepEqual(
        names.filter((name) => ACTS.test(name.trim())),
        [],
        path,
      );
    }
    for (const path of ofSenders) {
      await world.visit(opened, path);
      await untilPasses(async () =>
        assert.equal(await page.locator('main h1').innerText(), 'There is no such page', path),
      );
    }
    // No call was refused on the way: the browser says so in its console.
    assert.deepEqual(complaints.filter(isTrouble), []);
  });

  it('shows a partner the rules and its clients, and no page of an invoice', async () => {
    const opened = await world.openAs(await world.mint('--partner', 'partner-1'), '/rules');
    const { page, complaints } = opened;
    for (const path of pages) {
      await world.visit(opened, path);
      const isShown = (await page.locator('main h1').innerText()) !== 'There is no such page';
      assert.equal(isShown, /^\/(rules|clients)/.test(path), path);
    }
    assert.deepEqual(complaints.filter(isTrouble), []);
  });

  /** The first call of each address comes over a rate. */
  const answerOverRate = async (page: Page): Promise<() => number> => {
    const addresses = new Set<string>();
    await page.route(
      (url) =>
        url.origin === world.service.url &&
        !url.pathname.startsWith('/console') &&
        !url.searchParams.has('wait'),
      async (route: Route) => {
        const url = route.request().url();
        if (route.request().method() !== 'GET' || addresses.has(url)) return route.continue();
        addresses.add(url);
        return route.fulfill(OVER_RATE);
      },
    );
    return () => addresses.size;
  };

  it('shows what it shows otherwise once calls that came over a rate may be made again', async () => {
    const shownBy = async ({ page }: Pick<Opened, 'page'>): Promise<readonly string[]> => {
      const texts = await page.locator('main :is(h1, h2, h3, thead th, button, .pill)').allInnerTexts();
      // Without ages; two rows of one age are in any order.
      return texts.map((text) => text.replace(/\d+/g, '')).sort();
    };
    const opened = await world.openAs(OPERATOR_KEY, '/search');
    const slowed = await world.openAs(OPERATOR_KEY, '/search');
    const limited = await answerOverRate(slowed.page);
    for (const path of partOf(pages, 6)) {
      await world.visit(opened, path);
      const before = limited();
      await world.visit(slowed, path);
      await untilPasses(async () => assert.deepEqual(await shownBy(slowed), await shownBy(opened), path));
      assert.equal(await slowed.page.locator('.problem').count(), 0, path);
      assert.ok(limited() > before || /convert|playground|webhooks/.test(path), path);
    }
    assert.deepEqual([...opened.complaints, ...slowed.complaints].filter(isTrouble), []);
  });

  /** Every text of every answer is replaced, whatever page reads it. */
  const answerHostile = (page: Page): Promise<unknown> =>
    page.route(
      (url) => url.origin === world.service.url && !url.pathname.startsWith('/console'),
      async (route: Route) => {
        const answer = await route.fetch();
        if (!(answer.headers()['content-type'] ?? '').includes('json'))
          return route.fulfill({ response: answer });
        return route.fulfill({ response: answer, json: hostileAnswer(await answer.json()) });
      },
    );

  it('runs no script of a hostile name, and keeps its width', async () => {
    const opened = await world.openAs(OPERATOR_KEY, '/playground');
    const { page, complaints } = opened;
    await answerHostile(page);
    const silent: string[] = [];
    for (const [n, path] of partOf(pages, 2).entries()) {
      await world.visit(opened, path);
      for (const width of rowsFor(WIDTHS, n)) {
        await resize(page, width);
        if (!(await page.locator('main').innerText()).includes('<img')) silent.push(path);
        assert.equal(await page.locator('main img').count(), 0, path);
        await widthBecomes(page, width, `${path}, ${width} px`);
        assert.ok((await page.title()) !== 'broken', path);
      }
    }
    // The texts of these are the console's own, or names that are kept; no report is there.
    const own = ['/webhooks', '/rules', '/convert', '/playground', '/reports'];
    assert.deepEqual(
      silent.filter((path) => !own.includes(path)),
      [],
    );
    assert.deepEqual(complaints.filter(isTrouble), []);
  });

  /** A name stands in place of a word that is missing. */
  const names = new Set(
    readdirSync(WORDS).flatMap((file) =>
      Object.keys(JSON.parse(readFileSync(new URL(file, WORDS), 'utf8')) as object).filter((name) =>
        name.includes('.'),
      ),
    ),
  );

  async function choose(page: Page, language: string): Promise<void> {
    await resize(page, WIDTHS[0]);
    await page.locator('.rail .language select').selectOption(language);
    await page.locator(`html[lang=${language}]`).waitFor();
  }

  it('is drawn in five languages, without a missing word, as wide as the window, and has nothing that axe finds', async () => {
    const opened = await world.openAs(OPERATOR_KEY, '/now');
    const { page, complaints } = opened;
    for (const [n, path] of pages.entries()) {
      await world.visit(opened, path);
      for (const language of rowsFor(LANGUAGES, n)) {
        await choose(page, language);
        for (const width of rowsFor(WIDTHS, n)) {
          await resize(page, width);
          const where = `${path}, ${language}, ${width} px`;
          await untilPasses(async () => {
            const texts = (await page.locator('body').innerText()).split(/\s+/);
            assert.deepEqual(
              texts.filter((text) => names.has(text)),
              [],
              where,
            );
            assert.doesNotMatch(texts.join(' '), /\{\w+\}/, where);
          });
          await widthBecomes(page, width, where);
        }
      }
      await inEachView(page, async (view) =>
        assert.deepEqual([path, view, ...(await complaintsOfAxe(page))], [path, view]),
      );
    }
    assert.deepEqual(complaints.filter(isTrouble), []);
  });

  it('keeps the words of the foot bar apart on the narrowest screen, in each language', async () => {
    const { page } = await world.openAs(OPERATOR_KEY, '/rules');
    for (const language of rowsFor(LANGUAGES, 2)) {
      await choose(page, language);
      await resize(page, 320);
      const overflowing = `
        [...document.querySelectorAll('.foot-bar > .entry')]
          .filter((entry) => {
            const [box, word] = [entry, entry.querySelector('span:not(.count)')].map((each) => each.getBoundingClientRect());
            return word.left < box.left || word.right > box.right || word.height > 20;
          })
          .map((entry) => entry.textContent)`;
      await untilPasses(async () => assert.deepEqual(await page.evaluate(overflowing), [], language));
      await widthBecomes(page, 320, language);
    }
  });

  it('has targets of 44 px for a finger, but for links within a sentence', async () => {
    const [late] = await world.sent([numbered(example('over-pl-ksef'), 'LATE-REJECT')]);
    await world.settled(late!, ['rejected']);
    const opened = await world.openAs(OPERATOR_KEY, '/now', { width: 390, touch: true });
    await opened.page.getByRole('link', { name: 'Open as a list' }).first().waitFor();
    for (const path of partOf(pages, 3)) {
      await world.visit(opened, path);
      for (const menu of [undefined, ...(await opened.page.locator('main .menu > button').all())]) {
        await menu?.click();
        await untilPasses(async () => assert.deepEqual(await opened.page.evaluate(SMALL_TARGETS), [], path));
        await opened.page.keyboard.press('Escape');
      }
    }
  });

  for (const pointer of rowsFor(['mouse', 'finger'] as const, 1))
    it(`chooses in each menu of a list by the ${pointer} on a word`, async () => {
      const { page } = await world.openAs(OPERATOR_KEY, '/invoices', POINTERS[pointer]);
      for (const [n, name] of ['route', 'by', 'due'].entries()) {
        await pressText(page.locator('.filters .menu > button'), pointer);
        await pressText(page.locator('.menu-box fieldset').nth(n).locator('label').nth(1), pointer);
        await page.keyboard.press('Escape');
        await untilPasses(async () => assert.ok(new URL(page.url()).searchParams.has(name), name));
      }
    });

  it('begins in the language of the browser', async () => {
    for (const language of rowsFor(LANGUAGES, 1)) {
      const { page } = await world.open('', { language });
      await page.locator(`html[lang=${language}]`).waitFor();
    }
  });

  it('asks for texts in the language of the page, and again when another is chosen', async () => {
    const { page } = await world.openAs(OPERATOR_KEY, '/rules?code=EI-ID-IBAN');
    for (const language of rowsFor(['de', 'pl'] as const, 1)) {
      const call = page.waitForRequest((request) => request.headers()['accept-language'] === language);
      await choose(page, language);
      await call;
    }
  });

  it('leads to a shared report, in which axe finds nothing either', async () => {
    const refused = await world.erp.submit(example('broken-iban'));
    const { refusal_id: id } = refused.json as unknown as { refusal_id: string };
    const { json } = await world.erp.post<{ url: string }>(`/refusals/${id}/share`);
    const { page } = await world.open('');
    await page.goto(world.service.url + new URL(json.url).pathname);
    for (const colorScheme of rowsFor(['light', 'dark'] as const, 1)) {
      await page.emulateMedia({ colorScheme });
      await resize(page, colorScheme === 'dark' ? 390 : 1440);
      assert.deepEqual(await complaintsOfAxe(page), [], colorScheme);
      await page.evaluate('document.title = ""; window.print = () => (document.title = "printed")');
      await page.getByRole('button', { name: 'Print' }).click();
      await untilPasses(async () => assert.equal(await page.title(), 'printed'));
    }
  });
});
