import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mappings } from '../domain/mapping/mappings.ts';
import type { Mapping } from '../domain/mapping/mapping.ts';
import { parseMapping } from '../domain/mapping/parse-mapping.ts';

/**
 * Every `<connector>/v<n>.json` of a folder.
 * @throws Error naming an invalid file, or a connector without exactly one live version.
 */
export function readMappings(folder: string): Mappings {
  const connectors = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Mappings(connectors.flatMap(({ name }) => versionsOf(join(folder, name), name)));
}

function versionsOf(folder: string, connector: string): readonly Mapping[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    const mapping = readMapping(join(folder, file), `${connector}/${file}`);
    if (mapping.connector !== connector || `${mapping.version}.json` !== file)
      throw new Error(`${connector}/${file}: says that it is ${mapping.connector}/${mapping.version}.json`);
    return mapping;
  });
}

/** @param name of the file in errors. */
export function readMapping(path: string, name: string): Mapping {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`${name}: cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  return parseMapping(json, name);
}
