import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { english } from '../support/words.ts';
import { RULE_PACKS, expanded } from '../support/built-in-rules.ts';
import { REFERENCE_DATA, describeByReference } from '../support/reference-data.ts';

const RUN = 8;

/** Names of elements are facts; a path does not count as a word. */
const PATH = /[\w:@/]*\b(?:cac|cbc|ext|ram|rsm|udt|qdt):[\w:@/]*/g;
const words = (text: string): string[] =>
  text
    .replace(PATH, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const runs = (text: string): string[] => {
  const all = words(text);
  return all.slice(RUN - 1).map((_, start) => all.slice(start, start + RUN).join(' '));
};

describeByReference('the words of the built-in packs', () => {
  it('are our own: no eight words in a row are from a published message', () => {
    const folder = join(REFERENCE_DATA, 'official');
    const published = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.sch'))
      .flatMap((path) => [
        ...readFileSync(join(folder, path), 'utf8').matchAll(
          /<(?:\w+:)?(?:assert|report)\b[^>]*>([^]*?)<\/(?:\w+:)?(?:assert|report)>/g,
        ),
      ])
      .flatMap(([, message = '']) => runs(message));
    assert.ok(published.length > 10_000);
    const known = new Set(published);
    const borrowed = RULE_PACKS.flatMap((pack) => expanded(pack).catalogue).flatMap(
      ({ code, title, explanation, fix_hint: hint }) =>
        [`${english(title)}. ${english(hint)}`, english(explanation) ?? '']
          .flatMap(runs)
          .filter((run) => known.has(run))
          .map((run) => `${code}: ${run}`),
    );
    assert.deepEqual(borrowed, []);
  });
});
