import assert from 'node:assert/strict';
import { Effort } from '../../../src/domain/words/effort.ts';
import { TRANSLATED } from '../../../src/domain/words/language.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';
import { AdversarialTexts, chanceFrom } from '../../words/adversarial-texts.ts';

const MINUTE_MS = 60_000;
/** Of the longest text. */
const MAX_STEPS = 14_000;
const MAX_CPU_MS = 5;
/** Another program or the collector of garbage may stand between; nothing may stand between so often. */
const MAX_SLOW_SHARE = 0.01;

describe('the dictionary', () => {
  it('words whatever our templates can be put together to within its budget, for a minute', () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1e9);
    const dictionaries = TRANSLATED.map((language) => new WordFiles().in(language).dictionary!);
    const texts = new AdversarialTexts([...dictionaries[0]!.exact.keys()], chanceFrom(seed));
    let [count, slow] = [0, 0];
    for (const end = performance.now() + MINUTE_MS; performance.now() < end;) {
      const text = texts.next();
      for (const dictionary of dictionaries) {
        const effort = new Effort(text);
        const began = process.cpuUsage();
        dictionary.translate(text, effort);
        if (process.cpuUsage(began).user > MAX_CPU_MS * 1000) slow += 1;
        assert.ok(effort.steps <= MAX_STEPS, `SEED=${seed}: ${effort.steps} steps, ${text.slice(0, 300)}`);
        count += 1;
      }
    }
    assert.ok(
      slow / count < MAX_SLOW_SHARE,
      `SEED=${seed}: ${slow} of ${count} took more than ${MAX_CPU_MS} ms`,
    );
  }).timeout(2 * MINUTE_MS);
});
