import type { Caller, Scope } from '../../domain/access/caller.ts';
import { CallFailed, type RatePolicy } from '../../domain/failures.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import type { RateCounters, RateWindow } from '../../ports/rate-counters.ts';
import { NoteUses } from './note-uses.ts';
import { WindowCounter } from './window-counter.ts';

/** Contract part 8. */
export const RATE_LIMITS: Readonly<Record<Scope, readonly RateWindow[]>> = {
  submit: [
    { seconds: 1, limit: 20 },
    { seconds: 60, limit: 600 },
  ],
  read: [
    { seconds: 1, limit: 50 },
    { seconds: 60, limit: 3000 },
  ],
  admin: [
    { seconds: 1, limit: 20 },
    { seconds: 60, limit: 600 },
  ],
};

/** All calls without a key of one address that have no limit of their own. */
const KEYLESS_LIMIT: RatePolicy = {
  name: 'keyless',
  windows: [
    { seconds: 1, limit: 100 },
    { seconds: 60, limit: 3000 },
  ],
};

/** A first visit to the console loads some eighty files at once, people behind one address are many, and a page that lacks a file stays empty. */
const CONSOLE_FILES_LIMIT: RatePolicy = {
  name: 'console-files',
  windows: [
    { seconds: 1, limit: 500 },
    { seconds: 60, limit: 6000 },
  ],
};

/** Apart from the others, so that no reader of pages stops a probe that asks each second. */
const HEALTH_LIMIT: RatePolicy = {
  name: 'health',
  windows: [
    { seconds: 1, limit: 50 },
    { seconds: 60, limit: 1200 },
  ],
};

/** Each end of a sign-in asks the provider of the firm something. */
const SIGN_IN_LIMIT: RatePolicy = { name: 'sign-in', windows: [{ seconds: 60, limit: 60 }] };

/** Each answer of a firm that comes back from its provider makes calls there. */
const CONSENT_LIMIT: RatePolicy = { name: 'consent', windows: [{ seconds: 60, limit: 60 }] };

/** Decisions, "share links": reads of one link, by all its readers together. */
const LINK_LIMIT: RatePolicy = { name: 'link', windows: [{ seconds: 60, limit: 60 }] };

export const CONSOLE_FILE = 'console file';

/** The limit on calls without a key. @param target an operation or `CONSOLE_FILE`; undefined for a page */
export const keylessPolicy = (target: string | undefined): RatePolicy =>
  (target !== undefined && KEYLESS_POLICIES[target]) || KEYLESS_LIMIT;

const KEYLESS_POLICIES: Readonly<Record<string, RatePolicy>> = {
  [CONSOLE_FILE]: CONSOLE_FILES_LIMIT,
  readHealth: HEALTH_LIMIT,
  signIn: SIGN_IN_LIMIT,
  finishConnection: CONSENT_LIMIT,
};

/** Operations with a rate of their own beside that of their scope. */
const OPERATION_LIMITS: Readonly<Record<string, readonly RateWindow[]>> = {
  listCare: [{ seconds: 60, limit: 30 }],
  listCareGroups: [{ seconds: 60, limit: 30 }],
  markGroupHandled: [{ seconds: 60, limit: 30 }],
  reopenGroup: [{ seconds: 60, limit: 30 }],
  recheckInvoice: [{ seconds: 60, limit: 60 }],
  startRadar: [{ seconds: 60, limit: 6 }],
  startSession: [{ seconds: 60, limit: 30 }],
  readPackRules: [{ seconds: 60, limit: 30 }],
  readPackChanges: [{ seconds: 60, limit: 30 }],
  submitBatch: [{ seconds: 60, limit: 6 }],
  readEvidence: [{ seconds: 60, limit: 10 }],
  exportInvoices: [{ seconds: 60, limit: 10 }],
  exportDataset: [{ seconds: 60, limit: 10 }],
};

/** Operations that count together. */
const SHARED_LIMITS: Readonly<Record<string, string>> = {
  exportInvoices: 'exports',
  exportDataset: 'exports',
};

/** The limits on a call, that of its scope first. */
export function ratePolicies(scope: Scope, operation: string): readonly [RatePolicy, ...RatePolicy[]] {
  const own = OPERATION_LIMITS[operation];
  const ofScope = { name: scope, windows: RATE_LIMITS[scope] };
  return own ? [ofScope, { name: SHARED_LIMITS[operation] ?? operation, windows: own }] : [ofScope];
}

