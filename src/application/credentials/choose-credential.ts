import { fitting, isLive } from '../../domain/credentials/credential.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { Credentials } from '../../ports/credentials.ts';
import type { Feed } from '../../ports/feeds.ts';
import type { OpenedCredential } from '../../ports/rail.ts';
import type { CredentialChoice } from '../delivery/delivery-tools.ts';

interface Tools {
  readonly credentials: Pick<CredentialStore, 'ofRoute'>;
  readonly content: Pick<TextSealer, 'openText'>;
  readonly clock: Clock;
  /** Of the sandbox, for clients that have stored nothing. */
  readonly builtIn: (client: string, route: Route) => OpenedCredential | undefined;
}

/** Which stored credential logs a client in (decisions, "choice"). */
export class ChooseCredential implements CredentialChoice, Credentials {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async choose(
    client: string,
    route: Route,
    sellerIds: readonly string[],
  ): Promise<OpenedCredential | undefined> {
    const { credentials, content, clock, builtIn } = this.#tools;
    const [first] = fitting(await credentials.ofRoute(client, route), sellerIds, clock.now());
    if (!first) return builtIn(client, route);
    return {
      client,
      id: first.id,
      kind: first.kind,
      value: await content.openText(client, first.sealedValue),
    };
  }

  /** The one that a feed is read under; undefined when it was revoked or has expired. */
  async open({ client, route, credentialId }: Feed): Promise<OpenedCredential | undefined> {
    const { credentials, content, clock, builtIn } = this.#tools;
    if (credentialId === null) return builtIn(client, route);
    const stored = await credentials.ofRoute(client, route);
    const known = stored.find((one) => one.id === credentialId && isLive(one, clock.now()));
    if (!known) return undefined;
    return {
      client,
      id: known.id,
      kind: known.kind,
      value: await content.openText(client, known.sealedValue),
    };
  }

  /** The router sees what is stored, and no seller; what is tagged counts. */
  async hasLive(client: string, route: Route, now: Date): Promise<boolean> {
    const stored = await this.#tools.credentials.ofRoute(client, route);
    return stored.some((one) => fitting([one], one.legalEntity ? [one.legalEntity] : [], now).length > 0);
  }
}
