import type { FoundCodes } from '../../../application/catalogue/search-codes.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import { markup, page } from './page.ts';

/** The codes that fit what a person looks for. */
export function codeSearchPage(text: string, { total, entries }: FoundCodes, words: Translator): string {
  const { say } = words;
  const title = text === '' ? say('Look up a code') : headline(total, text, words);
  return page(
    title,
    markup`<h1>${title}</h1>
      <form class="search" action="/codes" role="search">
        <input type="search" name="q" aria-label="${say('Code or words')}" placeholder="${say('BR-DE-15, or words such as Leitweg-ID')}" value="${text}" maxlength="100" />
        <button>${say('Search')}</button>
      </form>
      <ul class="codes">
        ${entries.map(
          ({ code, title, family }) =>
            markup`<li>
              <a href="/codes/${encodeURIComponent(code)}"><code>${code}</code></a> ${words.text(title)}
              <span class="muted">${words.text(family)}</span>
            </li>`,
        )}
      </ul>
      ${total > entries.length ? markup`<p class="muted">${say('The first {n}. Another word narrows them down.', { n: String(entries.length) })}</p>` : ''}`,
    words,
  );
}

function headline(total: number, text: string, { say }: Translator): string {
  if (total === 0) return say('No code fits “{text}”', { text });
  return total === 1
    ? say('One code fits “{text}”', { text })
    : say('{n} codes fit “{text}”', { n: String(total), text });
}
