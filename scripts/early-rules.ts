import { writeFileSync } from 'node:fs';
import { earlyRuleFiles } from './early-rules/write-early-rules.ts';

/** Writes the early rules. `npm run docs` runs this in a process of its own: the pages must not load the rules of before. */
for (const { path, text } of earlyRuleFiles()) writeFileSync(new URL(`../${path}`, import.meta.url), text);
