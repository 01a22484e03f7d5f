import { set, without, type Edit } from './sample.ts';

/** Paths of all values of a document, including groups. */
export function places(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => places(item, `${path}[${index}]`))
    : Object.entries(value).flatMap(([name, item]) => places(item, path ? `${path}.${name}` : name));
  return path ? [path, ...inner] : inner;
}

/** An entry of a list takes the whole list with it. */
export const withoutPlace = (path: string): Edit =>
  path.endsWith(']') ? set(path.replace(/\[\d+\]$/, ''), []) : without(path);