const MAX_WINDOW_SECONDS = Math.max(
  ...Object.values({ ...RATE_LIMITS, ...OPERATION_LIMITS }).flatMap((of) => of.map(({ seconds }) => seconds)),
);

/** A call whose key identified a caller. */
interface KeyUse {
  readonly caller: Caller;
  readonly operation: string;
  readonly requestId: string;
}

interface Ports {
  readonly rates: Pick<RateCounters, 'take'>;
  readonly keys: Pick<KeyStore, 'noteUse'>;
  readonly clock: Clock;
}

interface Admission {
  /** Seconds until the call can be repeated; 0 when it was counted. */
  readonly waitSeconds: number;
  /** The limit that is used up, if the call was not counted. */
  readonly policy?: RatePolicy;
  /** An audit row tells of this use of the key (contract part 5). */
  readonly isRecorded: boolean;
}

/** No more full buckets than this are remembered; those that fill up later are asked of the store. */
const MAX_FULL_WINDOWS = 10_000;

/** Counts calls. The store is not asked about a bucket that this process remembers as full. */
export class AdmitCall {
  /** Until when each full bucket stays so, in milliseconds. */
  private readonly full = new Map<string, number>();

  private readonly uses: NoteUses;
  private readonly keyless = new Map(
    [KEYLESS_LIMIT, ...Object.values(KEYLESS_POLICIES)].map((policy) => [
      policy,
      new WindowCounter(policy.windows),
    ]),
  );

  constructor(private readonly ports: Ports) {
    this.uses = new NoteUses(ports.keys);
  }

  /** Counts a call per client, not per key; operators and partners count on their own. */
  async run(use: KeyUse, scope: Scope): Promise<Admission> {
    const who = bucketOf(use.caller);
    const [ofScope, own] = ratePolicies(scope, use.operation);
    const admission = await this.count(who, ofScope, this.row(use));
    this.uses.note(use.caller, this.ports.clock.now());
    if (admission.waitSeconds > 0 || !own) return admission;
    return { ...(await this.count(who, own)), isRecorded: true };
  }

  /**
   * Counts a call without a key, for this process: it costs no write.
   * @throws CallFailed `rate-limited`
   */
  admitKeyless(address: string, target: string | undefined): void {
    const policy = keylessPolicy(target);
    refuseAbove(policy, this.keyless.get(policy)!.take(address, this.ports.clock.now()));
  }

  /**
   * Counts a read of a link that works, for all processes together.
   * @throws CallFailed `rate-limited`
   */
  async admitLink(id: string): Promise<void> {
    const { waitSeconds } = await this.count(`share:${id}`, LINK_LIMIT);
    refuseAbove(LINK_LIMIT, waitSeconds);
  }

  private async count(who: string, policy: RatePolicy, audit?: AuditEntry): Promise<Admission> {
    const { rates, clock } = this.ports;
    const bucket = `${who}/${policy.name}`;
    const now = clock.now();
    const wait = this.waitSeconds(bucket, now.getTime());
    if (wait > 0) return { waitSeconds: wait, policy, isRecorded: false };
    const waitSeconds = await rates.take(bucket, policy.windows, now, audit);
    if (waitSeconds === 0) return { waitSeconds, isRecorded: true };
    if (this.full.size < MAX_FULL_WINDOWS) this.full.set(bucket, now.getTime() + waitSeconds * 1000);
    return { waitSeconds, policy, isRecorded: true };
  }

  /** A window that was full stays so to its end, unless the clock was set back. */
  private waitSeconds(bucket: string, now: number): number {
    const until = this.full.get(bucket);
    if (until === undefined) return 0;
    const seconds = Math.ceil((until - now) / 1000);
    if (seconds > 0 && seconds <= MAX_WINDOW_SECONDS) return seconds;
    this.full.delete(bucket);
    return 0;
  }

  private row({ caller, operation, requestId }: KeyUse): AuditEntry {
    return {
      at: this.ports.clock.now(),
      action: 'key_used',
      actor: caller.keyId,
      ...(caller.kind === 'client' && { client: caller.client }),
      requestId,
      details: { operation },
    };
  }
}

function refuseAbove(policy: RatePolicy, waitSeconds: number): void {
  if (waitSeconds > 0) throw new CallFailed({ kind: 'rate-limited', retryAfterSeconds: waitSeconds, policy });
}

function bucketOf(caller: Caller): string {
  switch (caller.kind) {
    case 'client':
      return `client:${caller.client}`;
    case 'partner':
      return `partner:${caller.partner}`;
    default:
      return caller.kind;
  }
}
