import { type Credential, fitting, isLive } from '../../domain/credentials/credential.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { Credentials } from '../../ports/credentials.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Feed } from '../../ports/feeds.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { CredentialChoice, CredentialVersions } from '../sending/sending-ports.ts';

interface Ports {
  readonly credentials: Pick<CredentialStore, 'ofRoute'>;
  readonly content: Pick<TextSealer, 'openText'>;
  readonly clock: Clock;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly rails: Rails;
  /** The credential of the sandbox, for clients that have stored none. */
  readonly builtIn: (client: string, route: Route) => OpenedCredential | undefined;
}

/** Which stored credential logs a client in (decisions, "choice"). */
export class ChooseCredential implements CredentialChoice, CredentialVersions, Credentials {
  constructor(private readonly ports: Ports) {}

  async choose(
    client: string,
    route: Route,
    sellerIds: readonly string[],
  ): Promise<OpenedCredential | undefined> {
    const { credentials, clock, builtIn } = this.ports;
    const stored = (await credentials.ofRoute(client, route)).filter(logsIn);
    const fit = fitting(stored, sellerIds, clock.now());
    const { preferred } = profileOf(route).credentials;
    const winning = fit.filter(({ kind }) => kind === preferred);
    for (const one of winning) {
      const opened = await this.openValue(one);
      if (this.isReadable(opened, route)) return opened;
    }
    const first = fit.find((one) => !winning.includes(one)) ?? winning[0];
    return first ? this.openValue(first) : builtIn(client, route);
  }

  async versionOf(client: string, route: Route): Promise<string> {
    const { credentials, clock, digests, builtIn } = this.ports;
    const stored = await credentials.ofRoute(client, route);
    const live = stored.filter((one) => logsIn(one) && isLive(one, clock.now()));
    const parts = live.map(({ id, legalEntity = null, problem = null, sealedValue }) =>
      JSON.stringify([id, legalEntity, problem, sealedValue]),
    );
    return digests.sha256(JSON.stringify([builtIn(client, route) ?? null, ...parts.sort()]));
  }

  /** The newest credential that signs the codes on the page of an offline invoice. */
  async chooseSigner(
    client: string,
    route: Route,
    sellerIds: readonly string[],
  ): Promise<OpenedCredential | undefined> {
    const { credentials, clock } = this.ports;
    const signing = (await credentials.ofRoute(client, route)).filter((one) => !logsIn(one));
    const [newest] = fitting(signing, sellerIds, clock.now());
    return newest && this.openValue(newest);
  }

  /** The value of a stored credential. */
  openStored(credential: Credential): Promise<OpenedCredential> {
    return this.openValue(credential);
  }

  private isReadable(opened: OpenedCredential, route: Route): boolean {
    return this.ports.rails.get(route)?.canReadCredential?.(opened) ?? true;
  }

  private async openValue({
    client,
    id,
    kind,
    legalEntity,
    sealedValue,
    problem,
  }: Credential): Promise<OpenedCredential> {
    const value = await this.ports.content.openText(client, sealedValue);
    return {
      client,
      id,
      kind,
      value,
      ...(legalEntity !== undefined && { legalEntity }),
      ...(problem !== undefined && { problem }),
    };
  }

  /** The credential that a feed is read with; undefined if it was revoked or has expired. */
  async open({ client, route, credentialId }: Feed): Promise<OpenedCredential | undefined> {
    const { credentials, clock, builtIn } = this.ports;
    if (credentialId === null) return builtIn(client, route);
    const stored = await credentials.ofRoute(client, route);
    const chosen = stored.find((one) => one.id === credentialId && isLive(one, clock.now()));
    return chosen && this.openValue(chosen);
  }

  /** All credentials of a client, or the built-in one if it has stored none. */
  async live(client: string, route: Route): Promise<readonly OpenedCredential[]> {
    const { credentials, clock, builtIn } = this.ports;
    const stored = await credentials.ofRoute(client, route);
    const live = stored.filter((one) => logsIn(one) && isLive(one, clock.now()));
    if (live.length > 0) return Promise.all(live.map((one) => this.openValue(one)));
    const own = builtIn(client, route);
    return own ? [own] : [];
  }

  /** The router knows no seller, so a credential for one legal entity counts as well. */
  async hasLive(client: string, route: Route, now: Date): Promise<boolean> {
    const stored = await this.ports.credentials.ofRoute(client, route);
    return stored
      .filter(logsIn)
      .some((one) => fitting([one], one.legalEntity ? [one.legalEntity] : [], now).length > 0);
  }
}

const logsIn = ({ route, kind }: Credential): boolean => kind !== profileOf(route).offline?.credentialKind;
