import { Anaf } from '../../sandbox/ro-efactura/anaf.ts';
import type { Networks } from '../delivery/network.ts';
import type { HeldMessage } from './held-message.ts';

/** The buyer of `examples/over-ro-efactura.json`. */
const BUYER = '6859662';

/** Asks ANAF, by its own calls, for what the buyer wrote: each message, duplicates too. */
export async function messagesAtAnaf({ port }: Networks): Promise<readonly HeldMessage[]> {
  const url = `http://127.0.0.1:${port}`;
  const anaf = await Anaf.loggedIn(url);
  const documents = await fetch(`${url}/control/documents?route=RO-EFACTURA`);
  const { data } = (await documents.json()) as { data: { number: string; identity: string }[] };
  const messages: HeldMessage[] = [];
  for (const { id } of await anaf.listed(BUYER, 'R')) {
    const entries = await anaf.downloaded(`id_descarcare="${String(id)}"`);
    const index = /index_incarcare="(\d+)"/.exec(Object.values(entries).join())?.[1];
    const invoice = data.find(({ identity }) => identity === index);
    messages.push({ invoiceNumber: invoice?.number ?? `index ${index}`, code: 'RASP' });
  }
  return messages;
}
