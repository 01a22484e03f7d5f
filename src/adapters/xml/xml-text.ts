/**
 * The answer of a network as text, in the accepted encodings (decisions, "XML encodings"). A declaration of another encoding is passed over if the
 * bytes are UTF-8, where `decodeXml` of the validators refuses an invoice: an answer that is not read is a lost one.
 * @throws TypeError for bytes in another encoding.
 */
export function xmlText(document: Uint8Array): string {
  const [first, second] = document;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true }).decode(document);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true }).decode(document);
  const head = new TextDecoder('latin1').decode(document.subarray(0, 200));
  const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1]?.toLowerCase();
  // Not by TextDecoder, which reads `iso-8859-1` as windows-1252.
  if (declared === 'iso-8859-1') return Buffer.from(document).toString('latin1');
  return new TextDecoder('utf-8', { fatal: true }).decode(document);
}
