import type { RunningApi } from './harness.ts';

/** Gives an invoice the document that goes to its route. Does nothing for an unknown invoice. */
export async function withDocumentOfRoute(
  { world }: RunningApi,
  id: string,
  text = '<Invoice/>',
): Promise<void> {
  const record = await world.invoices.find(id);
  if (!record) return;
  const bytes = new TextEncoder().encode(text);
  const { sha256 } = await world.content.seal(record.client, bytes);
  const documents = [...record.documents, { kind: 'xrechnung-ubl', sha256, size: bytes.length }];
  const next = { ...record, documents, documentSha256: sha256, version: record.version + 1 };
  await world.invoices.commit({ record: next, events: [], audit: [], files: [] });
}
