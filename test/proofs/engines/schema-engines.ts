import { english } from '../../support/words.ts';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { officialPacksIn, builtInPacks } from 'en16931-rules/packs/install/sources.ts';
import { compileSchema } from 'en16931-rules/schema/compile-schema.ts';
import { OwnSchema } from 'en16931-rules/schema/own-schema.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import type { SchemaFiles } from 'en16931-rules/xsd/schema-files.ts';
import type { Engine, Verdict } from '../verdicts/compare.ts';
import { schemaFindings } from '../verdicts/readings.ts';
import { Xerces } from './xerces.ts';

/** A document, and the schema that judges it: `ubl-2.1/xsd/maindoc/UBL-Invoice-2.1.xsd`, as recorded verdicts name it. */
export interface ForSchema {
  readonly schema: string;
  readonly bytes: Uint8Array;
}

/** The schemas of all packs, by their names: those of a folder, and those written here (`built-in …`). */
export function schemaSets(official: string): ReadonlyMap<string, SchemaFiles> {
  return new Map([...setsOfPacks(official), ...setsOfRoutes(official)]);
}

/** The schema of French statuses (CDAR), which no pack has. */
function setsOfRoutes(official: string): readonly (readonly [string, SchemaFiles])[] {
  const folder = join(official, '../routes/data/cdar/xsd');
  if (!existsSync(folder)) return [];
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const));
  return [
    [
      'cdar/CrossDomainAcknowledgementAndResponse_100pD22B.xsd',
      { entry: 'CrossDomainAcknowledgementAndResponse_100pD22B.xsd', files, catalog: {} },
    ],
  ];
}

function setsOfPacks(official: string): readonly (readonly [string, SchemaFiles])[] {
  const named = [
    ...officialPacksIn(official).map((source) => ({ ...source, origin: '' })),
    ...builtInPacks().map((source) => ({ ...source, origin: 'built-in ' })),
  ];
  return named.flatMap(({ pack, files, origin }) => {
    const entries = pack.entries.filter(({ kind }) => kind === 'xsd');
    const contents = entries.length > 0 ? files() : new Map<string, Uint8Array>();
    return entries.map(
      ({ path }) =>
        [
          `${origin}${pack.id}-${pack.version}/${path}`,
          { entry: path, files: contents, catalog: pack.catalog },
        ] as const,
    );
  });
}

/** Xerces writes out each of the 50,000 repetitions that FA(3) allows. No document here has a hundred: libxml2 judges these bounds. */
const MANY_TIMES = /maxOccurs="\d{3,6}"/g;

/** Our own engine and its judges, on the same schemas. */
export class SchemaEngines {
  private readonly vocabulary = new Vocabulary();
  private readonly ours = new Map<string, OwnSchema>();
  private readonly theirs = new Map<string, XsdSchema>();
  private readonly folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  private java: Xerces | undefined;

  constructor(private readonly sets: ReadonlyMap<string, SchemaFiles>) {
    for (const [name, set] of sets) this.ours.set(name, OwnSchema.link(compileSchema(set), this.vocabulary));
  }

  /** A document that cannot be parsed is refused, as in a check. */
  readonly own: Engine<ForSchema> = ({ schema, bytes }) => {
    const { text, failure } = decodeXml(bytes);
    if (text === undefined) return [english(failure.message)];
    const parsed = parseXml(text, this.vocabulary.extend());
    if (!parsed.document) return [english(parsed.failure.message)];
    const run = this.ours.get(schema)!.check(parsed.document);
    return run.kind === 'verdict' ? schemaFindings(run) : undefined;
  };

  readonly libxml2: Engine<ForSchema> = ({ schema, bytes }) => {
    const compiled = this.theirs.get(schema) ?? XsdSchema.compile(this.sets.get(schema)!);
    this.theirs.set(schema, compiled);
    return schemaFindings(compiled.check(bytes));
  };

  readonly xerces: Engine<ForSchema> = async ({ schema, bytes }): Promise<Verdict | undefined> => {
    this.java ??= Xerces.start();
    return this.java.check(this.onDisk(schema), bytes);
  };

  close(): void {
    this.java?.close();
    for (const schema of this.theirs.values()) schema.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Written once. Addresses of the catalog become paths: Java's validator would ask the network for them. */
  private onDisk(schema: string): string {
    const { entry, files, catalog } = this.sets.get(schema)!;
    const home = join(this.folder, Buffer.from(schema).toString('hex').slice(-60));
    const path = join(home, entry);
    if (this.written.has(schema)) return path;
    this.written.add(schema);
    for (const [name, bytes] of files) {
      const file = join(home, name);
      mkdirSync(dirname(file), { recursive: true });
      const text = new TextDecoder().decode(bytes).replace(MANY_TIMES, 'maxOccurs="unbounded"');
      writeFileSync(
        file,
        Object.entries(catalog).reduce((all, [address, to]) => all.replaceAll(address, join(home, to)), text),
      );
    }
    return path;
  }

  private readonly written = new Set<string>();
}
