import type { SchemaFiles } from '../xsd/schema-files.ts';
import { encodeModel } from './compiled/encode.ts';
import { readSchema } from './read/read-schema.ts';
import { SchemaRefused } from './unsupported.ts';

/**
 * Compiles a schema set to the text that a pack keeps, and `OwnSchema.link` reads.
 * @throws SchemaRefused if the set uses what this engine does not know, or declares no element: what is left of a compiled schema that
 * was emptied looks the same.
 */
export function compileSchema(set: SchemaFiles): string {
  const model = readSchema(set);
  if (model.elements.size === 0) throw new SchemaRefused('a schema without elements');
  return JSON.stringify(encodeModel(model));
}
