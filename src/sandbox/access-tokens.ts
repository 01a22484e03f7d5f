import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, type JWTPayload, SignJWT } from 'jose';
import type { Call } from './network.ts';
import type { State } from './state.ts';

/** Bearer tokens (JWT) of a network. A token is valid until its own end, also after a restart. */
export class AccessTokens {
  private readonly key: Promise<Uint8Array>;

  constructor(state: State, route: string) {
    this.key = state
      .lasting<string>(route, 'token-key', randomUUID)
      .then((key) => createHash('sha256').update(key).digest());
  }

  async issue(subject: string, seconds: number, claims: JWTPayload = {}): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(subject)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(await this.key);
  }

  /** @returns undefined without a token, for a token of another network, and for an expired one. */
  async read({ headers }: Pick<Call, 'headers'>): Promise<JWTPayload | undefined> {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    try {
      return (await jwtVerify(token, await this.key)).payload;
    } catch {
      return undefined;
    }
  }
}

/** Name and secret of HTTP Basic as sent; undefined without the header. */
export function basicCredentials({
  headers,
}: Pick<Call, 'headers'>): { readonly id: string; readonly secret: string } | undefined {
  const encoded = /^Basic (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(/:(.*)/s);
  return { id, secret };
}
