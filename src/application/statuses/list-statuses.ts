import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { SendableStatus } from '../../domain/routes/profile.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import { holds, type Side, stepBack, tellsBuyer } from './status-request.ts';

export interface StatusOption extends Pick<
  SendableStatus,
  'status' | 'code' | 'needsReason' | 'takesAmounts'
> {
  readonly reasons: readonly ReasonOption[];
  /** `free` stands alone, too. */
  readonly note: 'none' | 'with-reason' | 'free' | 'required';
}

export interface ReasonOption {
  readonly code: string;
  /** Of the catalogue. */
  readonly title?: Text;
  readonly needsNote: boolean;
}

interface Ports {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly received: Pick<ReceivedStore, 'find'>;
  readonly statuses: Pick<StatusStore, 'ofInvoice'>;
  readonly rails: Rails;
  readonly catalogue: Catalogue;
}

/** The statuses that `CreateStatus` takes next, as far as route, state and earlier statuses decide. */
export class ListStatuses {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found` */
  async ofSent(caller: Caller, id: string): Promise<readonly StatusOption[]> {
    const invoice = await ownInvoice(this.ports.invoices, caller, id);
    if (!holds(invoice)) return [];
    const options = await this.options('seller', invoice);
    return options.filter((option) => tellsBuyer(invoice, option));
  }

  /** @throws CallFailed `not-found` */
  async ofReceived(caller: Caller, id: string): Promise<readonly StatusOption[]> {
    return this.options('buyer', await ownInvoice(this.ports.received, caller, id));
  }

  private async options(side: Side, { id, route }: { readonly id: string; readonly route: Route }) {
    const rules = profileOf(route).statuses;
    if (!rules || !this.ports.rails.get(route)?.statusMessages) return [];
    const earlier = await this.ports.statuses.ofInvoice(id);
    return rules[side]
      .filter(({ status }) => stepBack(side, route, status, earlier) === undefined)
      .map(({ status, code, needsReason, takesAmounts, reasons }): StatusOption => ({
        status,
        code,
        needsReason,
        takesAmounts,
        reasons: (reasons ?? []).map((reason) => this.reason(reason, rules.reasonsWithNote)),
        note: rules.note === 'with-reason' && !reasons ? 'none' : rules.note,
      }));
  }

  private reason(code: string, withNote: readonly string[]): ReasonOption {
    const title = this.ports.catalogue.find(code)?.title;
    return { code, ...(title !== undefined && { title }), needsNote: withNote.includes(code) };
  }
}
