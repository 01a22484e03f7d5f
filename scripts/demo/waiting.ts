import { randomUUID } from 'node:crypto';
import { datedExample } from '../../src/commands/example/dated-example.ts';
import { deadlineFor, lateAfter } from '../../src/domain/lifecycle/deadlines.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import { type Api, call, type Invoice, settle } from './api.ts';

const DAY_MS = 86_400_000;
/** No filing takes longer, holidays included. */
const MAX_FILING_DAYS = 30;
/** Within a week _Now_ warns of it. */
const CREDENTIAL_ENDS_IN = 6;

/** Something that waits for a person, and where it stands. */
interface Waiting {
  readonly what: string;
  readonly state: string;
}

/** What the examples leave out, as they arrive or are refused at once. The console's page _Now_ has a line for each. */
export async function leaveWaiting(api: Api): Promise<readonly Waiting[]> {
  const now = new Date();
  const asks = await sendEnding(api, 'over-peppol', '-DISPUTE', now);
  return [
    await toCorrect(api, 'RO-EFACTURA', new Date(now.getTime() - MAX_FILING_DAYS * DAY_MS)),
    await toCorrect(api, 'PL-KSEF', soonestDue('PL-KSEF', now)),
    {
      what: 'PEPPOL, the buyer asks',
      state: String((await settle(api, asks, hasAnswer)).buyer_status),
    },
    {
      what: 'DE-XRECHNUNG, to fetch',
      state: (await settle(api, await sendEnding(api, 'plain', '', now))).state,
    },
    ...(await receive(api, now)),
    await endSoon(api, now),
  ];
}

const hasAnswer = ({ buyer_status: status }: Invoice): boolean => status === 'under_query';

/** @param ending a magic one of the sandbox. @returns the invoice's id. */
async function sendEnding(api: Api, example: string, ending: string, issued: Date): Promise<string> {
  const dated = datedExample(example, issued);
  if (!dated) throw new Error(`${example} has no date`);
  const number = `D${randomUUID().slice(0, 8).toUpperCase()}${ending}`;
  const submission = JSON.parse(dated.text.replaceAll(dated.number, number)) as object;
  return (await post(api, '/invoices', { ...submission, invoice_ref: number })).id;
}

/** The network refuses it, so its sending deadline goes on. */
async function toCorrect(api: Api, route: Route, issued: Date): Promise<Waiting> {
  const { state, late_after: lateAt } = await settle(
    api,
    await sendEnding(api, `over-${route.toLowerCase()}`, '-REJECT', issued),
  );
  return { what: `${route}, sending deadline ${lateAt?.slice(0, 10)}`, state };
}

/** The day of issue whose sending deadline is the next one to end. */
function soonestDue(route: Route, now: Date): Date {
  for (let days = MAX_FILING_DAYS; days > 0; days -= 1) {
    const issued = new Date(now.getTime() - days * DAY_MS);
    const deadline = deadlineFor(route, issued.toISOString().slice(0, 10));
    if (deadline && lateAfter(route, deadline)!.at > now) return issued;
  }
  return now;
}

/** The client's own document comes twice, as if it were the buyer, too; one is answered, which the sent one shows, the other is to be. */
async function receive(api: Api, now: Date): Promise<readonly Waiting[]> {
  const invoice = await sendEnding(api, 'over-peppol', '', now);
  await settle(api, invoice);
  const file = await (await call(api, `/invoices/${invoice}/documents/ubl`)).text();
  const receiveOne = async () => (await post(api, `/received?route=PEPPOL&rail_id=${randomUUID()}`, file)).id;
  const answered = await receiveOne();
  await post(api, `/received/${answered}/statuses`, { status: 'accepted' });
  const isHandedOver = ({ answer }: Invoice): boolean => answer?.state === 'handed_over';
  return [
    { what: 'received, answered', state: (await settle(api, answered, isHandedOver, '/received')).state },
    {
      what: 'received, to answer',
      state: (await settle(api, await receiveOne(), ({ state }) => state === 'validated', '/received')).state,
    },
  ];
}

/** Of a company that sends nothing here. It may be there from an earlier demo. */
async function endSoon(api: Api, now: Date): Promise<Waiting> {
  const dayIn = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const ends = dayIn(CREDENTIAL_ENDS_IN);
  const answer = await postTo(api, '/credentials', {
    route: 'PL-KSEF',
    kind: 'ksef-certificate',
    legal_entity: 'PL1111111111',
    value: 'of the demo',
    issued_by: 'KSeF',
    issued_on: dayIn(CREDENTIAL_ENDS_IN - 365),
    expires_on: ends,
  });
  const { title } = (await answer.json()) as { readonly title?: string };
  return { what: 'PL-KSEF, a credential', state: answer.ok ? `ends ${ends}` : `${answer.status} ${title}` };
}

/** @param body a file, or data. */
async function postTo(api: Api, path: string, body: string | object): Promise<Response> {
  const isFile = typeof body === 'string';
  return call(api, path, {
    method: 'POST',
    headers: {
      'Content-Type': isFile ? 'application/xml' : 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: isFile ? body : JSON.stringify(body),
  });
}

async function post(api: Api, path: string, body: string | object): Promise<{ readonly id: string }> {
  const answer = await postTo(api, path, body);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { readonly id: string };
}
