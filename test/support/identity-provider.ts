import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, errors } from 'oidc-provider';

// It says at each start that its keys and its memory are those of a test.
for (const name of ['info', 'warn'] as const) {
  const write = console[name].bind(console);
  console[name] = (...words: unknown[]) =>
    String(words[0]).includes('oidc-provider ') ? undefined : write(...words);
}

export const CLIENT = { clientId: 'invoice-delivery', clientSecret: 'the-secret-of-the-service: %+' };

/** What the firm says of a person. */
export type Account = Readonly<Record<string, unknown>>;

/** A provider that others wrote, for people of a firm. Each visitor is the person `next`, without a question. */
export class TestIdentityProvider {
  readonly people = new Map<string, Account>();
  /** The person at the browser; undefined refuses. */
  next: string | undefined;
  /** Refresh tokens that were exchanged, or tried. */
  refreshed = 0;
  /** With which user information is answered, without any; undefined answers as the provider does. */
  userInfoStatus: number | undefined;
  /** What it answers beside OAuth, by path, to the bearer of an access token. */
  readonly resources = new Map<
    string,
    (person: string | undefined) => readonly [status: number, json: unknown]
  >();
  private provider!: Provider;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(redirectUri: string, more: Partial<Configuration> = {}): Promise<TestIdentityProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const made = new TestIdentityProvider(server, issuer);
    made.provider = new Provider(issuer, { ...made.configuration(redirectUri), ...more });
    const answer = made.provider.callback();
    server.on('request', (req, res) => {
      if (req.url === '/me' && made.userInfoStatus !== undefined)
        return void res.writeHead(made.userInfoStatus).end();
      const resource = made.resources.get(req.url ?? '');
      if (resource) return void made.answerBearer(req, res, resource);
      return req.url?.startsWith('/interaction/') ? void made.decide(req, res) : void answer(req, res);
    });
    made.provider.on('grant.success', (ctx) => made.count(ctx.oidc.params));
    made.provider.on('grant.error', (ctx) => made.count(ctx.oidc.params));
    return made;
  }

  private async answerBearer(
    { headers }: IncomingMessage,
    res: ServerResponse,
    resource: (person: string | undefined) => readonly [status: number, json: unknown],
  ): Promise<void> {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    const known = await this.provider.AccessToken.find(token);
    const [status, json] = resource(known?.accountId);
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  }

  private count(params: unknown): void {
    if ((params as { grant_type?: string } | undefined)?.grant_type === 'refresh_token') this.refreshed += 1;
  }

  private configuration(redirectUri: string): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      claims: { openid: ['sub', 'groups', 'preferred_username'], email: ['email', 'email_verified'] },
      pkce: { required: () => true },
      rotateRefreshToken: true,
      cookies: { keys: ['of a test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => {
        const account = this.people.get(id);
        return account && { accountId: id, claims: async () => ({ sub: id, ...account }) };
      },
    };
  }

  private async decide(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { prompt, params, session } = await this.provider.interactionDetails(req, res);
    if (this.next === undefined) {
      const { error, error_description } = new errors.AccessDenied();
      return this.provider.interactionFinished(req, res, { error, error_description });
    }
    if (prompt.name === 'login')
      return this.provider.interactionFinished(req, res, { login: { accountId: this.next } });
    const grant = new this.provider.Grant({
      accountId: session!.accountId,
      clientId: String(params['client_id']),
    });
    grant.addOIDCScope(String(params['scope']));
    const grantId = await grant.save();
    return this.provider.interactionFinished(req, res, { consent: { grantId } });
  }

  /** Its address does not answer. */
  async away(): Promise<() => Promise<void>> {
    const { port } = this.server.address() as AddressInfo;
    await this.stop();
    return () => new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
