import type { SchemaFiles } from '../xsd/schema-files.ts';
import { encodeModel } from './compiled/encode.ts';
import { readSchema } from './read/read-schema.ts';

/**
 * Compiles a schema set to the text that a pack keeps, and `OwnSchema.link` reads.
 * @throws SchemaRefused if the set uses what this engine does not know.
 */
export const compileSchema = (set: SchemaFiles): string => JSON.stringify(encodeModel(readSchema(set)));
