import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { type Answer, type Call, json } from '../network.ts';
import type { State } from '../state.ts';
import { ROUTE, type Tenant } from './platform.ts';

const SECONDS = 600;
const SHORT_SECONDS = 3;

/** Client credentials: any secret but one that ends `-REFUSED`; `-SHORT` in the client id makes tokens that live three seconds. */
export class Tokens {
  readonly #key: Uint8Array;

  constructor(state: State) {
    const known = state.lasting<string>(ROUTE, 'token-key');
    const key = known ?? randomUUID();
    if (known === undefined) state.keepForGood(ROUTE, 'token-key', key);
    this.#key = createHash('sha256').update(key).digest();
  }

  grant = async ({ headers, body }: Call): Promise<Answer> => {
    const form = new URLSearchParams(body.toString());
    if (form.get('grant_type') !== 'client_credentials')
      return json(400, { error: 'unsupported_grant_type' });
    const { id, secret } = basic(headers.authorization) ?? {
      id: form.get('client_id'),
      secret: form.get('client_secret'),
    };
    if (!id || !secret || secret.endsWith('-REFUSED')) return json(401, { error: 'invalid_client' });
    const seconds = /-SHORT(?![A-Z])/.test(id) ? SHORT_SECONDS : SECONDS;
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(id)
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(this.#key);
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: seconds });
  };

  /** @returns undefined without a token that is good. */
  async tenant({ headers }: Call): Promise<Tenant | undefined> {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    try {
      const { payload } = await jwtVerify(token, this.#key);
      const organization = headers['organization-id'];
      return { id: JSON.stringify([payload.sub, ...(organization ? [organization] : [])]) };
    } catch {
      return undefined;
    }
  }
}

function basic(header: string | undefined): { readonly id: string; readonly secret: string } | undefined {
  const encoded = /^Basic (\S+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(/:(.*)/s);
  return { id, secret };
}
