import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say, word } from 'en16931-rules/vocabulary/message.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import type { Mapping } from './mapping.ts';

type ChosenMapping =
  | { readonly ok: true; readonly mapping: Mapping }
  /** The connector or version is unknown, or was withdrawn. */
  | { readonly ok: false; readonly wrong: 'connector' | 'version'; readonly message: Text };

/** All mappings, by connector and version. */
export class Mappings {
  private readonly byConnector: ReadonlyMap<string, readonly Mapping[]>;

  /** @throws Error if a version occurs twice, or a connector does not have exactly one live version. */
  constructor(mappings: readonly Mapping[]) {
    const grouped = new Map<string, Mapping[]>();
    for (const mapping of mappings)
      grouped.set(mapping.connector, [...(grouped.get(mapping.connector) ?? []), mapping]);
    for (const [connector, versions] of grouped) {
      const live = versions.filter(({ status }) => status === 'live');
      if (live.length !== 1)
        throw new Error(`mappings/${connector}: exactly one version must be live, not ${live.length}`);
      if (new Set(versions.map(({ version }) => version)).size !== versions.length)
        throw new Error(`mappings/${connector}: a version is there twice`);
    }
    this.byConnector = grouped;
  }

  get connectors(): readonly string[] {
    return [...this.byConnector.keys()].sort();
  }

  versions(connector: string): readonly Mapping[] {
    return this.byConnector.get(connector) ?? [];
  }

  /** @param version the live one if left out. */
  choose(connector: string, version: string | undefined): ChosenMapping {
    const versions = this.versions(connector);
    if (versions.length === 0) {
      const message = say('mapping.there-is-no-connector-there-are', {
        connector: quotedName(connector),
        list: this.connectors.join(', '),
      });
      return { ok: false, wrong: 'connector', message };
    }
    const mapping = versions.find((one) =>
      version === undefined ? one.status === 'live' : one.version === version,
    );
    if (mapping && mapping.status !== 'withdrawn') return { ok: true, mapping };
    const taken = versions.filter(({ status }) => status !== 'withdrawn').map((one) => one.version);
    const state = mapping ? say('mapping.was-withdrawn') : say('mapping.does-not-exist');
    const message = say('mapping.mapping-service-accepts', {
      connector,
      version: quotedName(version ?? ''),
      state: word(state),
      list: taken.join(', '),
    });
    return { ok: false, wrong: 'version', message };
  }
}
