import type { ApiDeps } from '../call/api-deps.ts';
import type { OpenCall } from '../call/handlers.ts';
import type { Reply } from '../call/reply.ts';
import { wantsPage } from '../call/wanted-form.ts';
import { catalogueEntry } from '../call/wire.ts';
import { codePage } from '../reference/code-page.ts';

/** An explanation changes only if packs are installed. */
const MAX_AGE_S = 300;

/** Needs no key: findings carry the address to people without one. */
export function readCode({ useCases }: ApiDeps, { request, parameters }: OpenCall): Promise<Reply> {
  const entry = useCases.lookUpCode.run(parameters.code ?? '');
  const [type, text] = wantsPage(request)
    ? ['text/html; charset=utf-8', codePage(entry)]
    : ['application/json; charset=utf-8', JSON.stringify(catalogueEntry(entry))];
  return Promise.resolve({
    status: 200,
    file: new TextEncoder().encode(text),
    headers: { 'Content-Type': type, 'Cache-Control': `public, max-age=${MAX_AGE_S}`, Vary: 'Accept' },
  });
}
