import { COMMON_WORDS } from '../../domain/delivery/rail-word.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Step } from '../lifecycle/move.ts';
import { answered } from './answered.ts';
import { called, consigned, pack, plain, railOf } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';

/** Asks the route what became of a document that it holds. */
export async function poll(record: InvoiceRecord, tools: DeliveryTools): Promise<Step> {
  const packed = await pack(record, tools);
  const asked = packed
    ? railOf(record, tools).poll(consigned(record, packed))
    : Promise.resolve(plain(COMMON_WORDS.credentialMissing));
  return answered(record, 'poll', await called(record, 'poll', asked, tools), tools);
}
