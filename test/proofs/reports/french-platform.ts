import type { Networks } from '../delivery/network.ts';

/** A report as the platform has it. */
export interface SentReport {
  readonly type: string;
  /** Without VAT; of payments with it. */
  readonly amount: string;
  /** The platform's objection; it has received the report nevertheless. */
  readonly refusal?: string;
}

interface Flow {
  readonly flowId: string;
  readonly flowSyntax: string;
  readonly acknowledgement: { readonly details?: readonly { reasonCode: string }[] };
}

/** Asks the platform itself, by the calls of the standard: every report that the client sent. */
export async function reportsAt({ port }: Networks, client: string): Promise<readonly SentReport[]> {
  const base = `http://127.0.0.1:${port}/fr-pa`;
  // The sandbox's own platform knows each client by such a name.
  const form = { grant_type: 'client_credentials', client_id: `sandbox-${client}`, client_secret: 'sandbox' };
  const log = await called(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await log.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reports: SentReport[] = [];
  let cursor: string | undefined;
  do {
    const page = await called(`${base}/flow-service/v1/flows/search`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ limit: 100, where: { flowDirection: ['Out'] }, ...(cursor && { cursor }) }),
    });
    const { results, nextCursor } = (await page.json()) as { results: readonly Flow[]; nextCursor?: string };
    for (const flow of results.filter(({ flowSyntax }) => flowSyntax === 'FRR')) {
      const path = `${base}/flow-service/v1/flows/${flow.flowId}?docType=Original`;
      reports.push(reportIn(await (await called(path, { headers })).text(), flow));
    }
    cursor = nextCursor;
  } while (cursor !== undefined);
  return reports;
}

async function called(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

function reportIn(xml: string, { acknowledgement }: Flow): SentReport {
  const value = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? '';
  const [detail] = acknowledgement.details ?? [];
  return {
    ...{ type: value('TypeCode'), amount: value('TaxExclusiveAmount') || value('Amount') },
    ...(detail && { refusal: detail.reasonCode }),
  };
}
