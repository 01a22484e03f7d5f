import {
  constants,
  createCipheriv,
  createHash,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { assertDescribed } from './description.ts';

export const SELLER = '5265877635';
export const TOKEN = 'a-ksef-token';

interface PublicKey {
  readonly key: KeyObject;
  readonly publicKeyId: string;
}

/** An answer that was validated against the published description. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** Long enough for long steps and slow machines. */
const PATIENCE_MS = 60_000;

/** A session's key on the client's side. */
export interface OpenSession {
  readonly reference: string;
  readonly key: Buffer;
  readonly vector: Buffer;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

/** The national system of a sandbox, for a caller with a credential. */
export class Ksef {
  readonly base: string;
  accessToken = '';
  refreshToken = '';

  constructor(url: string) {
    this.base = `${url}/ksef`;
  }

  static async loggedIn(url: string, token = TOKEN, nip = SELLER): Promise<Ksef> {
    const ksef = new Ksef(url);
    const { referenceNumber, authenticationToken } = await ksef.beginByToken(token, nip);
    const { code } = await ksef.logInEnded(referenceNumber, authenticationToken);
    if (code !== 200) throw new Error(`the log-in ended ${code}`);
    await ksef.redeem(authenticationToken);
    return ksef;
  }

  /** @param bearer another token than the access token; an empty text for none. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    { bearer = this.accessToken, headers = {} as Readonly<Record<string, string>> } = {},
  ): Promise<Answer> {
    const answer = await fetch(this.base + path, {
      method,
      headers: {
        ...(bearer !== '' && { Authorization: `Bearer ${bearer}` }),
        ...(typeof body === 'string'
          ? { 'Content-Type': 'application/xml' }
          : { 'Content-Type': 'application/json' }),
        'X-Error-Format': 'problem-details',
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
    assertDescribed(method, path, answer, isJson ? json : text);
    return { status: answer.status, headers: answer.headers, text, json };
  }

  async publicKey(usage: string): Promise<PublicKey> {
    const { json } = await this.call('GET', '/security/public-key-certificates');
    const found = (json as unknown as { certificate: string; publicKeyId: string; usage: string[] }[]).find(
      (each) => each.usage.includes(usage),
    );
    if (!found) throw new Error(`no key for ${usage}`);
    const { publicKey } = new X509Certificate(Buffer.from(found.certificate, 'base64'));
    return { key: publicKey, publicKeyId: found.publicKeyId };
  }

  async challenge(): Promise<{ challenge: string; timestampMs: number }> {
    const { json } = await this.call('POST', '/auth/challenge');
    return json as { challenge: string; timestampMs: number };
  }

  async beginByToken(
    token: string,
    nip = SELLER,
  ): Promise<{ referenceNumber: string; authenticationToken: string }> {
    const { challenge, timestampMs } = await this.challenge();
    const answer = await this.sendToken(challenge, `${token}|${timestampMs}`, nip);
    const { referenceNumber, authenticationToken } = answer.json as {
      referenceNumber: string;
      authenticationToken: { token: string };
    };
    return { referenceNumber, authenticationToken: authenticationToken.token };
  }

  async sendToken(challenge: string, plain: string, nip = SELLER): Promise<Answer> {
    const { key, publicKeyId } = await this.publicKey('KsefTokenEncryption');
    return this.call('POST', '/auth/ksef-token', {
      challenge,
      contextIdentifier: { type: 'Nip', value: nip },
      encryptedToken: encryptedFor(key, Buffer.from(plain)),
      publicKeyId,
    });
  }

  /** The status once the log-in has ended. */
  async logInEnded(reference: string, bearer: string): Promise<{ code: number; details?: string[] }> {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
      const { json } = await this.call('GET', `/auth/${reference}`, undefined, { bearer });
      const status = json['status'] as { code: number; details?: string[] };
      if (status.code !== 100) return status;
      await pause(20);
    }
    throw new Error('still logging in');
  }

  async redeem(bearer: string): Promise<Answer> {
    const answer = await this.call('POST', '/auth/token/redeem', undefined, { bearer });
    if (answer.status !== 200) return answer;
    const { accessToken, refreshToken } = answer.json as Record<string, { token: string }>;
    this.accessToken = accessToken?.token ?? '';
    this.refreshToken = refreshToken?.token ?? '';
    return answer;
  }

  async open(
    changed: (body: Record<string, unknown>) => unknown = (body) => body,
  ): Promise<Answer & OpenSession> {
    const { key, publicKeyId } = await this.publicKey('SymmetricKeyEncryption');
    const session = { key: randomBytes(32), vector: randomBytes(16) };
    const body = {
      formCode: { systemCode: 'FA (3)', schemaVersion: '1-0E', value: 'FA' },
      encryption: {
        encryptedSymmetricKey: encryptedFor(key, session.key),
        initializationVector: session.vector.toString('base64'),
        publicKeyId,
      },
    };
    const answer = await this.call('POST', '/sessions/online', changed(body));
    return { ...answer, ...session, reference: String(answer.json['referenceNumber']) };
  }

  send(
    session: OpenSession,
    xml: string | Buffer,
    changed: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer> {
    return this.call('POST', `/sessions/online/${session.reference}/invoices`, {
      ...announcement(session, Buffer.from(xml)),
      ...changed,
    });
  }

  /** @returns the reference of an accepted invoice. */
  async sent(
    session: OpenSession,
    xml: string | Buffer,
    changed?: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const answer = await this.send(session, xml, changed);
    if (answer.status !== 202) throw new Error(`not accepted: ${answer.status} ${answer.text}`);
    return String(answer.json['referenceNumber']);
  }

  invoice({ reference }: Pick<OpenSession, 'reference'>, invoice: string): Promise<Answer> {
    return this.call('GET', `/sessions/${reference}/invoices/${invoice}`);
  }

  /** The status of an invoice once it has been processed. */
  async ended(session: Pick<OpenSession, 'reference'>, invoice: string): Promise<InvoiceStatus> {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
      const { json } = await this.invoice(session, invoice);
      if ((json as unknown as InvoiceStatus).status.code >= 200) return json as unknown as InvoiceStatus;
      await pause(20);
    }
    throw new Error('still being processed');
  }

  /** Sends one and waits. */
  async endOf(session: OpenSession, xml: string | Buffer): Promise<InvoiceStatus> {
    return this.ended(session, await this.sent(session, xml));
  }

  async close({ reference }: OpenSession): Promise<Answer> {
    return this.call('POST', `/sessions/online/${reference}/close`);
  }

  /** The session when it is finished. */
  async finished({ reference }: Pick<OpenSession, 'reference'>): Promise<SessionStatus> {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
      const { json } = await this.call('GET', `/sessions/${reference}`);
      if ((json as unknown as SessionStatus).status.code >= 200) return json as unknown as SessionStatus;
      await pause(20);
    }
    throw new Error('still being finished');
  }
}

