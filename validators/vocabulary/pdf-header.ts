/** Readers look this far for the header: some writers put other bytes before it. */
const HEADER_WITHIN = 1_024;
const HEADER = [0x25, 0x50, 0x44, 0x46, 0x2d]; // %PDF-

/** Whether a file is a PDF by its header. XML may contain a header in its first lines, but begins in another way. */
export const saysPdf = (bytes: Uint8Array): boolean => headerAt(bytes) !== undefined && !beginsAsXml(bytes);

/** The byte at which the header begins. */
export function headerAt(bytes: Uint8Array): number | undefined {
  const last = Math.min(bytes.length - HEADER.length, HEADER_WITHIN);
  for (let at = 0; at <= last; at += 1) if (HEADER.every((byte, i) => bytes[at + i] === byte)) return at;
  return undefined;
}

const BLANKS = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00]);
const LESS_THAN = 0x3c;

function beginsAsXml(bytes: Uint8Array): boolean {
  let at = 0;
  while (BLANKS.has(bytes[at] ?? LESS_THAN) && at < bytes.length) at += 1;
  return bytes[at] === LESS_THAN;
}
