import type { Translator } from '../../../domain/words/translator.ts';
import { markup, page } from './page.ts';
import { PROBLEM_TYPES, type ProblemType } from '../call/problem.ts';

/** The page at a problem's `type`. */
export function problemPage(type: ProblemType, base: string, words: Translator): string {
  const { say, text } = words;
  const { status, advice } = PROBLEM_TYPES[type];
  const title = text(PROBLEM_TYPES[type].title);
  return page(
    title,
    markup`<h1>${title}</h1>
      <p><code>${type}</code>, HTTP ${status}</p>
      <p>${text(advice)}</p>
      <p class="muted">
        ${say('pages.error-answers-with-this-type-lead-here')} <code>"type": "${base}/${type}"</code>. <a href="/docs#description/problem-types">${say('pages.all-problem-types')}</a>
      </p>`,
    words,
  );
}
