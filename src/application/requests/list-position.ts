import { say } from 'en16931-rules/vocabulary/message.ts';
import type { ListPosition } from '../../ports/page.ts';
import { badRequest } from './request-finding.ts';

/** @param ids that the list can have. @throws CallFailed `bad-request` if `after` is not the `next` of a page. */
export function positionAfter(after: string | undefined, ids: RegExp): ListPosition | undefined {
  if (after === undefined) return undefined;
  const [, at, id = ''] = /^(\d{1,15})\.(.*)$/s.exec(after) ?? [];
  if (at === undefined || !ids.test(id))
    throw badRequest('after', say('calls.this-is-not-cursor-of-earlier-answer'));
  return { at: new Date(Number(at)), id };
}
