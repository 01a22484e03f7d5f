import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import type { Clock } from '../../../../ports/clock.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { Call, Json, Ksef } from './ksef.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

type Usage = 'KsefTokenEncryption' | 'SymmetricKeyEncryption';

interface PublicKey {
  readonly key: KeyObject;
  /** Sent with the ciphertext, so that KSeF refuses a withdrawn key at once. */
  readonly id: string;
}

type KeyOrFailure = { readonly publicKey: PublicKey } | { readonly failed: RailAnswer };

const KEPT_MS = 3_600_000;
const FETCH_MS = 10_000;

/** The keys that KSeF publishes. They are fetched once an hour, and when one is refused. */
export class PublicKeys {
  private entry: { readonly keys: ReadonlyMap<string, PublicKey>; readonly until: number } | undefined;

  constructor(
    private readonly ksef: Ksef,
    private readonly clock: Clock,
  ) {}

  /** @param calls where the call is listed if they are fetched. */
  async of(usage: Usage, calls: Call['calls']): Promise<KeyOrFailure> {
    const now = this.clock.now().getTime();
    if (!this.entry || this.entry.until <= now || this.entry.until > now + KEPT_MS) {
      const fetched = await this.fetch(calls);
      if ('failed' in fetched) return fetched;
      this.entry = { keys: fetched.keys, until: now + KEPT_MS };
    }
    const publicKey = this.entry.keys.get(usage);
    if (publicKey) return { publicKey };
    this.forget();
    return { failed: { mapping: statuses.noKey } };
  }

  forget(): void {
    this.entry = undefined;
  }

  private async fetch(
    calls: Call['calls'],
  ): Promise<{ readonly keys: ReadonlyMap<string, PublicKey> } | { readonly failed: RailAnswer }> {
    const response = await this.ksef.call({
      path: '/security/public-key-certificates',
      wants: 'list',
      timeoutMs: FETCH_MS,
      calls,
    });
    if (response.kind === 'failure')
      return {
        failed:
          response.failure.mapping.meaning === 'unclear'
            ? { ...response.failure, mapping: statuses.noKey }
            : response.failure,
      };
    if (response.kind !== 'list') return { failed: { mapping: statuses.noKey } };
    const keys = new Map<string, PublicKey>();
    // The latest of each usage is used.
    for (const { usages, publicKey } of response.list
      .flatMap((row) => publish(row, response.at) ?? [])
      .sort(byBegin))
      for (const usage of usages) keys.set(usage, publicKey);
    return { keys };
  }
}

interface Published {
  readonly usages: readonly string[];
  readonly from: number;
  readonly publicKey: PublicKey;
}

const byBegin = (one: Published, other: Published): number => one.from - other.from;

/** @returns undefined if it is not valid now, or if its algorithm is not supported. */
function publish(row: Json, at: Date): Published | undefined {
  const { certificate, usage, validFrom, validTo } = row;
  const [from, until] = [validFrom, validTo].map((text) => Date.parse(String(text)));
  if (typeof certificate !== 'string' || !Array.isArray(usage)) return undefined;
  if (!(from! <= at.getTime() && at.getTime() < until!)) return undefined;
  try {
    const key = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;
    if (key.asymmetricKeyType !== 'rsa') return undefined;
    const id = createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('base64');
    return { usages: usage.map(String), from: from!, publicKey: { key, id } };
  } catch {
    return undefined;
  }
}
