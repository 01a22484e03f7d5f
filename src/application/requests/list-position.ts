import { say } from 'en16931-rules/vocabulary/message.ts';
import { badRequest } from './request-finding.ts';

/** Where a page of a list by time ends. */
export interface ListPosition {
  readonly at: Date;
  readonly id: string;
}

/** The `next` of a page: `<milliseconds>.<id>`. */
export const cursorAt = ({ at, id }: ListPosition): string => `${at.getTime()}.${id}`;

/** @param ids that the list can have. @throws CallFailed `bad-request` if `after` is not the `next` of a page. */
export function positionAfter(after: string | undefined, ids: RegExp): ListPosition | undefined {
  if (after === undefined) return undefined;
  const [, at, id = ''] = /^(\d{1,15})\.(.*)$/s.exec(after) ?? [];
  if (at === undefined || !ids.test(id))
    throw badRequest('after', say('calls.this-is-not-cursor-of-earlier-answer'));
  return { at: new Date(Number(at)), id };
}

/** @param rows one more than the page has, if there are more. @returns the page, and its last row if others follow. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly page: readonly Row[]; readonly last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}
