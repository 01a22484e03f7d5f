import type { Log } from '../../ports/log.ts';
import { type Probe, StillStarting } from '../../ports/probe.ts';
import { inTime, Late } from './in-time.ts';

interface HealthReport {
  readonly status: 'ok' | 'starting' | 'failing';
  readonly checks: Readonly<Partial<Record<Probe['name'], string>>>;
}

interface CheckResult {
  readonly name: Probe['name'];
  readonly status: HealthReport['status'];
  /** The status itself if left out. */
  readonly says?: string;
}

/** The worst of the checks is the status of the process. */
const STATUSES: readonly HealthReport['status'][] = ['failing', 'starting', 'ok'];

/** A probe that hangs must not hang the health call: its caller waits for an answer. */
const PATIENCE_MS = 3000;

/**
 * A check that worked when it was last asked and is slow now counts as slow, not as broken: taking this process out of service would move
 * its load to other processes. A check that is silent for longer counts as broken. Silence begins with the first question without an answer:
 * some callers ask only twice a minute.
 */
const SLOW_MS = 15_000;

/** The call needs no key, so its rate has no limit: one set of results serves all callers for this long. */
const FRESH_MS = 1000;
/** A start ends soon, and callers who wait for it ask often. */
const FRESH_AT_START_MS = 50;

export class ReportHealth {
  /** Checks that failed in the last report: a change writes a log line, a call does not. */
  private readonly failing = new Set<Probe['name']>();
  /** Checks that worked when they last answered. */
  private readonly working = new Set<Probe['name']>();
  /** Since when a check has been silent; none if it has answered since. */
  private readonly silentSince = new Map<Probe['name'], number>();
  private latest: { readonly askedAt: number; readonly results: Promise<readonly CheckResult[]> } | undefined;
  private freshMs = FRESH_MS;

  constructor(private readonly ports: { readonly probes: readonly Probe[]; readonly log: Log }) {}

  /**
   * The reason of a failing check goes to the log only: this call needs no key.
   * @param without a check that is left out: a process that only takes invoices in works without a worker.
   */
  async run(without?: Probe['name']): Promise<HealthReport> {
    const now = performance.now();
    if (!this.latest || now - this.latest.askedAt >= this.freshMs)
      this.latest = {
        askedAt: now,
        results: Promise.all(this.ports.probes.map((probe) => this.check(probe))),
      };
    const all = await this.latest.results;
    this.freshMs = all.some(({ status }) => status === 'starting') ? FRESH_AT_START_MS : FRESH_MS;
    const results = all.filter(({ name }) => name !== without);
    const checks = Object.fromEntries(results.map(({ name, status, says = status }) => [name, says]));
    return { status: STATUSES.find((one) => results.some(({ status }) => status === one)) ?? 'ok', checks };
  }

  private async check(probe: Probe): Promise<CheckResult> {
    try {
      const text = await this.answerOf(probe);
      if (this.failing.delete(probe.name))
        this.ports.log.info({ check: probe.name }, 'a health check works again');
      return { name: probe.name, status: 'ok', says: text };
    } catch (error) {
      if (error instanceof StillStarting) return { name: probe.name, status: 'starting' };
      if (!this.failing.has(probe.name))
        this.ports.log.warn({ check: probe.name, cause: error }, 'a health check fails');
      this.failing.add(probe.name);
      return { name: probe.name, status: 'failing' };
    }
  }

  private async answerOf({ name, check }: Probe): Promise<string> {
    if (!this.silentSince.has(name)) this.silentSince.set(name, performance.now());
    // A late answer counts as well: a lock that stays is reported once it is over.
    const answer = check().then(
      (says) => {
        this.working.add(name);
        this.silentSince.delete(name);
        return says;
      },
      (error: unknown) => {
        this.working.delete(name);
        this.silentSince.delete(name);
        throw error;
      },
    );
    try {
      return await inTime(PATIENCE_MS, answer);
    } catch (error) {
      const now = performance.now();
      const silentMs = now - (this.silentSince.get(name) ?? now);
      if (error instanceof Late && this.working.has(name) && silentMs < SLOW_MS) return 'ok; slow';
      throw error;
    }
  }
}
