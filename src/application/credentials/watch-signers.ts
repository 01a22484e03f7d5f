import { isSameText } from 'en16931-rules/vocabulary/message.ts';
import { type Credential, isLive } from '../../domain/credentials/credential.ts';
import { profileOf, ROUTES } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { Log } from '../../ports/log.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { CredentialChoice } from '../sending/sending-ports.ts';
import { failing, settleSignerCare, type SignerCarePorts } from './signer-care.ts';

/** A kind of credential that signs codes, and those of it that do not hold. */
interface FailingSigners {
  readonly route: Route;
  readonly kind: string;
  readonly failing: readonly Credential[];
}

interface Ports extends Omit<SignerCarePorts, 'credentialStore'> {
  readonly credentialStore: Pick<CredentialStore, 'ofKinds' | 'ofRoute' | 'noteProblem'>;
  readonly credentials: Pick<CredentialChoice, 'choose'> & {
    openStored(credential: Credential): Promise<OpenedCredential>;
  };
  readonly rails: Rails;
  readonly log: Pick<Log, 'warn'>;
}

/** Keeps one run short. */
const MAX_CREDENTIALS = 500;

/**
 * Asks the routes once a day whether the credentials that sign the codes of offline invoices still hold: a reader who scans a code learns it, and
 * the issuer does not. With a problem the intake refuses offline invoices and says why, and a care row says it to the client.
 */
export class WatchSigners {
  constructor(private readonly ports: Ports) {}

  async run(): Promise<void> {
    for (const { route, stored } of await this.signers()) {
      for (const one of stored.filter((each) => isLive(each, this.ports.clock.now()))) await this.look(one);
      for (const client of new Set(stored.map((one) => one.client))) await this.settle(client, route);
    }
  }

  /** One client with such a credential counts once. */
  async present(): Promise<readonly FailingSigners[]> {
    const now = this.ports.clock.now();
    return (await this.signers()).map(({ route, kind, stored }) => ({
      route,
      kind,
      failing: [...groupedByClient(stored).values()].flatMap((own) => failing(own, now) ?? []),
    }));
  }

  private async signers() {
    const matchingSigners: {
      readonly route: Route;
      readonly kind: string;
      readonly stored: readonly Credential[];
    }[] = [];
    for (const route of ROUTES) {
      const kind = profileOf(route).offline?.credentialKind;
      if (kind === undefined) continue;
      const stored = await this.ports.credentialStore.ofKinds(route, [kind], MAX_CREDENTIALS);
      matchingSigners.push({ route, kind, stored });
    }
    return matchingSigners;
  }

  private async settle(client: string, route: Route): Promise<void> {
    try {
      await settleSignerCare(client, route, this.ports);
    } catch (error) {
      this.ports.log.warn(
        { err: error, client, route },
        'the care row of a signing credential was not written',
      );
    }
  }

  /** A failure of one client's look must not end those of the others. */
  private async look(credential: Credential): Promise<void> {
    const { credentialStore, credentials, rails, log } = this.ports;
    const { id, client, route, legalEntity } = credential;
    try {
      const logIn = await credentials.choose(client, route, legalEntity === undefined ? [] : [legalEntity]);
      const signer =
        logIn && (await rails.get(route)?.offline?.lookAt(await credentials.openStored(credential), logIn));
      if (!signer || signer === 'unknown' || isSameText(signer.problem, credential.problem)) return;
      await credentialStore.noteProblem(id, signer.problem);
      if (signer.problem !== undefined)
        log.warn({ credential_id: id, client, route, problem: signer.problem }, 'a credential signs no more');
    } catch (error) {
      log.warn({ err: error, credential_id: id, client, route }, 'a credential could not be looked at');
    }
  }
}

function groupedByClient(stored: readonly Credential[]): ReadonlyMap<string, readonly Credential[]> {
  const groups = new Map<string, Credential[]>();
  for (const one of stored) groups.set(one.client, [...(groups.get(one.client) ?? []), one]);
  return groups;
}
