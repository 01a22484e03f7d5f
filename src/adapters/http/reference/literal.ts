import { isObject } from '../../../domain/json/json-object.ts';

const NAME = /^[A-Za-z_$][\w$]*$/;
/** What fits beside its name on one line. */
const MAX_LINE_CHARACTERS = 72;

/** JSON as a person writes it in JavaScript. */
export function literal(value: unknown): string {
  const line = onOneLine(value);
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  if (Array.isArray(value)) return `[\n${value.map((one) => `  ${indented(literal(one))},\n`).join('')}]`;
  if (!isObject(value)) return line;
  const members = Object.entries(value).map(
    ([name, member]) => `  ${nameOf(name)}: ${indented(literal(member))},\n`,
  );
  return `{\n${members.join('')}}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${onOneLine(member)}`);
    return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
  }
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

const nameOf = (name: string): string => (NAME.test(name) ? name : quoted(name));

const quoted = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;

/** The lines after the first one level deeper. */
export const indented = (text: string): string => text.replaceAll('\n', '\n  ');
