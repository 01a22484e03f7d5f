import type { Chance } from './chance.ts';
import { oddText } from './values.ts';

type Change = (xml: string, chance: Chance) => string | Buffer;

const LEAF = /<((?:\w+:)?\w+)((?:\s[^<>]*)?)>([^<>]*)<\/\1>/g;
const GROUP = /<(c[ab]c:\w+|ram:\w+)>(?:(?!<\1>)[^])*?<\/\1>/g;
const ATTRIBUTE = /(\s\w+=")([^"]*)(")/g;
const DECLARATION = /^<\?xml[^>]*\?>/;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Replaces one match of a pattern. */
function one(xml: string, pattern: RegExp, chance: Chance, by: (found: RegExpExecArray) => string): string {
  const found = [...xml.matchAll(pattern)];
  if (found.length === 0) return xml;
  const place = chance.pick(found);
  return xml.slice(0, place.index) + by(place) + xml.slice(place.index + place[0].length);
}

const leaf =
  (textOf: (text: string, chance: Chance) => string): Change =>
  (xml, chance) =>
    one(
      xml,
      LEAF,
      chance,
      ([, name, attributes, text]) => `<${name}${attributes}>${textOf(text!, chance)}</${name}>`,
    );

/** Inserted after the declaration, before the root. */
const before =
  (what: string): Change =>
  (xml) =>
    DECLARATION.test(xml) ? xml.replace(DECLARATION, (declaration) => `${declaration}${what}`) : what + xml;

const root =
  (more: string): Change =>
  (xml) =>
    xml.replace(/<(\w+:)?(Invoice|CreditNote|CrossIndustryInvoice)\b/, (start) => `${start} ${more}`);

const declared =
  (encoding: string, bytes: (xml: string) => Buffer): Change =>
  (xml) =>
    bytes(`<?xml version="1.0" encoding="${encoding}"?>${xml.replace(DECLARATION, '')}`);

const doctype =
  (inside: string): Change =>
  (xml, chance) =>
    before(`<!DOCTYPE Invoice [${inside}]>`)(leaf(() => '&e;')(xml, chance) as string, chance);

const utf16 = (xml: string): Buffer => Buffer.from(xml, 'utf16le');
const latin = (xml: string): Buffer => Buffer.from(xml, 'latin1');
const LAUGHS = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
const namespaces = (count: number): string =>
  Array.from({ length: count }, (_, n) => `xmlns:n${n}="urn:n${n}"`).join(' ');

/** Possible changes of a file: first of its content, then of its form. */
const CONTENT: readonly Change[] = [
  leaf((_text, chance) => escaped(oddText(chance))),
  leaf((_text, chance) => oddText(chance)),
  leaf((text, chance) => text.slice(0, chance.below(text.length + 1))),
  leaf((text) => ` ${text}\n`),
  leaf(() => ''),
  (xml, chance) => one(xml, LEAF, chance, () => ''),
  (xml, chance) => one(xml, LEAF, chance, ([element]) => `${element}${element}`),
  (xml, chance) => one(xml, GROUP, chance, () => ''),
  (xml, chance) => one(xml, GROUP, chance, ([group]) => group.repeat(chance.pick([2, 3, 50]))),
  (xml, chance) =>
    one(xml, ATTRIBUTE, chance, ([, name, , end]) => `${name}${escaped(oddText(chance))}${end}`),
  (xml, chance) => one(xml, ATTRIBUTE, chance, () => ''),
];
const FORM: readonly Change[] = [
  (xml, chance) => {
    const bytes = Buffer.from(xml);
    bytes[chance.below(bytes.length)] = chance.below(256);
    return bytes;
  },
  (xml, chance) => xml.slice(0, chance.below(xml.length)),
  (xml) => `\ufeff${xml}`,
  (xml) => ` ${xml}`,
  (xml) => `${xml}<a/>`,
  (xml) => `${xml}\0`,
  (xml) => xml.replace(DECLARATION, '<?xml version="1.1"?>'),
  (xml) => xml.replace(/urn:oasis:names|urn:un:unece/, 'urn:other'),
  (xml) => xml.replaceAll('cbc:', 'b:').replace('xmlns:cbc', 'xmlns:b'),
  leaf((text) => `<![CDATA[${text}]]>`),
  leaf((text) => `${text}<!-- c -->${text}`),
  leaf((text) => `<?p?>${text}<?p?>`),
  leaf((text) => `${text}${'a<?b?>'.repeat(500)}`),
  leaf(() => '&#0;'),
  leaf(() => '&#xD800;'),
  leaf(() => '&#x1F600;&#10;&#x85;'),
  leaf(() => '&e;'),
  leaf(
    () => '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
  ),
  leaf(() => `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`),
  doctype('<!ENTITY e SYSTEM "file:///etc/passwd">'),
  doctype('<!ENTITY e SYSTEM "http://127.0.0.1:9/e">'),
  doctype('<!ENTITY % e SYSTEM "http://127.0.0.1:9/e"> %e;'),
  doctype(`<!ENTITY e0 "ha">${LAUGHS}<!ENTITY e "&e10;">`),
  before('<?xml-stylesheet href="file:///etc/passwd"?>'),
  before('<!-- -->'.repeat(500)),
  root('xsi:schemaLocation="urn:a file:///etc/passwd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'),
  root('xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'),
  root(namespaces(2000)),
  root('a="1" a="2"'),
  declared('UTF-8', latin),
  declared('ISO-8859-1', latin),
  declared('US-ASCII', Buffer.from),
  declared('UTF-16', (xml) => utf16(`\ufeff${xml}`)),
  declared('none-such', Buffer.from),
  declared('UTF-16', utf16),
  declared('windows-1252', latin),
  declared('Shift_JIS', Buffer.from),
  declared('UTF-7', Buffer.from),
  root(namespaces(50_000)),
  (xml) => xml.replace(/@/, `${'a'.repeat(50_000)}@`),
];

/** Several changes of a file's content, sometimes one of its form. */
export function changedXml(xml: string, chance: Chance): Buffer {
  let changing = xml;
  for (let times = chance.below(4); times > 0; times -= 1)
    changing = chance.pick(CONTENT)(changing, chance) as string;
  const formed = chance.happens(0.3) ? chance.pick(FORM)(changing, chance) : changing;
  return typeof formed === 'string' ? Buffer.from(formed) : formed;
}
