import { randomUUID } from 'node:crypto';
import { AccessTokens, basicCredentials } from '../access-tokens.ts';
import { type Answer, type Call, json } from '../network.ts';
import type { State } from '../state.ts';
import type { Consents } from './consents.ts';
import type { LogIn } from './platforms.ts';
import { objectIn, ROUTE, type Tenant } from './platform.ts';

const SECONDS = 600;
const SHORT_SECONDS = 3;
/** In place of the newest refresh token. */
const REVOKED = 'revoked';

/**
 * Client credentials, or a firm's refresh token: any text is one, each use gives the next, and then it is of no use. A secret or refresh token
 * that ends `-REFUSED` is not accepted; `-SHORT` in the client id gives tokens of three seconds.
 */
export class Tokens {
  private readonly tokens: AccessTokens;

  constructor(
    private readonly state: State,
    private readonly consents: Consents,
  ) {
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
    if (grant !== 'client_credentials' && grant !== 'refresh_token' && grant !== 'authorization_code')
      return json(400, { error: 'unsupported_grant_type' });
    const basic = basicCredentials(call);
    // RFC 6749, 2.3: one way per request.
    if (logIn === 'strict-client-credentials' && basic && form.has('client_secret'))
      return json(400, { error: 'invalid_request' });
    const pair = basic ?? { id: form.get('client_id'), secret: form.get('client_secret') };
    if (grant === 'authorization_code') return this.exchange(pair, form);
    return grant === 'refresh_token'
      ? this.refresh(pair, form.get('refresh_token') ?? '')
      : this.grantToken(pair, 'access_token');
  }

  private async exchange(pair: Pair, form: URLSearchParams): Promise<Answer> {
    const refusal = refusalOf(pair);
    if (refusal) return refusal;
    const token = this.consents.exchange(form, String(pair.id));
    if (token === undefined) return json(400, { error: 'invalid_grant' });
    const seconds = lifeOf(pair);
    const access = await this.tokens.issue(token, seconds);
    return json(200, {
      access_token: access,
      token_type: 'bearer',
      expires_in: seconds,
      refresh_token: token,
    });
  }

  /** RFC 7009: 200 also for a token that is unknown. */
  revoke(call: Call): Answer {
    const form = new URLSearchParams(call.body.toString());
    const refusal = refusalOf({ id: form.get('client_id'), secret: form.get('client_secret') });
    if (refusal) return refusal;
    const [first = ''] = (form.get('token') ?? '').split('#');
    this.state.keep(ROUTE, 'refresh', first, REVOKED);
    return { status: 200 };
  }

  /** The account of the bearer, by its first refresh token. */
  async account(call: Call): Promise<string | undefined> {
    const account = (await this.tokens.read(call))?.sub;
    return account === undefined || this.state.findKept(ROUTE, 'refresh', account) === REVOKED
      ? undefined
      : account;
  }

  /** The account is that of the first refresh token. */
  private async refresh(pair: Pair, token: string): Promise<Answer> {
    const [first = ''] = token.split('#');
    const refusal = refusalOf(pair);
    if (refusal) return refusal;
    if (first === '' || first.endsWith('-REFUSED')) return json(400, { error: 'invalid_grant' });
    const next = `${first}#${randomUUID()}`;
    const isCurrent = this.state.transaction(() => {
      if (token !== (this.state.findKept<string>(ROUTE, 'refresh', first) ?? first)) return false;
      this.state.keep(ROUTE, 'refresh', first, next);
      return true;
    });
    if (!isCurrent) return json(400, { error: 'invalid_grant' });
    const seconds = lifeOf(pair);
    const access = await this.tokens.issue(first, seconds);
    return json(200, {
      access_token: access,
      token_type: 'Bearer',
      expires_in: seconds,
      refresh_token: next,
    });
  }

  private async grantToken(pair: Pair, member: 'access_token' | 'access'): Promise<Answer> {
    const refusal = refusalOf(pair);
    if (refusal) return refusal;
    const { id } = pair;
    const seconds = lifeOf(pair);
    const token = await this.tokens.issue(String(id), seconds);
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

const refusalOf = ({ id, secret }: Pair): Answer | undefined =>
  !id || !secret || secret.endsWith('-REFUSED') ? json(401, { error: 'invalid_client' }) : undefined;

const lifeOf = ({ id }: Pair): number => (/-SHORT(?![A-Z])/.test(id ?? '') ? SHORT_SECONDS : SECONDS);

/** JSON with name and password. */
function passwordIn(call: Call): Pair {
  const { username, password } = objectIn(call) ?? {};
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { id: text(username), secret: text(password) };
}

const tenantOf = (subject: string | undefined, organization: unknown): Tenant => ({
  id: JSON.stringify([subject, ...(organization ? [organization] : [])]),
});
