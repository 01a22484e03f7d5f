import type { Erp } from '../../support/erp.ts';
import type { Networks } from '../delivery/network.ts';
import type { HeldMessage } from './held-message.ts';

const SECRET = 'a-secret';

export async function credentialOf(erp: Erp, client: string): Promise<void> {
  const { status, text } = await erp.post('/credentials', {
    route: 'FR-PA',
    kind: 'pa-oauth',
    // The sandbox's own platform is called instead.
    value: JSON.stringify({
      base_url: 'https://platform.example',
      client_id: client,
      client_secret: SECRET,
    }),
    issued_by: 'the platform',
    issued_on: '2026-01-01',
  });
  if (status !== 201) throw new Error(`the credential was not stored: ${status} ${text}`);
}

interface Flow {
  readonly flowId: string;
  readonly flowSyntax: string;
  readonly acknowledgement: { readonly status: string; readonly details?: readonly { reasonCode: string }[] };
}

/** Asks the platform itself, by the calls of the standard: every lifecycle message that the clients sent. */
export async function collected(
  { port }: Networks,
  clients: readonly string[],
): Promise<readonly HeldMessage[]> {
  const base = `http://127.0.0.1:${port}/fr-pa`;
  const messages: HeldMessage[] = [];
  for (const client of clients) {
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: SECRET };
    const log = await called(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
    const headers = {
      authorization: `Bearer ${((await log.json()) as { access_token: string }).access_token}`,
    };
    for (const flow of await flowsOf(base, headers)) {
      if (flow.flowSyntax !== 'CDAR') continue;
      const path = `${base}/flow-service/v1/flows/${flow.flowId}?docType=Original`;
      messages.push(messageIn(await (await called(path, { headers })).text(), flow));
    }
  }
  return messages;
}

async function flowsOf(base: string, headers: Record<string, string>): Promise<readonly Flow[]> {
  const flows: Flow[] = [];
  let cursor: string | undefined;
  do {
    const where = { flowDirection: ['Out'] };
    const page = await called(`${base}/flow-service/v1/flows/search`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 100, where, ...(cursor !== undefined && { cursor }) }),
    });
    const { results, nextCursor } = (await page.json()) as { results: readonly Flow[]; nextCursor?: string };
    flows.push(...results);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return flows;
}

async function called(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

function messageIn(xml: string, { acknowledgement }: Flow): HeldMessage {
  const value = (name: string): string => new RegExp(`<ram:${name}>([^<]*)<`).exec(xml)?.[1] ?? '';
  const [detail] = acknowledgement.details ?? [];
  return {
    invoiceNumber: value('IssuerAssignedID'),
    code: value('ProcessConditionCode'),
    ...(detail && { refusal: detail.reasonCode }),
  };
}
