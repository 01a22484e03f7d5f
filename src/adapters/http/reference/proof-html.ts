import type { Page } from '../../../domain/page/page.ts';
import type { ProofWords } from '../../../domain/proof/proof-page.ts';
import { invoiceHtml } from './invoice-html.ts';
import { MARK } from './mark.ts';
import { document, Html, markup } from './page.ts';
import { PRINT_SCRIPT, SHARED_STYLE } from './share-page.ts';

const head = new Html(`<meta name="robots" content="noindex, nofollow"><style>${SHARED_STYLE}</style>`);

/** A proof to read or to print. */
export function proofHtml(page: Page, proof: string, words: ProofWords): string {
  return document(
    page.title,
    head,
    markup`<header class="top"><strong>${new Html(MARK)}${page.title}</strong>
      <button type="button" id="print" hidden>${words.say('pages.print')}</button></header>
    ${proofBody(page, proof, words)}<script>${new Html(PRINT_SCRIPT)}</script>`,
    words.language,
  );
}

/** The signed statement stands at the end, so that the page alone can be verified. */
export const proofBody = (page: Page, proof: string, { say }: ProofWords): Html =>
  markup`<main class="one proof"><h1 class="unseen">${page.title}</h1>${invoiceHtml(page, [], say('proof.kind'))}
      <details class="statement"><summary>${say('proof.statement')} (proof.jws)</summary><pre>${proof}</pre></details></main>`;
