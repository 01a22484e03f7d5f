import type { Request } from 'express';
import type { Reply } from './reply.ts';

/** RFC 9110 section 12.5.1: the caller would rather have HTML than JSON. A caller that says nothing is a program. */
export const wantsPage = (request: Request): boolean =>
  request.accepts(['application/json', 'text/html']) === 'text/html';

/** What a browser shows; it holds content of an invoice. */
export const pageReply = (html: string): Reply => ({
  status: 200,
  file: new TextEncoder().encode(html),
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-store',
    Vary: 'Accept',
  },
});
