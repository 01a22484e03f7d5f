import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import type { RefusedCall } from '../../domain/refusals/refusal.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore, TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Log } from '../../ports/log.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';

export interface RefusedSubmission {
  readonly client: string;
  readonly call: RefusedCall;
  /** Path and query: the same file for another route is another submission. */
  readonly address: string;
  readonly route?: Route | undefined;
  readonly invoiceRef?: string | undefined;
  readonly problem: string;
  readonly findings: readonly Finding[];
  readonly summary?: InvoiceSummary | undefined;
  readonly mediaType: string;
  readonly body: Uint8Array;
}

interface Ports {
  readonly refusals: Pick<RefusalStore, 'put'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly content: Pick<ContentStore & TextSealer, 'seal' | 'sealText'>;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** `REFUSALS_DAYS`; 0: none are kept. */
  readonly refusalsDays: number;
}

/** Keeps a refused submission, so that a person can see and correct it. */
export class KeepRefusal {
  constructor(private readonly ports: Ports) {}

  /**
   * The answer is the same with and without it: whatever fails here is logged.
   * @returns its id; undefined if it is not kept.
   */
  async run(refused: RefusedSubmission): Promise<string | undefined> {
    if (this.ports.refusalsDays === 0) return undefined;
    try {
      return await this.keep(refused);
    } catch (err) {
      this.ports.log.warn({ client: refused.client, err }, 'a refused submission could not be kept');
      return undefined;
    }
  }

  private async keep({ findings, summary, body, address, invoiceRef, route, ...refused }: RefusedSubmission) {
    const { refusals, content, clients, digests, clock, refusalsDays } = this.ports;
    const { client, call } = refused;
    const { retentionDays = refusalsDays } = (await clients.find(client)) ?? {};
    const at = clock.now();
    const expiresAt = new Date(at.getTime() + Math.min(refusalsDays, retentionDays) * DAY_MS);
    const { sealedText: sealedSummary, ...file } = await content.seal(
      client,
      body,
      summary && JSON.stringify(summary),
    );
    const sealedFindings = await content.sealText(client, JSON.stringify(findings));
    const name = digests.sha256([client, call, address, file.sha256].join('\n'));
    const id = `rfs_${name.slice(0, ID_DIGITS)}`;
    await refusals.put(
      {
        ...refused,
        id,
        at,
        firstAt: at,
        expiresAt,
        sealedFindings,
        times: 1,
        sha256: file.sha256,
        size: body.length,
        ...(sealedSummary !== undefined && { sealedSummary }),
        ...(route !== undefined && { route }),
        ...(invoiceRef !== undefined && { invoiceRef }),
      },
      file.sealed,
    );
    return id;
  }
}

const ID_DIGITS = 32;
