import { hasAnyBuilder, hasBuilder } from '../domain/documents/builders.ts';
import type { Format } from '../domain/documents/formats.ts';
import { CallFailed } from '../domain/failures.ts';
import type { Route } from '../domain/routing/route.ts';
import { requestFinding } from './request-finding.ts';

/** What cannot be built yet is refused, never accepted and parked. @throws CallFailed `bad-request` */
export function refuseUnbuilt(route: Route, format: Format): void {
  if (!hasAnyBuilder(route)) throw notOffered('route', `The route ${route} is not offered yet.`);
  if (!hasBuilder(route, format))
    throw notOffered('formats', `The format ${format} is not offered yet on ${route}.`);
}

const notOffered = (field: string, detail: string): CallFailed =>
  new CallFailed({ kind: 'bad-request', detail, errors: [requestFinding(field, detail)] });
