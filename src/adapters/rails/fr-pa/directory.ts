import { Newest } from '../../../domain/newest.ts';
import type { Addressing } from '../../../domain/vocabulary/addressing.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Consignment } from '../../../ports/rail/inquiry.ts';
import { jsonIn } from './json.ts';
import { errorCode, type Platform, type PlatformResponse } from './platform.ts';

interface Kept {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly isUnreachable: Promise<boolean>;
}

const LOOK_UP_MS = 3_000;
const MAX_ANSWER_BYTES = 100_000;
const KEEP_MS = 10 * 60_000;
const MAX_KEPT = 10_000;

/**
 * The directory of the client's platform (XP Z12-013, annex B). The invoice is sent whatever the directory answers: there is
 * one short call, and after a failure none for a while.
 */
export class Directory {
  /** By credential and address; by credential alone if the platform has no directory. */
  private readonly entries = new Newest<Kept>(MAX_KEPT);

  constructor(
    private readonly platform: Platform,
    private readonly clock: Clock,
  ) {}

  /** True if the directory shows that the buyer's address has no receiver yet. False if it does not say so clearly. */
  async showsNoReceiver({ credential, addressing }: Consignment, token: string): Promise<boolean> {
    const address = receivingAddress(addressing);
    if (address === undefined) return false;
    const platform = `${credential.client} ${credential.id}`;
    const line = `${platform} ${address}`;
    const entry = this.findHeld(line) ?? this.findHeld(platform);
    if (entry) return entry.isUnreachable;
    const requestedResponse = this.platform.callOnce(credential, token, {
      method: 'GET',
      service: 'directory',
      path: `/directory-line/code:${encodeURIComponent(address)}`,
      timeoutMs: LOOK_UP_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    const isUnreachable = requestedResponse.then((response) => saysNoReceiver(response, address));
    // Stored before the answer arrives: several invoices to one buyer cause one query.
    this.keep(line, isUnreachable);
    if ('failure' in (await requestedResponse)) this.keep(platform, isUnreachable);
    return isUnreachable;
  }

  private findHeld(key: string): Kept | undefined {
    const entry = this.entries.get(key);
    return entry && entry.until > this.clock.now().getTime() ? entry : undefined;
  }

  private keep(key: string, isUnreachable: Promise<boolean>): void {
    this.entries.set(key, { until: this.clock.now().getTime() + KEEP_MS, isUnreachable });
  }
}

/** UNTDID 1001: types that the buyer issues and the seller receives. */
const SELF_BILLED: ReadonlySet<string | null> = new Set(['261', '389', '471', '473', '500', '501', '502']);
const SCHEME = '0225';
/** The SIREN, and its optional suffix. */
const ADDRESS = /^\d{9}(_[\w/-]{1,115})?$/;

/** BT-49; undefined if the directory cannot know it. */
function receivingAddress({ typeCode, buyer: { endpoint } }: Addressing): string | undefined {
  if (SELF_BILLED.has(typeCode) || endpoint?.scheme !== SCHEME) return undefined;
  return ADDRESS.test(endpoint.id) ? endpoint.id : undefined;
}

/** Only a search finds an address that becomes valid later; here it answers 404, as an unknown one does. */
const NOT_IN_FORCE: ReadonlySet<unknown> = new Set(['Disabled', 'Upcoming']);

function saysNoReceiver(response: PlatformResponse, address: string): boolean {
  if ('failure' in response) return false;
  const { status, body } = response;
  // 404 without a code means that the path does not exist: the platform has no directory service.
  if (status === 404) return errorCode(body).error_code !== undefined;
  const { addressingIdentifier, directoryLineStatus } = (status === 200 ? jsonIn(body) : undefined) ?? {};
  return addressingIdentifier === address && NOT_IN_FORCE.has(directoryLineStatus);
}
