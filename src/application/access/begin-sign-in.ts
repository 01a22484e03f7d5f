import { say } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Digests } from '../../ports/digests.ts';
import type { SignInChecks } from '../../ports/identity-provider.ts';
import type { Log } from '../../ports/log.ts';
import type { Identity } from './identity.ts';

interface Ports {
  readonly digests: Pick<Digests, 'newToken' | 'sha256'>;
  readonly identity?: Identity | undefined;
  readonly log: Log;
}

/** Sends a person to the provider of the firm. */
export class BeginSignIn {
  constructor(private readonly ports: Ports) {}

  /** True if the settings name a provider. */
  get isOffered(): boolean {
    return this.ports.identity !== undefined;
  }

  /**
   * @returns the address of the provider, and the secret that the browser keeps until it comes back; no address if the provider cannot be
   * asked.
   * @throws CallFailed `not-found` without a provider.
   */
  async run(): Promise<{ readonly url?: URL; readonly secret: string }> {
    const { digests, log } = this.ports;
    const { provider } = requireIdentity(this.ports);
    const secret = digests.newToken();
    try {
      return { secret, url: await provider.begin(checksOf(secret, digests)) };
    } catch (error) {
      log.warn({ reason: String(error) }, 'the provider of identities was not reached');
      return { secret };
    }
  }
}

/** @throws CallFailed `not-found` */
export function requireIdentity({ identity }: Pick<Ports, 'identity'>): Identity {
  if (!identity) throw new CallFailed({ kind: 'not-found', detail: say('calls.no-sign-in-here') });
  return identity;
}

/**
 * State (RFC 6749, section 10.12), nonce (OpenID Connect Core 1.0, section 15.5.2) and code verifier (RFC 7636) come from one secret of
 * the browser, so that nothing is stored about sign-ins that are never finished.
 */
export function checksOf(secret: string, { sha256 }: Pick<Digests, 'sha256'>): SignInChecks {
  const [state, nonce, codeVerifier] = ['state', 'nonce', 'verifier'].map((use) =>
    sha256(`${use} ${secret}`),
  );
  return { state: state!, nonce: nonce!, codeVerifier: codeVerifier! };
}
