import { escaper, NAMES } from 'en16931-rules/vocabulary/escape.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import { MARK } from './mark.ts';
import { PAGE_STYLE } from './page-style.ts';

/** HTML that is safe to insert. */
export class Html {
  constructor(readonly text: string) {}
}

type Insertable = Html | string | number | undefined | readonly Insertable[];

const escape = escaper(/[&<>"']/g, { ...NAMES, "'": '&#39;' });

const insert = (value: Insertable): string => {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(insert).join('');
  return escape(String(value));
};

/**
 * Escapes every inserted value that is not HTML. It is not called `html`, because a formatter would reformat its text: blanks
 * count in `pre` and in the hash of the style.
 */
export const markup = (parts: TemplateStringsArray, ...values: readonly Insertable[]): Html =>
  new Html(parts.map((part, index) => part + insert(values[index])).join(''));

/** A page with text. */
export const page = (title: string, main: Html, words: Translator): string =>
  document(
    title,
    new Html(`<style>${PAGE_STYLE}</style>`),
    markup`${bar(words)}<main>${main}</main>`,
    words.language,
  );

export const document = (title: string, head: Html, body: Html, language = 'en'): string =>
  `<!doctype html>${
    markup`<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>${COMMON_HEAD}${head}</head><body>${body}</body></html>`
      .text
  }`;

const COMMON_HEAD = markup`<meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg" type="image/svg+xml">`;

/** The top of every page: the way to the reference, and the search for a code. */
export const bar = ({ say }: Translator): Html =>
  markup`<header class="bar">
    <a class="brand" href="/docs" aria-label="${say('pages.api-reference')}">${new Html(MARK)}<span>Invoice delivery service</span></a>
    <nav><a href="/docs">${say('pages.reference')}</a></nav>
    <a class="wide" href="/openapi.yaml">openapi.yaml</a>
    <form action="/codes" role="search"><input type="search" name="q" aria-label="${say('pages.look-up-a-code')}" placeholder="${say('pages.look-up-a-code')}" maxlength="100" /></form>
  </header>`;
