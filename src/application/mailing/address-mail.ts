import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { StatedDefaults } from '../../domain/invoice/completions/completion.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Addressing } from '../../domain/vocabulary/addressing.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { CallRecorder } from '../../ports/call-recorder.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import { openSettings } from '../clients/sealed-settings.ts';

/** How documents are mailed. */
export interface Mailing {
  readonly clients: Pick<ClientStore, 'find'>;
  readonly carrier: Rail;
  readonly recorder: CallRecorder;
  /** See `MailPorts`. */
  readonly unknown: StatusMapping;
}

/** What the client's record states about mails on a route; undefined if it mails nothing. */
export async function statedMailing(
  { client, route }: { readonly client: string; readonly route: Route },
  { mailing, content }: { readonly mailing?: Pick<Mailing, 'clients'>; readonly content: TextSealer },
): Promise<StatedDefaults | undefined> {
  const member = profileOf(route).mailing?.member;
  if (!mailing || !member) return undefined;
  return (await openSettings(await mailing.clients.find(client), content))[member];
}

/**
 * The invoice with the address of its buyer, to be mailed; undefined if there is none. It is stored with the end of the check: a later
 * change of the client's record changes no mail.
 */
export async function withAddressee<R extends Pick<InvoiceRecord, 'client' | 'route'>>(
  record: R,
  stated: StatedDefaults | undefined,
  addressing: Addressing | undefined,
  { content }: { readonly content: TextSealer },
): Promise<(R & Pick<InvoiceRecord, 'sealedAddressee'>) | undefined> {
  if (!stated || !addressing) return undefined;
  const { buyer, buyerReference } = addressing;
  const known = {
    ...(buyer.vatId !== undefined && { vatId: buyer.vatId }),
    ...(buyerReference !== undefined && { buyerReference }),
  };
  const addressee = profileOf(record.route).mailing?.addresseeOf(stated, known);
  if (!addressee) return undefined;
  return { ...record, sealedAddressee: await content.sealText(record.client, JSON.stringify(addressee)) };
}
