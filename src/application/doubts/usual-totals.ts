import {
  countAll,
  type InvoiceTotal,
  isUnusual,
  type TotalCounts,
  UNUSUAL_TOTAL,
  withTotal,
} from '../../domain/checks/pre-check/usual-total.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { SessionRows } from '../../ports/session-rows.ts';

/** Whose invoices are counted together. */
interface CountedFor {
  readonly client: string;
  readonly route: Route;
}

interface Known {
  version: number;
  counts: TotalCounts;
  /** Noted by this process and not written yet. */
  readonly added: InvoiceTotal[];
  isBeingWritten: boolean;
}

interface Ports {
  readonly sessions: SessionRows;
  readonly content: TextSealer;
}

/** Counts in memory at a time; a client beyond them is read again. */
const MAX_KNOWN = 2_000;
/** A row is written when this share of its invoices is new, so the writes for a client grow with the logarithm of its invoices. */
const SHARE_TO_WRITE = 0.1;

/**
 * The totals of a client's invoices on a route, counted by size and sealed under its data key: the median is known without reading an
 * invoice. The counts are no ledger: a process that ends loses those that it has not written, and two processes know each other's only
 * after one of them has written. No intake fails or waits for a write because of them.
 */
export class UsualTotals {
  private readonly known = new Map<string, Promise<Known | undefined>>();

  constructor(private readonly ports: Ports) {}

  async judge(of: CountedFor, total: InvoiceTotal | undefined): Promise<readonly Finding[]> {
    const known = total && (await this.find(of));
    return known && isUnusual(total, known.added.reduce(withTotal, known.counts)) ? [UNUSUAL_TOTAL] : [];
  }

  /** Counts an invoice that was taken in. */
  async note(of: CountedFor, total: InvoiceTotal | undefined): Promise<void> {
    const known = total && (await this.find(of));
    if (!known) return;
    known.added.push(total);
    const isDue = known.added.length >= Math.max(1, countAll(known.counts) * SHARE_TO_WRITE);
    if (isDue && !known.isBeingWritten) await this.write(of, known);
  }

  /** Undefined if the row cannot be read now. */
  private find(of: CountedFor): Promise<Known | undefined> {
    const name = nameOf(of);
    const cached = this.known.get(name);
    if (cached) return cached;
    const [oldest] = this.known.keys();
    if (this.known.size >= MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
    const reading = this.read(of).catch(() => {
      this.known.delete(name);
      return undefined;
    });
    this.known.set(name, reading);
    return reading;
  }

  private async read(of: CountedFor): Promise<Known> {
    const row = await this.ports.sessions.find(nameOf(of));
    const text = row?.sealed ? await this.ports.content.openText(of.client, row.sealed) : '{}';
    return {
      version: row?.version ?? 0,
      counts: JSON.parse(text) as TotalCounts,
      added: [],
      isBeingWritten: false,
    };
  }

  /** After a failure the added ones wait for the next write. */
  private async write(of: CountedFor, known: Known): Promise<void> {
    known.isBeingWritten = true;
    try {
      const written = known.added.length;
      const counts = known.added.reduce(withTotal, known.counts);
      if (await this.replace(of, known.version + 1, counts)) {
        Object.assign(known, { version: known.version + 1, counts });
        known.added.splice(0, written);
      } else {
        // Another process has written: its counts hold, and these are added to them.
        const { version, counts: others } = await this.read(of);
        Object.assign(known, { version, counts: others });
      }
    } catch {
      // The counts are no ledger, and the intake has its answer.
    } finally {
      known.isBeingWritten = false;
    }
  }

  private async replace(of: CountedFor, version: number, counts: TotalCounts): Promise<boolean> {
    const { sessions, content } = this.ports;
    const sealed = await content.sealText(of.client, JSON.stringify(counts));
    return sessions.replace({ name: nameOf(of), version, sealed, openingUntil: null });
  }
}

/** The names of a client's rows begin with route and client, so they go with the client. */
const nameOf = ({ client, route }: CountedFor): string => `${route} ${client} totals`;
