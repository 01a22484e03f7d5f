import openapiTS, { astToString, type OpenAPITSOptions } from 'openapi-typescript';
import ts from 'typescript';
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';

const DESCRIPTION = new URL('../openapi.yaml', import.meta.url);

const OPTIONS: OpenAPITSOptions = {
  emptyObjectsUnknown: true,
  // The generator takes a file for text.
  transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Bytes') : undefined),
};

/** `src/client/api-types.ts`: the calls and schemas of openapi.yaml as types, and the names of its problems. */
export async function clientTypes(): Promise<string> {
  const { components } = parse(readFileSync(DESCRIPTION, 'utf8'), { merge: true, maxAliasCount: -1 }) as {
    readonly components: { readonly schemas: { readonly Problem: { readonly 'x-problem-types': object } } };
  };
  const problems = Object.keys(components.schemas.Problem['x-problem-types']);
  return `// Generated from openapi.yaml by openapi-typescript: npm run docs.

/** A file, or lines as they come. */
export type Bytes = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** The last part of a problem's \`type\`. */
export type ProblemType =
${problems.map((name) => `    | "${name}"`).join('\n')};

${astToString(await openapiTS(DESCRIPTION, OPTIONS))}`;
}
