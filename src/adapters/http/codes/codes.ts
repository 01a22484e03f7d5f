import type { ApiDeps } from '../call/api-deps.ts';
import type { OpenCall } from '../call/handlers.ts';
import type { Reply } from '../call/reply.ts';
import { inOtherWords } from '../../../domain/words/texts.ts';
import { languageHeaders, wantsPage } from '../call/wanted-form.ts';
import { catalogueEntry } from '../call/wire.ts';
import { codePage } from '../reference/code-page.ts';

/** An explanation changes only if packs are installed. */
const MAX_AGE_S = 300;

/** Needs no key: findings carry the address to people without one. */
export async function readCode({ useCases }: ApiDeps, call: OpenCall): Promise<Reply> {
  const { request, parameters } = call;
  const entry = useCases.lookUpCode.run(parameters.code ?? '');
  const words = await call.translator();
  const [type, text] = wantsPage(request)
    ? ['text/html; charset=utf-8', codePage(entry, words)]
    : ['application/json; charset=utf-8', JSON.stringify(inOtherWords(catalogueEntry(entry), words.text))];
  return {
    status: 200,
    file: new TextEncoder().encode(text),
    headers: {
      'Content-Type': type,
      'Cache-Control': `public, max-age=${MAX_AGE_S}`,
      ...languageHeaders(words),
    },
  };
}
