import assert from 'node:assert/strict';
import { compileToSource } from 'en16931-rules/engine/compile.ts';
import { compileToClosures } from '../../../support/closures/compile.ts';
import { linkPack, runPack } from 'en16931-rules/engine/engine.ts';
import type { PackModule, PackResult, RunOptions } from 'en16931-rules/engine/engine.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import type { Schema, Visits } from 'en16931-rules/engine/load/schema.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';

/** One pack, compiled by both back ends. */
export interface Trial {
  readonly source: PackModule;
  readonly closures: PackModule;
}

export const PLENTY: RunOptions = { budget: 10_000_000, deadline: Infinity, capPerTest: 100 };

export function schemaOf(content: string, visits: Visits = 'elements-and-attributes'): Schema {
  const text = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" queryBinding="xslt2">
<ns prefix="u" uri="urn:u"/>
${content}
</schema>`;
  return loadSchema(new Map([['pack.sch', new TextEncoder().encode(text)]]), 'pack.sch', visits);
}

export async function trialOf(schema: Schema): Promise<Trial> {
  return { source: await moduleOf(compileToSource(schema)), closures: compileToClosures(schema) };
}

/** The generated text as a module, imported as a thread imports its file. */
export async function moduleOf(source: string): Promise<PackModule> {
  return (await import(
    `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
  )) as PackModule;
}

export function runModule(module: PackModule, xml: string, options = PLENTY): PackResult {
  const vocabulary = new Vocabulary();
  const pack = linkPack(module, vocabulary);
  const { document, failure } = parseXml(xml, vocabulary.extend());
  assert.ok(document, failure?.message.say);
  return runPack(pack, document, options);
}

/** The result, which must be equal for both back ends. */
export function judge(trial: Trial, xml: string, options = PLENTY): PackResult {
  const result = runModule(trial.source, xml, options);
  assert.deepEqual(runModule(trial.closures, xml, options), result, 'the back ends differ');
  return result;
}

export async function judged(content: string, xml: string, visits?: Visits): Promise<PackResult> {
  return judge(await trialOf(schemaOf(content, visits)), xml);
}

/** `id` or `id×count` of the fired tests, in the pack's order; or the code of an error, or the reason of an escape. */
export function summary(result: PackResult): string {
  if (result.kind === 'dynamic-error') return `error ${result.code}`;
  if (result.kind === 'escape') return `escape ${result.reason}`;
  return result.fired.map(({ id, count }) => (count === 1 ? id : `${id}×${count}`)).join(' ');
}

export const rule = (context: string, content: string): string =>
  `<rule context="${context}">${content}</rule>`;
export const pattern = (...rules: readonly string[]): string => `<pattern>${rules.join('\n')}</pattern>`;
export const failing = (id: string, test: string, message = id): string =>
  `<assert id="${id}" test="${test}">${message}</assert>`;
