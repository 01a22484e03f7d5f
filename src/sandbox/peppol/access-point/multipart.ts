import type { Call } from '../../network.ts';

/** The part `file` of a multipart body; undefined if there is none, or it is no multipart body. */
export function fileIn({ headers, body }: Call): Buffer | undefined {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return undefined;
  // One byte is one character here, so that places in the text are places in the bytes.
  const parts = body.toString('latin1').split(`--${boundary}`);
  for (const part of parts) {
    const [, head = '', content = ''] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
    if (/content-disposition:[^\r]*\bname="file"/i.test(head)) return Buffer.from(content, 'latin1');
  }
  return undefined;
}
