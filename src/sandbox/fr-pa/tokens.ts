import { AccessTokens, basicCredentials } from '../access-tokens.ts';
import { type Answer, type Call, json } from '../network.ts';
import type { State } from '../state.ts';
import type { LogIn } from './platforms.ts';
import { objectIn, ROUTE, type Tenant } from './platform.ts';

const SECONDS = 600;
const SHORT_SECONDS = 3;

/**
 * Client credentials. Any secret is accepted except one that ends `-REFUSED`; `-SHORT` in the client id gives tokens of three
 * seconds.
 */
export class Tokens {
  private readonly tokens: AccessTokens;

  constructor(state: State) {
    this.tokens = new AccessTokens(state, ROUTE);
  }

  async grant(logIn: LogIn, call: Call): Promise<Answer> {
    if (logIn === 'password') return this.grantToken(passwordIn(call), 'access');
    if (logIn === 'none') return json(404, { error: 'There is no log-in: the key is the bearer.' });
    const form = new URLSearchParams(call.body.toString());
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(call.headers['content-type'] ?? '');
    if (logIn === 'strict-client-credentials' && !isForm) return json(400, { error: 'invalid_request' });
    const grant = form.get('grant_type');
    if (grant === null) return json(400, { error: 'invalid_request' });
    if (grant !== 'client_credentials') return json(400, { error: 'unsupported_grant_type' });
    const basic = basicCredentials(call);
    // RFC 6749, 2.3: one way per request.
    if (logIn === 'strict-client-credentials' && basic && form.has('client_secret'))
      return json(400, { error: 'invalid_request' });
    return this.grantToken(
      basic ?? { id: form.get('client_id'), secret: form.get('client_secret') },
      'access_token',
    );
  }

  private async grantToken({ id, secret }: Pair, member: 'access_token' | 'access'): Promise<Answer> {
    if (!id || !secret || secret.endsWith('-REFUSED')) return json(401, { error: 'invalid_client' });
    const seconds = /-SHORT(?![A-Z])/.test(id) ? SHORT_SECONDS : SECONDS;
    const token = await this.tokens.issue(id, seconds);
    return member === 'access'
      ? json(200, { access: token, refresh: await this.tokens.issue(`refresh ${id}`, seconds) })
      : json(200, { access_token: token, token_type: 'Bearer', expires_in: seconds });
  }

  /** For a platform whose keys are bearer tokens. */
  tenantOfKey({ headers }: Call): Tenant {
    return tenantOf(headers.authorization, headers['organization-id']);
  }

  /** @returns undefined without a valid token. */
  async tenant(call: Call): Promise<Tenant | undefined> {
    const payload = await this.tokens.read(call);
    if (!payload) return undefined;
    return tenantOf(payload.sub, call.headers['organization-id']);
  }
}

interface Pair {
  readonly id: string | null;
  readonly secret: string | null;
}

/** JSON with name and password. */
function passwordIn(call: Call): Pair {
  const { username, password } = objectIn(call) ?? {};
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { id: text(username), secret: text(password) };
}

const tenantOf = (subject: string | undefined, organization: unknown): Tenant => ({
  id: JSON.stringify([subject, ...(organization ? [organization] : [])]),
});
