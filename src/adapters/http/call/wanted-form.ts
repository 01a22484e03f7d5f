import type { Request } from 'express';

/** RFC 9110 section 12.5.1: the caller would rather have HTML than JSON. A caller that says nothing is a program. */
export const wantsPage = (request: Request): boolean =>
  request.accepts(['application/json', 'text/html']) === 'text/html';
