import type { FoundCodes } from '../../../application/catalogue/search-codes.ts';
import { markup, page } from './page.ts';

/** The codes that fit what a person looks for. */
export function codeSearchPage(text: string, { total, entries }: FoundCodes): string {
  const title = text === '' ? 'Look up a code' : headline(total, text);
  return page(
    title,
    markup`<h1>${title}</h1>
      <form class="search" action="/codes" role="search">
        <input type="search" name="q" aria-label="Code or words" placeholder="BR-DE-15, or words such as Leitweg-ID" value="${text}" maxlength="100" />
        <button>Search</button>
      </form>
      <ul class="codes">
        ${entries.map(
          ({ code, title, family }) =>
            markup`<li>
              <a href="/codes/${encodeURIComponent(code)}"><code>${code}</code></a> ${title}
              <span class="muted">${family}</span>
            </li>`,
        )}
      </ul>
      ${total > entries.length ? markup`<p class="muted">The first ${entries.length}. Another word narrows them down.</p>` : ''}`,
  );
}

const headline = (total: number, text: string): string =>
  total === 0 ? `No code fits “${text}”` : `${total} ${total === 1 ? 'code fits' : 'codes fit'} “${text}”`;
