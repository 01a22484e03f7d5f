import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { CodeLinks } from '../../domain/vocabulary/code-links.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { readBack } from '../reading/opened-body.ts';

/** The links of the codes; undefined before they are signed, and for any other invoice. */
export async function linksOf(
  { client, offline }: Pick<InvoiceRecord, 'client' | 'offline'>,
  { content }: { readonly content: Pick<TextSealer, 'openText'> },
): Promise<CodeLinks | undefined> {
  const sealed = offline?.sealedLinks;
  return sealed === undefined ? undefined : (readBack(await content.openText(client, sealed)) as CodeLinks);
}
