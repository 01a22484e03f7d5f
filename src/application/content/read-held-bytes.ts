import type { DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { ContentGone, type ContentStore } from '../../ports/content-store.ts';

/** The bytes that an invoice refers to; they are always held. @throws CallFailed `no-master-key`; ContentUnreadable; ContentGone */
export async function readHeldBytes(
  content: Pick<ContentStore, 'get'>,
  { id, client }: Pick<InvoiceRecord, 'id' | 'client'>,
  { kind, sha256 }: DocumentRef,
): Promise<Uint8Array> {
  const bytes = await content.get(client, sha256);
  if (!bytes) throw new ContentGone(id, kind);
  return bytes;
}
