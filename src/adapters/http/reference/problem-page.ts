import { markup, page } from './page.ts';
import { PROBLEM_TYPES, type ProblemType } from '../call/problem.ts';

/** The page at a problem's `type`. */
export function problemPage(type: ProblemType, base: string): string {
  const { status, title, advice } = PROBLEM_TYPES[type];
  return page(
    title,
    markup`<h1>${title}</h1>
      <p><code>${type}</code>, status ${status}</p>
      <p>${advice}</p>
      <p class="muted">
        Error answers with <code>"type": "${base}/${type}"</code> lead here. <a href="/docs#description/problem-types">All problem types</a>
      </p>`,
  );
}
