import { inflateSync } from 'node:zlib';

const MAX_BYTES = 20_000_000;
const INVOICE = 'CrossIndustryInvoice';

/**
 * The CII in a Factur-X file; undefined if there is none. Streams are never inside streams of objects (ISO 32000-1, 7.5.7), so
 * each attachment is found by its keywords, deflated or not.
 */
export function attachedInvoice(pdf: Buffer): Buffer | undefined {
  const text = pdf.toString('latin1');
  for (const { index } of text.matchAll(/\/EmbeddedFile\b/g)) {
    const from = text.indexOf('stream', index);
    const to = text.indexOf('endstream', from + 'stream'.length);
    if (from < 0 || to < 0) return undefined;
    const dictionary = text.slice(text.lastIndexOf('obj', index), from);
    const content = dictionary.includes('endobj') ? undefined : open(dictionary, pdf.subarray(from, to));
    if (content?.includes(INVOICE)) return content;
  }
  return undefined;
}

/** @param stream from its keyword on. */
function open(dictionary: string, stream: Buffer): Buffer | undefined {
  const content = stream.subarray(stream.indexOf('\n') + 1);
  if (!/\/Filter\b/.test(dictionary)) return content;
  try {
    return inflateSync(content, { maxOutputLength: MAX_BYTES });
  } catch {
    // Another filter, or a wrong end: not read.
    return undefined;
  }
}
