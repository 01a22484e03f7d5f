/** XSLT text, written element by element; every name and value is escaped here and nowhere else. */
export type Attributes = Readonly<Record<string, string | undefined>>;

export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const start = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    .join('');
  return content.length > 0 ? `<${name}${start}>${content.join('')}</${name}>` : `<${name}${start}/>`;
}

export const escapeText = (text: string): string => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

const escapeAttribute = (value: string): string =>
  value.replace(/[&<>"\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
