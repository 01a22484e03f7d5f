// npm run docs -- pictures: draws runs/pictures/ids-*.png, commands of `ids` at a service of its own as a terminal of 80 columns shows them,
// reference-*.png, its pages at /docs, and console/*.png; then writes what pages show to docs/pictures. Needs Chromium (CHROMIUM) and `script`
// of util-linux, which gives a program a terminal.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeText } from 'en16931-rules/vocabulary/escape.ts';
import { type Browser, chromium } from 'playwright-core';
import { OwnService, PROJECT } from '../demo/own-service.ts';
import { compressShown, DRAWN } from './shown-pictures.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const IDS = join(PROJECT, 'dist/src/commands/ids.js');
const COLUMNS = 80;
const CHECKED = ['broken-iban.json', 'broken-xrechnung-cii.xml', 'fa3.xml', 'over-peppol.json', 'plain.json'];

/** Each has a contrast of at least 4.5 to the background (WCAG 2.1, 1.4.3). */
const COLOURS: Readonly<Record<string, string>> = {
  1: 'font-weight: bold; color: #ffffff',
  2: 'color: #9aa4b2',
  31: 'color: #ff8a80; font-weight: bold',
  32: 'color: #7ee2a8; font-weight: bold',
  33: 'color: #ffd479; font-weight: bold',
};

/** Colours of ECMA-48 as HTML; a line that was replaced, as the progress bar is, is what stood there last. */
function markupOf(output: string): string {
  const lines = output.replaceAll('\r\n', '\n').split('\n');
  const last = lines.map((line) => line.split(/\r?\u001B\[K/).at(-1) ?? '');
  return last
    .join('\n')
    .trimEnd()
    .split(/(\u001B\[\d+m)/)
    .map((part) => {
      const code = /^\u001B\[(\d+)m$/.exec(part)?.[1];
      if (code === undefined) return escapeText(part);
      return code === '0' ? '</span>' : `<span style="${COLOURS[code] ?? ''}">`;
    })
    .join('');
}

const pageOf = (command: string, output: string): string => `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #10151d; display: inline-block }
pre { margin: 0; padding: 20px 24px; font: 15px/1.45 "DejaVu Sans Mono", monospace; color: #dbe2ea; width: ${COLUMNS}ch }
</style><pre><span style="${COLOURS[2]}">$</span> <span style="${COLOURS[1]}">${escapeText(command)}</span>
${markupOf(output)}</pre>`;

/** @returns what a terminal got. A command that refuses ends with another code than 0, which is no failure here. */
function run(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): string {
  const command = ['stty', 'cols', COLUMNS, ';', process.execPath, IDS, ...words].join(' ');
  return execFileSync('script', ['-qc', command, '/dev/null'], { cwd, env, encoding: 'utf8' });
}

async function draw(browser: Browser, name: string, command: string, output: string): Promise<void> {
  const page = await browser.newPage({ deviceScaleFactor: 1.5 });
  await page.setContent(pageOf(command, output));
  await page.locator('body').screenshot({ path: join(DRAWN, `${name}.png`) });
  await page.close();
}

/** What the pictures of /docs show. */
const REFERENCE = {
  light: { viewport: { width: 1440, height: 900 }, hash: '#tag/invoices/POST/invoices' },
  dark: { viewport: { width: 1440, height: 900 }, hash: '#tag/invoices/POST/invoices', colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, hash: '' },
} as const;
/** Scalar draws its page after it has loaded. */
const DRAWN_MS = 4000;

async function drawReference(browser: Browser, url: string): Promise<void> {
  for (const [name, { hash, ...options }] of Object.entries(REFERENCE)) {
    const page = await browser.newPage(options);
    await page.goto(`${url}/docs${hash}`);
    await page.waitForTimeout(DRAWN_MS);
    await page.screenshot({ path: join(DRAWN, `reference-${name}.png`) });
    await page.close();
  }
}

mkdirSync(DRAWN, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'ids-pictures-'));
const service = await OwnService.start(folder);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--headless', '--no-sandbox'] });
try {
  const { url, key } = service.api;
  const env = {
    PATH: process.env['PATH'],
    TERM: 'xterm-256color',
    RULES_DIR: join(PROJECT, 'rules'),
    IDS_URL: url,
    IDS_KEY: key,
  };
  mkdirSync(join(folder, 'invoices'));
  for (const name of CHECKED) cpSync(join(PROJECT, 'examples', name), join(folder, 'invoices', name));
  const refused = run(['trigger', 'rejected', '--route', 'PL-KSEF', '--wait', '--json'], folder, env);
  const { invoice_ref: ref } = JSON.parse(refused) as { readonly invoice_ref: string };
  for (const [name, words, cwd] of [
    ['ids-send', ['send', 'examples/over-peppol.json', '--wait'], PROJECT],
    ['ids-why', ['why', ref], PROJECT],
    ['ids-check', ['check', 'invoices'], folder],
  ] as const)
    await draw(browser, name, `ids ${words.join(' ')}`, run(words, cwd, env));
  await drawReference(browser, url);
  // The service above was built again, which removes what tests prepare.
  execFileSync(process.execPath, ['scripts/pretest.mjs'], { cwd: PROJECT, stdio: 'ignore' });
  execFileSync('npx', ['tsx', 'test/console/pictures.ts'], { cwd: PROJECT, stdio: 'inherit' });
  await compressShown(browser);
} finally {
  await browser.close();
  await service.stop('SIGTERM');
  rmSync(folder, { recursive: true });
}
