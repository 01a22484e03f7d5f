import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import {
  type Radar,
  type RadarPart,
  type RadarRow,
  type RadarTotals,
  totalsOf,
} from '../../domain/radar/radar.ts';
import { ContentUnreadable, type TextSealer } from '../../ports/content-store.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import { listedClient } from '../access/tenancy.ts';
import type { SealedPatch } from './judge-stored.ts';

interface Ports {
  readonly radars: Pick<RadarStore, 'find' | 'list' | 'parts'>;
  readonly content: Pick<TextSealer, 'openText'>;
}

export interface RadarResult {
  readonly radar: Radar;
  readonly totals: RadarTotals;
  readonly clients: readonly ClientResult[];
}

export interface ClientResult extends Omit<RadarPart, 'rows'> {
  /** What concerns most invoices comes first. */
  readonly rows: readonly (RadarRow & { readonly patch?: SealedPatch })[];
}

const LISTED = 50;

/** Radars with what they have found so far (extension). A client key sees those of its own client. */
export class ReadRadars {
  constructor(private readonly ports: Ports) {}

  /** The newest 50. @throws CallFailed `not-found`: a client key that names another client. */
  list(caller: Caller, named: string | undefined): Promise<readonly Radar[]> {
    return this.ports.radars.list({ client: listedClient(caller, named), limit: LISTED });
  }

  /** @throws CallFailed `not-found`, also for a radar of another client or of all; `no-master-key` */
  async find(caller: Caller, id: string): Promise<RadarResult> {
    const { radars } = this.ports;
    const radar = await radars.find(id);
    if (!radar || (caller.kind === 'client' && radar.client !== caller.client) || caller.kind === 'partner')
      throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-radar') });
    const parts = await radars.parts({ radarId: id });
    const clients: ClientResult[] = [];
    for (const part of parts) clients.push({ ...part, rows: await this.openRows(part) });
    return { radar, totals: totalsOf(parts), clients };
  }

  private async openRows({ client, rows }: RadarPart): Promise<ClientResult['rows']> {
    const sorted = rows.toSorted((one, other) => other.invoices - one.invoices);
    return Promise.all(
      sorted.map(async (row) => {
        const patch = row.sealedPatch === undefined ? undefined : await this.open(client, row.sealedPatch);
        return { ...row, ...(patch && { patch }) };
      }),
    );
  }

  /** Undefined once the key of the client is destroyed. */
  private async open(client: string, sealed: string): Promise<SealedPatch | undefined> {
    try {
      return JSON.parse(await this.ports.content.openText(client, sealed)) as SealedPatch;
    } catch (error) {
      if (error instanceof ContentUnreadable) return undefined;
      throw error;
    }
  }
}
