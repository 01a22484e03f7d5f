import type { Networks } from '../delivery/network.ts';
import type { HeldMessage } from './held-message.ts';

const PAGE = 200;

interface Inbound {
  readonly sbdhInstanceID: string;
  readonly docTypeID: string;
}

/** Asks the access points of the clients for what has come to them, by the calls of phoss-ap: each Invoice Response, duplicates too, and no MLS. */
export async function arrivedAt(
  { port }: Networks,
  clients: readonly string[],
): Promise<readonly HeldMessage[]> {
  const ops = `http://127.0.0.1:${port}/peppol/phoss-ap/api/ops/inbound`;
  const messages: HeldMessage[] = [];
  for (const client of clients) {
    // The sandbox's own access point knows each client by such a token.
    const headers = { 'X-Token': `sandbox-${client}` };
    for (const { sbdhInstanceID: id, docTypeID } of await historyOf(ops, headers)) {
      if (!docTypeID.includes('invoice_response:3')) continue;
      messages.push(messageIn(await (await called(`${ops}/${id}/payload`, headers)).text()));
    }
  }
  return messages;
}

async function historyOf(ops: string, headers: Record<string, string>): Promise<readonly Inbound[]> {
  const all: Inbound[] = [];
  for (;;) {
    const page = await called(`${ops}/history?offset=${all.length}&limit=${PAGE}`, headers);
    const found = (await page.json()) as readonly Inbound[];
    all.push(...found);
    if (found.length < PAGE) return all;
  }
}

async function called(url: string, headers: Record<string, string>): Promise<Response> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

function messageIn(xml: string): HeldMessage {
  const [, reference = ''] = /<cac:DocumentReference>([^]*?)<\/cac:DocumentReference>/.exec(xml) ?? [];
  const value = (name: string, within: string): string =>
    new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(within)?.[1] ?? '';
  return { invoiceNumber: value('ID', reference), code: value('ResponseCode', xml) };
}
