import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { findJudge } from './judges.ts';

/** The shell draws the same pages for a quarter less processor time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env['CHROMIUM'] ?? PROGRAMS.find((path) => existsSync(path)) ?? PROGRAMS.at(-1)!;
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Undefined if a Chromium is there. */
const missingChromium = existsSync(CHROMIUM) ? undefined : findJudge('chromium').missing;

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });

/** Skipped with a reason in the title if no Chromium is installed. */
export const describeInChromium = (title: string, suite: () => void): unknown =>
  missingChromium === undefined
    ? describe(title, suite)
    : describe.skip(`${title} (${missingChromium}, or set CHROMIUM)`, suite);
