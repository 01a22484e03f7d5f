import type { StatedDefaults } from '../invoice/completions/completion.ts';
import type { KeptConnectorSettings } from '../mapping/connector-settings.ts';

/** The sealed settings of a client, as JSON: numbers as `JsonNumber`. */
export interface ClientSettings {
  readonly connectors?: Readonly<Record<string, KeptConnectorSettings>>;
  /** For the route whose profile names the member. */
  readonly fr?: StatedDefaults;
  /** As `fr`. */
  readonly de?: StatedDefaults;
}

/** A value that is left out keeps the present one; null removes it. */
export function applyChange<T>(before: T | undefined, sent: T | null | undefined): T | undefined {
  return sent === undefined ? before : (sent ?? undefined);
}

type Groups = Readonly<Record<string, unknown>>;

/** The same for each connector and each of its groups; a group is replaced as a whole. */
export function changedConnectors(
  before: ClientSettings['connectors'] = {},
  sent: Readonly<Record<string, Groups | null>> | null | undefined,
): ClientSettings['connectors'] {
  if (sent === null) return undefined;
  const connectors = new Map<string, Groups>(Object.entries(before) as [string, Groups][]);
  for (const [name, groups] of Object.entries(sent ?? {})) {
    const next = groups === null ? {} : withoutEmpty({ ...connectors.get(name), ...groups });
    if (Object.keys(next).length === 0) connectors.delete(name);
    else connectors.set(name, next);
  }
  return connectors.size === 0 ? undefined : Object.fromEntries(connectors);
}

const withoutEmpty = (groups: Groups): Groups =>
  Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== null && value !== undefined));

/** The groups that are set, by connector: `seller payment`. */
export const groupsSet = (connectors: ClientSettings['connectors'] = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(connectors).map(([name, groups]) => [name, Object.keys(groups).sort().join(' ')]),
  );
