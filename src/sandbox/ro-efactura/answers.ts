import { STATUS_CODES } from 'node:http';
import { escape, type Reply, text, xml } from '../network.ts';
import { readable } from './bucharest.ts';

/** Root elements of ANAF's answers. The last one has that spelling. */
export const SPACES = {
  uploaded: 'mfp:anaf:dgti:spv:respUploadFisier:v1',
  status: 'mfp:anaf:dgti:efactura:stareMesajFactura:v1',
  message: 'mfp:anaf:dgti:spv:reqMesaj:v1',
  errors: 'mfp:anaf:dgti:efactura:mesajEroriFactuta:v1',
} as const;

type Attributes = Readonly<Record<string, string>>;

/** `<header …>` with its content, or empty. */
export function header(space: string, attributes: Attributes, children: readonly string[] = []): string {
  const opened = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<header xmlns="${space}"${write(attributes)}`;
  return children.length === 0 ? `${opened}/>` : `${opened}>\n    ${children.join('\n    ')}\n</header>`;
}

export const element = (name: string, attributes: Attributes): string => `<${name}${write(attributes)}/>`;

const write = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escape(value).replaceAll('\n', '&#xA;')}"`)
    .join('');

export const headerReply = (...content: Parameters<typeof header>): Reply => xml(200, header(...content));

/** Errors come with 200. */
export const errorHeader = (space: string, message: string, attributes: Attributes = {}): Reply =>
  headerReply(space, attributes, [element('Errors', { errorMessage: message })]);

/** JSON with another content type, as ANAF sends it. */
export const looseJson = (value: unknown): Reply => text(200, JSON.stringify(value));

export const tell = (titlu: string, eroare: string): Reply => looseJson({ eroare, titlu });

/** The answer of the gateway in front. */
export const general = (status: number, message: string): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ timestamp: readable(Date.now()), status, error: STATUS_CODES[status], message }),
});
