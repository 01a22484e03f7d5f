import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';

const AXE = new URL(import.meta.resolve('axe-core/axe.min.js'));
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe-core still finds after some minutes, a line each: a page that is being drawn is looked at again. */
export async function complaintsOfAxe(page: Page): Promise<readonly string[]> {
  let complaints: readonly string[] = [];
  const isClear = async (): Promise<boolean> => {
    complaints = await lookByAxe(page);
    return complaints.length === 0;
  };
  await until(isClear, 'axe finds nothing', undefined, 200).catch(() => undefined);
  return complaints;
}

/**
 * From the top, since axe complains about what a reader has scrolled halfway below the search field, and once no list is pale because its next
 * answer is on the way. The policy of the page forbids scripts of others, so that the test evaluates it.
 */
async function lookByAxe(page: Page): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(await readFile(AXE, 'utf8'));
  await page.locator('table.old').first().waitFor({ state: 'detached' });
  await page.evaluate('scrollTo(0, 0)');
  const options = JSON.stringify({ runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] });
  // The whole result names each node that passed: to describe them takes a quarter of the checks, and their way out of the page longer than all.
  return page.evaluate<readonly string[]>(`
    axe.run(document, ${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary = '' }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`);
}
