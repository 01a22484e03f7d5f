import type { StatedDefaults } from '../../domain/invoice/completions/completion.ts';
import type { ClientRecord } from '../../domain/clients/client-record.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { defaultsMemberOf } from '../../domain/routes/sales-beside.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { openSettings } from './sealed-settings.ts';

interface Ports {
  readonly clients: Pick<ClientStore, 'find'>;
  readonly content: Pick<TextSealer, 'openText'>;
}

/** A client whose record was looked for, and found or not. */
export interface KnownClient {
  readonly record: ClientRecord | undefined;
}

/** Finds the defaults of a client's record for its invoices on a route. */
export class FindDefaults {
  constructor(private readonly ports: Ports) {}

  /**
   * @param known by this call already.
   * @throws CallFailed `no-master-key`
   */
  async run(client: string, route: Route, known?: KnownClient): Promise<StatedDefaults | undefined> {
    const { clients, content } = this.ports;
    const member = defaultsMemberOf(route);
    if (member === undefined) return undefined;
    return (await openSettings(known ? known.record : await clients.find(client), content))[member];
  }
}

/** The defaults as they were at the intake of the invoice. */
export async function defaultsOf(
  { client, sealedDefaults }: InvoiceRecord,
  { content }: Pick<Ports, 'content'>,
): Promise<StatedDefaults | undefined> {
  if (sealedDefaults === undefined) return undefined;
  return JSON.parse(await content.openText(client, sealedDefaults)) as StatedDefaults;
}
