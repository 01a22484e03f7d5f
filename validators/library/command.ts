#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { openRules } from './open-rules.ts';

/** `en16931-rules FILE…`: 0 if every file is valid, 1 if one is invalid, 2 if one was not judged as a whole. */
const CODES = { valid: 0, invalid: 1, not_run: 2 } as const;

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Usage: en16931-rules FILE…');
  process.exit(CODES.not_run);
}
const rules = await openRules();
for (const file of files) {
  const { verdict, findings, layers } = await rules.check(readFileSync(file));
  process.exitCode = Math.max(Number(process.exitCode ?? 0), CODES[verdict]);
  console.log(`${verdict} ${file}`);
  for (const { severity, code, message, location } of findings)
    console.log(`  ${severity} [${code}] ${message}${location ? ` ${location.xpath}` : ''}`);
  for (const layer of layers)
    if (layer.outcome === 'not_run') console.log(`  ${layer.layer} was not run: ${layer.reason}`);
}
