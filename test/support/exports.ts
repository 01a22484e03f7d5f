import { exampleText } from './example-file.ts';

type Json = Record<string, unknown>;

/** An example export in the form of an ERP. */
export const exportNamed = (name: string): Json => JSON.parse(exampleText(`exports/${name}.json`)) as Json;

/** The same export with the members at some paths changed; `undefined` removes one. `lines.0.unit` is the first line's unit. */
export function edited(exported: Json, edits: Readonly<Record<string, unknown>>): Json {
  const copy = JSON.parse(JSON.stringify(exported)) as Json;
  for (const [path, value] of Object.entries(edits)) {
    const steps = path.startsWith('@') ? [path] : path.split('.');
    const last = steps.pop() ?? '';
    const holder = steps.reduce<Json>((node, step) => node[step] as Json, copy);
    if (value === undefined) Reflect.deleteProperty(holder, last);
    else holder[last] = value;
  }
  return copy;
}