export interface InvoiceStatus {
  readonly status: {
    readonly code: number;
    readonly details?: readonly string[];
    readonly extensions?: Readonly<Record<string, string>>;
  };
  readonly ksefNumber?: string;
  readonly invoiceHash: string;
  readonly invoicingMode?: string;
  readonly upoDownloadUrl?: string;
  readonly [other: string]: unknown;
}

export interface SessionStatus {
  readonly status: { readonly code: number };
  readonly upo?: {
    readonly pages: readonly { readonly referenceNumber: string; readonly downloadUrl: string }[];
  };
  readonly [other: string]: unknown;
}

export const encryptedFor = (key: KeyObject, plain: Buffer): string =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, plain).toString(
    'base64',
  );

/** `SendInvoiceRequest` */
function announcement(session: Pick<OpenSession, 'key' | 'vector'>, xml: Buffer): Record<string, unknown> {
  const cipher = createCipheriv('aes-256-cbc', session.key, session.vector);
  const content = Buffer.concat([cipher.update(xml), cipher.final()]);
  return {
    invoiceHash: sha256(xml),
    invoiceSize: xml.length,
    encryptedInvoiceHash: sha256(content),
    encryptedInvoiceSize: content.length,
    encryptedInvoiceContent: content.toString('base64'),
  };
}

/** The code of a refusal. */
export const codeOf = ({ json }: Answer): unknown =>
  (json['errors'] as { code: number }[] | undefined)?.[0]?.code;
