import { byModes, type DoubtModes, hasDoubt } from '../../domain/checks/pre-check/doubts.ts';
import type { InvoiceTotal } from '../../domain/checks/pre-check/usual-total.ts';
import { type Finding, isError } from 'en16931-rules/vocabulary/finding.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { refusedCredit } from './refused-credit.ts';
import { repeatedNumber } from './repeated-number.ts';
import type { UsualTotals } from './usual-totals.ts';

interface Ports {
  readonly clients: Pick<ClientStore, 'find'>;
  readonly invoices: Pick<InvoiceReads, 'findNumbered' | 'findTaken'>;
  readonly usualTotals: Pick<UsualTotals, 'judge'>;
}

/** An invoice beside the others of its client. */
interface Compared {
  readonly client: string;
  readonly route: Route;
  readonly number: string | null;
  readonly total?: InvoiceTotal | undefined;
  /** Numbers of the invoices that it takes back. */
  readonly credited?: readonly string[] | undefined;
  /** Asked for only if its number was used before. */
  readonly fingerprint: () => string | Promise<string>;
  /** Asked for only if an invoice of its number has another fingerprint. */
  readonly deliveredSha256: () => string | undefined | Promise<string | undefined>;
}

/** What looks wrong in an invoice although every rule passes. The client's record says what follows from it. */
export class FindDoubts {
  constructor(private readonly ports: Ports) {}

  /** Compares the invoice with the client's others. */
  async besideOthers(invoice: Compared): Promise<readonly Finding[]> {
    const { invoices, usualTotals } = this.ports;
    const [repeated, unusual, refused] = await Promise.all([
      repeatedNumber(invoices, invoice),
      usualTotals.judge(invoice, invoice.total),
      refusedCredit(invoices, invoice),
    ]);
    return [...repeated, ...unusual, ...refused];
  }

  /** The findings as the client wants them. Its record is read only if there is a doubt. */
  async asWanted(client: string, findings: readonly Finding[]): Promise<readonly Finding[]> {
    return hasDoubt(findings) ? byModes(findings, await this.modesOf(client)) : findings;
  }

  /**
   * The same at an intake. An invoice that was taken in already is not refused: the first try of this request may have died after it was
   * stored, and what is doubtful beside other invoices changes with them.
   */
  async atIntake(
    intake: Parameters<InvoiceReads['findTaken']>[0],
    findings: readonly Finding[],
  ): Promise<readonly Finding[]> {
    const weighted = await this.asWanted(intake.client, findings);
    if (!weighted.some(isError) || !(await this.ports.invoices.findTaken(intake))) return weighted;
    return findings;
  }

  private async modesOf(client: string): Promise<DoubtModes> {
    return (await this.ports.clients.find(client))?.plausibility ?? {};
  }
}
