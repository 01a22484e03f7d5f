import { say } from 'en16931-rules/vocabulary/message.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { hasBuilder } from '../../domain/routes/formats.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import { defaultFormat, isFormatOf } from '../../domain/routes/formats.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { badRequest } from '../requests/request-finding.ts';

/** As `builtFormat`, of a further one (contract 4.3). @throws CallFailed `bad-request` */
export function oneOfSeveral(route: Route, wished: Format, index: number): Format {
  if (!profileOf(route).severalFormats)
    throw badRequest(`formats[${index}]`, say('calls.accepts-one-format-at-time', { route }));
  return builtFormat(route, wished, index);
}

/**
 * The format to build on a route. What cannot be built yet is refused, never accepted and parked.
 * @param wished the route's first format when left out.
 * @param index where `formats` names it.
 * @throws CallFailed `bad-request`: not a format of the route, or nothing builds it yet.
 */
export function builtFormat(route: Route, wished: Format = defaultFormat(route), index = 0): Format {
  const place = `formats[${index}]`;
  if (!isFormatOf(route, wished))
    throw badRequest(place, say('calls.is-not-format-of', { format: wished, route }));
  if (!hasBuilder(route, wished))
    throw badRequest(place, say('calls.format-is-not-offered-yet-on', { format: wished, route }));
  return wished;
}
