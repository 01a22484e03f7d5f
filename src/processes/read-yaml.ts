import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

/** The YAML that every start reads, as folders and files of the project. */
export const READ_AT_STARTS = ['openapi.yaml', 'schematron/syntaxes'] as const;

/** A YAML file's content as the build stores it: JSON is read thirty times faster. */
interface KeptYaml {
  /** Of the file that it was made from; it counts for that file only. */
  readonly sha256: string;
  readonly content: unknown;
}

export const keptFile = (path: string): string => join(projectFolder(), 'dist/yaml', `${path}.json`);

export const keep = (text: string): KeptYaml => ({ sha256: sha256Of(text), content: parse(text) as unknown });

/**
 * @param path within the project.
 * @throws Error of `yaml` if the text is no YAML.
 */
export function readYaml(path: string): { readonly text: string; readonly content: unknown } {
  const text = readFileSync(join(projectFolder(), path), 'utf8');
  const stored = readKept(path);
  return { text, content: stored?.sha256 === sha256Of(text) ? stored.content : parse(text) };
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Undefined if nothing was built, or it is incomplete: then the YAML itself is read. */
function readKept(path: string): KeptYaml | undefined {
  try {
    return JSON.parse(readFileSync(keptFile(path), 'utf8')) as KeptYaml;
  } catch {
    return undefined;
  }
}
