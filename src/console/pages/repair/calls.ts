import { type components, ServiceProblem } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { causesOf } from '../../app/findings.ts';
import { service } from '../../app/session.ts';
import { applyPatch } from '../../app/source/json-patch.ts';
import { rootOf, textValue, walk } from '../../app/source/json-source.ts';
import { type Draft, type Finding, keepCheck, type Sent } from './draft.ts';

type Report = components['schemas']['ValidationReport'];
type Route = components['schemas']['Route'];

/** The text goes as it stands; JSON.stringify would change its numbers. */
const asItIs = (text: unknown): string => text as string;
const headersFor = (type: string) => ({ headers: { Accept: 'application/json', 'Content-Type': type } });

/** The checks need a route; where the text leaves it to the service, the refusal may name the one that was chosen. */
export function canCheck({ syntax, text, refusal }: Draft): boolean {
  return refusal.route !== undefined || (syntax === 'json' && statedRoute(text.value) !== undefined);
}

function statedRoute(text: string): string | undefined {
  const root = rootOf(text);
  const { missing, place } = root ? walk(text, root, ['route']) : { missing: ['route'], place: undefined };
  return missing.length === 0 && place ? textValue(text, place.value) : undefined;
}

const withRoute = (text: string, route: string | undefined): string =>
  statedRoute(text) === undefined && route !== undefined && rootOf(text)
    ? applyPatch(text, [{ op: 'add', path: '/route', value: route }])
    : text;

/** All that is wrong with the text. Nothing is sent or stored. */
export async function check(draft: Draft): Promise<void> {
  const text = draft.text.value;
  const report = await askForReport(draft, text).catch(findingsOfProblem);
  const { valid, findings } = report;
  keepCheck(draft, { at: new Date(), text, findings, isPassed: valid });
}

interface Found {
  readonly valid: boolean;
  readonly findings: readonly Finding[];
}

async function askForReport({ syntax, refusal: { route } }: Draft, text: string): Promise<Found> {
  const { api } = service();
  const answer =
    syntax === 'json'
      ? api.POST('/validate', {
          ...headersFor('application/json'),
          body: withRoute(text, route) as never,
          bodySerializer: asItIs,
        })
      : api.POST('/validate/xml', {
          ...headersFor('application/xml'),
          params: { query: { route: route as Route } },
          body: text as never,
          bodySerializer: asItIs,
        });
  const { valid, layers } = (await dataOf<unknown>(answer)) as Report;
  return { valid, findings: causesOf(layers.flatMap(({ findings }) => findings)) };
}

/** What is past a limit, or is no invoice at all, is answered as a refusal with findings. */
function findingsOfProblem(error: unknown): Found {
  if (error instanceof ServiceProblem && error.findings.length > 0)
    return { valid: false, findings: error.findings };
  throw error;
}

/**
 * Sends the text as a new submission. A repeated call for the same text has the same key, so that there is one invoice.
 * @returns undefined if it was refused again: its findings are those of the draft now.
 */
export async function send(draft: Draft): Promise<Sent | undefined> {
  const text = draft.text.value;
  const key = draft.keys.get(text) ?? crypto.randomUUID();
  draft.keys.set(text, key);
  try {
    const { id, duplicate_of: duplicate } = await dataOf(submit(draft, text, key));
    draft.sent.value = { id, isDuplicate: duplicate !== undefined };
  } catch (error) {
    const { findings } = findingsOfProblem(error);
    // A refusal is the answer to this key; a further try is a new call.
    draft.keys.delete(text);
    keepCheck(draft, { at: new Date(), text, findings, isPassed: false });
  }
  return draft.sent.value;
}

function submit({ syntax, refusal }: Draft, text: string, key: string) {
  const header = { 'Idempotency-Key': key };
  const { api } = service();
  if (syntax === 'json')
    return api.POST('/invoices', {
      ...headersFor('application/json'),
      params: { header },
      body: text as never,
      bodySerializer: asItIs,
    });
  const { route, invoice_ref: reference = '' } = refusal;
  return api.POST('/invoices/xml', {
    ...headersFor('application/xml'),
    params: { header, query: { route: route as Route, invoice_ref: reference } },
    body: text as never,
    bodySerializer: asItIs,
  });
}
