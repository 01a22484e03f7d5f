import { set, without, type Edit } from './sample.ts';

/** The paths of all values of a document, including groups. */
export function places(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => places(item, `${path}[${index}]`))
    : Object.entries(value).flatMap(([name, item]) => places(item, path ? `${path}.${name}` : name));
  return path ? [path, ...inner] : inner;
}

/** The document without this path; for an entry of a list, without the whole list. */
export const withoutPlace = (path: string): Edit =>
  path.endsWith(']') ? set(path.replace(/\[\d+\]$/, ''), []) : without(path);
