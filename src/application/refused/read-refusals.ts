import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore, TextSealer } from '../../ports/content-store.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { Attempt, InvoiceReads } from '../../ports/invoice-reads.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import { listedClient, requireOwn } from '../access/tenancy.ts';
import { cursorAt, type Page, readPage } from '../../ports/page.ts';
import { positionAfter } from '../requests/list-position.ts';
import { newestOf } from '../tracking/find-invoice.ts';

interface Ports {
  readonly refusals: Pick<RefusalStore, 'find' | 'list' | 'body'>;
  readonly invoices: Pick<InvoiceReads, 'attempts'>;
  readonly content: Pick<ContentStore & TextSealer, 'open' | 'openText'>;
  readonly clock: Clock;
}

export interface ShownRefusal extends Refusal {
  readonly findings: readonly Finding[];
  /** The newest invoice of the same reference that was taken since and not cancelled. */
  readonly sentAgainAs: Attempt | undefined;
}

/** Rows of one answer. */
const PAGE = 100;
const IDS = /^rfs_[0-9a-f]{32}$/;

/** Refused submissions, for those who correct them. */
export class ReadRefusals {
  constructor(private readonly ports: Ports) {}

  /** Newest first. @throws CallFailed `not-found` if a client key names another client; `bad-request`; `no-master-key` */
  async list(
    caller: Caller,
    { client: named, after }: { readonly client?: string; readonly after?: string },
  ): Promise<Page<ShownRefusal>> {
    const client = listedClient(caller, named);
    const query = { client, after: positionAfter(after, IDS) };
    const read = (limit: number) => this.ports.refusals.list({ ...query, limit });
    const { rows, ...page } = await readPage(PAGE, read, cursorAt);
    const now = this.ports.clock.now();
    return { ...page, rows: await this.show(rows.filter(({ expiresAt }) => expiresAt > now)) };
  }

  /** @throws CallFailed `not-found`, also for another client's refusal; `no-master-key` */
  async find(caller: Caller, id: string): Promise<ShownRefusal> {
    const [shown] = await this.show([await this.own(caller, id)]);
    return shown!;
  }

  /** The body as it came. @throws CallFailed as `find` */
  async body(caller: Caller, id: string): Promise<{ readonly refusal: Refusal; readonly bytes: Uint8Array }> {
    const refusal = await this.own(caller, id);
    return { refusal, bytes: await this.bodyOf(refusal) };
  }

  /** @param refusal the caller's own. @throws CallFailed `not-found`; `no-master-key` */
  async bodyOf({ id, client, sha256 }: Refusal): Promise<Uint8Array> {
    const sealed = await this.ports.refusals.body(id);
    if (!sealed) throw noSuch();
    return this.ports.content.open(client, { sha256, sealed });
  }

  private async own(caller: Caller, id: string): Promise<Refusal> {
    const refusal = await this.ports.refusals.find(id);
    const present = refusal && refusal.expiresAt > this.ports.clock.now() ? refusal : undefined;
    return requireOwn(caller, present, NONE);
  }

  private async show(refusals: readonly Refusal[]): Promise<readonly ShownRefusal[]> {
    const references = await Promise.all(refusals.map((refusal) => this.referenceOf(refusal)));
    const attempts = await this.ports.invoices.attempts(
      refusals.map(({ client }, n) => ({ client, invoiceRef: references[n] ?? '' })),
    );
    return Promise.all(
      refusals.map(async (refusal, n) => ({
        ...refusal,
        findings: JSON.parse(await this.open(refusal, 'sealedFindings')) as readonly Finding[],
        sentAgainAs: newestOf(attempts[n]!.filter(({ createdAt }) => createdAt > refusal.firstAt)),
      })),
    );
  }

  /** Without a reference of its own an invoice has its number. What came from others is not sent again. */
  private async referenceOf(refusal: Refusal): Promise<string | undefined> {
    const { call, invoiceRef, sealedSummary } = refusal;
    if (call === 'received') return undefined;
    if (invoiceRef !== undefined || sealedSummary === undefined) return invoiceRef;
    return (JSON.parse(await this.open(refusal, 'sealedSummary')) as InvoiceSummary).number;
  }

  private open(refusal: Refusal, text: 'sealedFindings' | 'sealedSummary'): Promise<string> {
    return this.ports.content.openText(refusal.client, refusal[text] ?? '');
  }
}

const NONE = say('calls.no-such-refusal');
const noSuch = (): CallFailed => new CallFailed({ kind: 'not-found', detail: NONE });
