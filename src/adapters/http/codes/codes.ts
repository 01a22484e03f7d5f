import type { ApiDeps } from '../call/api-deps.ts';
import type { OpenCall } from '../call/handlers.ts';
import type { FileReply } from '../call/answer.ts';
import { inOtherWords } from '../../../domain/words/texts.ts';
import { languageHeaders, wantsPage } from '../call/wanted-form.ts';
import { KeptPages } from '../reference/kept-pages.ts';
import { catalogueEntry } from '../call/wire.ts';
import { codePage } from '../reference/code-page.ts';

/** An explanation changes only if packs are installed. */
const MAX_AGE_S = 300;

const PAGES = new KeptPages();

/** Needs no key: findings carry the address to people without one. */
export async function readCode({ useCases }: ApiDeps, call: OpenCall<'readCode'>): Promise<FileReply> {
  const { request, parameters } = call;
  const entry = useCases.lookUpCode.run(parameters.code);
  const words = await call.translator();
  const form = wantsPage(request) ? 'html' : 'json';
  const { file, contentLanguage } = PAGES.get(`${words.language} ${form} ${entry.code}`, entry, () => {
    const text =
      form === 'html'
        ? codePage(entry, words)
        : JSON.stringify(inOtherWords(catalogueEntry(entry), words.text));
    return { text, contentLanguage: words.contentLanguage };
  });
  return {
    status: 200,
    file: file.bytes,
    headers: {
      'Content-Type': `${form === 'html' ? 'text/html' : 'application/json'}; charset=utf-8`,
      'Cache-Control': `public, max-age=${MAX_AGE_S}`,
      ...languageHeaders({ contentLanguage }),
    },
  };
}
