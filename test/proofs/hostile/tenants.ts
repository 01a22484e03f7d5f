import type { Answer, Call } from './send.ts';

/** A client under attack; both its markers occur only in its own data. */
export interface Tenant {
  readonly name: string;
  /** Occurs in the texts of all its invoices and never in a log. */
  readonly mark: string;
  readonly key: string;
}

const NAMES = /zq\d{3}qz/gi;
const MARKS = /zc\d{3}cz/gi;
const IDS = /\b(?:inv|evt|key)_[0-9A-Za-z]{16,40}\b/g;
const SECRETS = /ids_(?:test|live)_[0-9a-f]{48}/;

export const nameOf = (index: number): string => `zq${String(index).padStart(3, '0')}qz`;
export const markOf = (name: string): string => name.replaceAll('q', 'c');

export const marksIn = (text: string): readonly string[] => text.match(MARKS) ?? [];

/** The owner of each text: an answer to a client must not contain what another client sent or received. */
export class Owners {
  private readonly ids = new Map<string, string>();

  /** Ids that a client created, or that an answer to it contained. */
  learn(client: string, text: string): void {
    for (const id of text.match(IDS) ?? []) if (!this.ids.has(id)) this.ids.set(id, client);
  }

  /**
   * The texts in an answer to a client that belong to another.
   * @param client undefined for a caller with access to every client.
   */
  leaks(client: string | undefined, call: Call, { status, body }: Answer): readonly string[] {
    const text = readable(body);
    const found: string[] = [];
    if (SECRETS.test(text) && !(call.method === 'POST' && status === 201)) found.push('a key is shown again');
    if (client === undefined) return found;
    const asked = status >= 400 ? `${call.path} ${JSON.stringify(call.headers)} ${String(call.body)}` : '';
    const strange = [...this.strangeNames(client, text), ...this.strangeIds(client, text)];
    // A refusal may repeat the caller's own text.
    for (const each of new Set(strange)) if (!asked.includes(each)) found.push(`${each} is not of ${client}`);
    return found;
  }

  private strangeNames(client: string, text: string): readonly string[] {
    const names = [...(text.match(NAMES) ?? []), ...marksIn(text)];
    return names.filter((name) => ![client, markOf(client)].includes(name.toLowerCase()));
  }

  private strangeIds(client: string, text: string): readonly string[] {
    return (text.match(IDS) ?? []).filter((id) => (this.ids.get(id) ?? client) !== client);
  }
}

/** With the base64 documents in it decoded. */
function readable(body: Buffer): string {
  const text = body.toString('utf8');
  const files = [...text.matchAll(/"content_base64":"([^"]+)"/g)].map(([, file]) =>
    Buffer.from(file!, 'base64'),
  );
  return [text, ...files].join('\n');
}
