import { applyPatch, type Operation } from '../../app/source/json-patch.ts';

/** What a submission says of its way. */
interface Way {
  readonly route?: unknown;
  readonly formats?: unknown;
}

/**
 * A submission over a route; undefined: the service chooses it. Formats are those of a route: another one has its own, which the service takes if
 * none is named.
 * @param text JSON, an object; also the original.
 */
export function overRoute(text: string, route: string | undefined, original: string): string {
  const [now, before] = [text, original].map((one) => JSON.parse(one) as Way) as [Way, Way];
  return applyPatch(text, [
    ...changeOf('/route', now.route, route),
    ...changeOf('/formats', now.formats, route === before.route ? before.formats : undefined),
  ]);
}

function changeOf(path: string, before: unknown, after: unknown): readonly Operation[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (after === undefined) return [{ op: 'remove', path }];
  return [{ op: before === undefined ? 'add' : 'replace', path, value: after }];
}
