import { isRead, refuse, strictParser } from '../../xml/strict-xml.ts';

const EBMS = 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/';
const MAX_DEPTH = 30;

/**
 * Whether a signal is the receipt for a message: it names the message and confirms a part of it by a digest. The signature of
 * the receiver's access point is around the signal, in the SOAP message; only an access point sees and verifies it. The digests
 * are of the packed message, so they cannot be computed again from the document.
 * @param messageId as the access point sent it; undefined if it does not tell.
 */
export function isReceiptFor(messageId: string | undefined, signal: Uint8Array): boolean {
  const parser = strictParser();
  const path: string[] = [];
  let named = '';
  let digests = 0;
  parser.on('opentag', ({ local, uri }) => {
    if (path.length === 0 && !(local === 'SignalMessage' && uri === EBMS)) refuse();
    path.push(local);
    if (path.length > MAX_DEPTH || path.join('/') === 'SignalMessage/Error') refuse();
  });
  parser.on('text', (text) => {
    const at = path.join('/');
    if (at === 'SignalMessage/MessageInfo/RefToMessageId') named += text;
    if (at.startsWith('SignalMessage/Receipt/') && path.at(-1) === 'DigestValue') digests += 1;
  });
  parser.on('closetag', () => void path.pop());
  return (
    isRead(parser, signal) && digests > 0 && (messageId === undefined || named.trim() === messageId.trim())
  );
}
