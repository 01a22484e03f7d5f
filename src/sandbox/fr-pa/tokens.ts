import { AccessTokens, basicCredentials } from '../access-tokens.ts';
import { type Answer, type Call, json } from '../network.ts';
import type { State } from '../state.ts';
import { ROUTE, type Tenant } from './platform.ts';

const SECONDS = 600;
const SHORT_SECONDS = 3;

/** Client credentials: any secret but one that ends `-REFUSED`; `-SHORT` in the client id makes tokens that live three seconds. */
export class Tokens {
  private readonly tokens: AccessTokens;

  constructor(state: State) {
    this.tokens = new AccessTokens(state, ROUTE);
  }

  grant = async (call: Call): Promise<Answer> => {
    const form = new URLSearchParams(call.body.toString());
    if (form.get('grant_type') !== 'client_credentials')
      return json(400, { error: 'unsupported_grant_type' });
    const { id, secret } = basicCredentials(call) ?? {
      id: form.get('client_id'),
      secret: form.get('client_secret'),
    };
    if (!id || !secret || secret.endsWith('-REFUSED')) return json(401, { error: 'invalid_client' });
    const seconds = /-SHORT(?![A-Z])/.test(id) ? SHORT_SECONDS : SECONDS;
    const token = await this.tokens.issue(id, seconds);
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: seconds });
  };

  /** @returns undefined without a token that is good. */
  async tenant(call: Call): Promise<Tenant | undefined> {
    const payload = await this.tokens.read(call);
    if (!payload) return undefined;
    const organization = call.headers['organization-id'];
    return { id: JSON.stringify([payload.sub, ...(organization ? [organization] : [])]) };
  }
}
