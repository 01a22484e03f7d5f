import { type Text } from 'en16931-rules/vocabulary/message.ts';
import type { PackAge } from 'en16931-rules/layers/pack-age.ts';
import type { PackEntry } from 'en16931-rules/layers/pack-in-force.ts';
import {
  type AllowedRegistries,
  type Carrier,
  isNewer,
  REGISTRIES,
  versionIn,
} from 'en16931-rules/layers/registries.ts';
import type { Outbound } from '../../ports/outbound.ts';

/** What one place says about releases of a publisher. */
export interface Carried {
  readonly carrier: Carrier;
  /** `newer`: a version that this service does not know; it may carry a newer release. */
  readonly edition:
    | { readonly state: 'known' | 'newer'; readonly version: string }
    | { readonly state: 'not-allowed' }
    /** The answer names no version. */
    | { readonly state: 'unreadable' }
    | { readonly state: 'failed'; readonly reason: Text };
}

const TIMEOUT_MS = 15_000;
/** The files of PyPI list every version of a package. */
const MAX_ANSWER_BYTES = 5_000_000;

/** Asks the registries that the operator allows for newer releases. What is found is never adopted. */
export class FindNewerPacks {
  constructor(
    private readonly outbound: Pick<Outbound, 'call'>,
    private readonly allowed: AllowedRegistries,
  ) {}

  run({ publisher, pack }: PackAge<PackEntry>): Promise<readonly Carried[]> {
    return Promise.all(
      publisher.carriers.map(async (carrier) => ({
        carrier,
        edition: await this.ask(carrier, pack.version),
      })),
    );
  }

  private async ask({ registry, name, known }: Carrier, installed: string): Promise<Carried['edition']> {
    const address = this.allowed.get(registry);
    if (address === undefined) return { state: 'not-allowed' };
    const answer = await this.outbound.call({
      method: 'GET',
      url: `${address}${REGISTRIES[registry].path(name)}`,
      namedBy: 'operator',
      headers: { accept: '*/*', 'user-agent': 'invoice-delivery-service' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      repeatable: true,
    });
    if (answer.outcome !== 'answered') return { state: 'failed', reason: answer.reason };
    if (answer.status !== 200) return { state: 'failed', reason: `HTTP ${answer.status}` };
    const version = versionIn(registry, new TextDecoder().decode(answer.body));
    if (version === undefined) return { state: 'unreadable' };
    // An adopted release may be newer than this service knows. A tag has words before the version, as a version of a pack may have.
    const isInstalled = `-${installed}`.endsWith(`-${version.replace(/^\D\D*/, '')}`);
    return { state: isNewer(version, known) && !isInstalled ? 'newer' : 'known', version };
  }
}
