import type { Clock } from '../../../../ports/clock.ts';
import type { Log } from '../../../../ports/log.ts';
import type { CollectedPage, Collection } from '../../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { Opened, Sessions } from '../../../../ports/sessions.ts';
import { parse } from '../../../../domain/json/json-object.ts';
import type { KsefCalls } from '../client/calls.ts';
import type { Caller } from '../client/credential.ts';
import { newSessionKey, type SessionKey, wrap } from '../client/encryption.ts';
import { type Json, type Ksef, objectIn, textIn } from '../client/ksef.ts';
import type { PublicKeys } from '../client/public-keys.ts';
import { KEY_IS_GONE, KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';
import { type ExportPackage, invoicesOf, isPackageFault, packageIn } from './export-package.ts';
import { type Range, timeIn } from './range.ts';

/** Asked for 60 times a minute at most (the group `invoiceExportStatus`). */
const AGAIN_MS = 15_000;
/** An export that runs longer is given up. */
const MAX_RUN_MS = 2 * 3_600_000;
const CALL_MS = 20_000;

/** KSeF's status of an export. */
const RUNS = 100;
const IS_READY = 200;
/** The key was encrypted for a public key that has been withdrawn. */
const KEY_NOT_READ = 415;

interface ExportAccess {
  readonly calls: Pick<KsefCalls, 'call'>;
  readonly ksef: Pick<Ksef, 'download'>;
  readonly keys: PublicKeys;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log?: Pick<Log, 'warn'>;
}

/** Whose invoices, and from when on. */
export interface ExportOrder {
  readonly caller: Caller;
  readonly subject: string;
  readonly range: Range;
}

/** An export that runs, or has run, from the start of its range on. Its key opens the package. */
interface Kept extends SessionKey {
  readonly reference: string;
  readonly from: string;
  readonly to?: string;
  readonly startedAt: number;
}

/** The result of a look at an export. */
type ExportOutcome =
  /** It runs, or its package was taken in up to `next`. */
  | { readonly page: CollectedPage }
  | { readonly failed: RailAnswer }
  /** Its invoices have to be fetched in another way. */
  | 'unusable';

/**
 * Exports (API 2, `POST /invoices/exports`): thousands of invoices by three calls, where the list gives 64 an hour. One export runs for each
 * company and role. It is stored with its key before its status is read, so a process that dies loses none; an export that is not fetched
 * ends by itself.
 */
export class KsefExports {
  constructor(private readonly ports: ExportAccess) {}

  /** @returns whether an export from there on runs now. */
  async start(order: ExportOrder): Promise<boolean> {
    const entry = await this.keptOrNew(order);
    return entry !== 'busy' && 'entry' in entry;
  }

  /** Looks at the export, and takes its package in if it is ready. */
  async continue(order: ExportOrder, collection: Collection): Promise<ExportOutcome> {
    const opened = await this.keptOrNew(order);
    if (opened === 'busy') return { page: { documents: [], isLast: true, againMs: AGAIN_MS } };
    if ('failed' in opened)
      return opened.failed.mapping.meaning === 'later' ? { failed: opened.failed } : 'unusable';
    const { entry } = opened;
    const path = `/invoices/exports/${encodeURIComponent(entry.reference)}`;
    const response = await this.ports.calls.call(order.caller, 'exportStatus', { path });
    if (response.kind === 'failure') return { failed: response.failure };
    if (response.kind !== 'json') return this.giveUp(order, entry, response.kind);
    const code = objectIn(response.json['status'])?.['code'];
    if (code === RUNS && this.now() - entry.startedAt < MAX_RUN_MS)
      return { page: { documents: [], isLast: true, againMs: AGAIN_MS } };
    if (code === KEY_NOT_READ) this.ports.keys.forget();
    const made = code === IS_READY ? packageIn(objectIn(response.json['package'])) : undefined;
    return made ? this.takeIn(order, { entry, made }, collection) : this.giveUp(order, entry, code);
  }

  private async takeIn(
    order: ExportOrder,
    { entry, made }: { readonly entry: Kept; readonly made: ExportPackage },
    { isKnown, take }: Collection,
  ): Promise<ExportOutcome> {
    const { calls } = order.caller.credential;
    try {
      for await (const { ksefNumber, bytes } of invoicesOf(this.ports.ksef, made, entry, calls))
        if (!(await isKnown(ksefNumber))) await take({ railId: ksefNumber, bytes });
    } catch (error) {
      if (!isPackageFault(error)) throw error;
      return this.giveUp(order, entry, error.message);
    }
    const next = nextAfter(entry, made);
    if (next !== undefined) return { page: { documents: [], next, isLast: !made.isTruncated } };
    // More invoices of one millisecond than a package holds: only the list goes through them page by page.
    return this.giveUp(order, entry, 'a package that leads no further');
  }

  /** The next export from there on is a new one. */
  private async giveUp(order: ExportOrder, entry: Kept, reason: unknown): Promise<ExportOutcome> {
    this.ports.log?.warn(
      { client: order.caller.credential.client, reason: String(reason) },
      'an export of KSeF cannot be used; its invoices are fetched one by one',
    );
    await this.ports.sessions.use<never>(this.sessionOf(order), {
      isGood: (text) => keptIn(text)?.reference !== entry.reference,
      open: async () => ({ session: '{}' }),
    });
    return 'unusable';
  }

  private async keptOrNew(
    order: ExportOrder,
  ): Promise<{ readonly entry: Kept } | { readonly failed: RailAnswer } | 'busy'> {
    const opened = await this.ports.sessions.use<RailAnswer>(this.sessionOf(order), {
      isGood: (text) => keptIn(text)?.from === order.range.from,
      open: () => this.open(order),
    });
    if (opened === 'busy' || 'failed' in opened) return opened;
    const entry = keptIn(opened.session);
    return entry ? { entry } : { failed: { mapping: statuses.notUnderstood } };
  }

  private sessionOf({ caller: { credential, nip }, subject }: ExportOrder) {
    return { route: 'PL-KSEF', credential, name: `export ${subject} ${nip}` } as const;
  }

  private async open(order: ExportOrder, isAgain = false): Promise<Opened<RailAnswer>> {
    const { calls, keys } = this.ports;
    const { caller, subject, range } = order;
    const key = await keys.of('SymmetricKeyEncryption', caller.credential.calls);
    if ('failed' in key) return key;
    const own = newSessionKey();
    const body = {
      encryption: {
        encryptedSymmetricKey: wrap(key.publicKey.key, Buffer.from(own.key, 'base64')),
        initializationVector: own.iv,
        publicKeyId: key.publicKey.id,
      },
      compressionType: 'TarGz',
      filters: { subjectType: subject, dateRange: rangeToWire(range) },
    };
    const response = await calls.call(caller, 'export', {
      path: '/invoices/exports',
      body,
      timeoutMs: CALL_MS,
    });
    if (response.kind === 'refused' && response.code === KEY_IS_GONE && !isAgain) {
      keys.forget();
      return this.open(order, true);
    }
    if (response.kind === 'failure') return { failed: response.failure };
    const reference = response.kind === 'json' ? textIn(response.json['referenceNumber']) : undefined;
    if (reference === undefined) return { failed: { mapping: statuses.notUnderstood } };
    const entry: Kept = { ...own, ...range, reference, startedAt: this.now() };
    return { session: JSON.stringify(entry) };
  }

  private now(): number {
    return this.ports.clock.now().getTime();
  }
}

export const rangeToWire = (range: Range): Json => ({
  dateType: 'PermanentStorage',
  ...range,
  restrictToPermanentStorageHwmDate: true,
});

function keptIn(text: string): Kept | undefined {
  const entry = objectIn(parse(text));
  return typeof entry?.['reference'] === 'string' ? (entry as unknown as Kept) : undefined;
}

/**
 * Where the next one begins: a package that is cut off ends at its last invoice, and the end of the range was not reached (`InvoicePackage`).
 * Times of KSeF are finer than a millisecond and are cut here, so the invoices of the border come again.
 * @returns undefined if that is no later.
 */
function nextAfter({ from, to }: Kept, made: ExportPackage): string | undefined {
  const ends = made.isTruncated ? [made.lastStoredAt] : [made.completeUntil, to];
  const [next] = ends.flatMap((time) => timeIn(time) ?? []).sort();
  return next !== undefined && next > from ? next : undefined;
}
