import type { FoundCodes } from '../../../application/catalogue/search-codes.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import { markup, page } from './page.ts';

/** The codes that fit what a person looks for. */
export function codeSearchPage(text: string, { total, entries }: FoundCodes, words: Translator): string {
  const { say } = words;
  const title = text === '' ? say('pages.look-up-a-code') : headline(total, text, words);
  return page(
    title,
    markup`<h1>${title}</h1>
      <form class="search" action="/codes" role="search">
        <input type="search" name="q" aria-label="${say('pages.code-or-words')}" placeholder="${say('pages.br-de-15-or-words-such-as-leitweg')}" value="${text}" maxlength="100" />
        <button>${say('pages.search')}</button>
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
      ${total > entries.length ? markup`<p class="muted">${say('pages.the-first-another-word-narrows-them-down', { n: String(entries.length) })}</p>` : ''}`,
    words,
  );
}

function headline(total: number, text: string, { say }: Translator): string {
  if (total === 0) return say('pages.no-code-fits', { text });
  return total === 1 ? say('pages.one-code-fits', { text }) : say('pages.codes-fit', { n: total, text });
}
