import { type components, ServiceProblem } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { causesOf } from '../../app/findings.ts';
import { service } from '../../app/session.ts';
import { applyPatch } from '../../app/source/json-patch.ts';
import { rootOf } from '../../app/source/json-source.ts';
import { type Draft, keepCheck, routeOf, type Sent, showSent, statedRoute } from './draft.ts';
import { type Finding, readInvoice, readSentAgain } from './refused.ts';

type Report = components['schemas']['ValidationReport'];
type Route = components['schemas']['Route'];

/** The text goes as it stands; JSON.stringify would change its numbers. */
const asItIs = (text: unknown): string => text as string;
const headersFor = (type: string) => ({ headers: { Accept: 'application/json', 'Content-Type': type } });

/** The checks need a route; where the text leaves it to the service, the refusal may name the one that was chosen. */
export const canCheck = (draft: Draft): boolean => (routeOf(draft) ?? draft.refused.route) !== undefined;

const withRoute = (text: string, route: string | undefined): string =>
  statedRoute(text) === undefined && route !== undefined && rootOf(text)
    ? applyPatch(text, [{ op: 'add', path: '/route', value: route }])
    : text;

/** All that is wrong with the text. Nothing is sent or stored. */
export async function check(draft: Draft): Promise<void> {
  const text = draft.text.value;
  const report = await askForReport(draft, text).catch(findingsOfProblem);
  const { valid, findings, isRead = true } = report;
  keepCheck(draft, { at: new Date(), text, findings, isPassed: valid }, isRead);
}

interface Found {
  readonly valid: boolean;
  /** False of a text that is no JSON or XML: no check has seen what is in it. */
  readonly isRead?: boolean;
  readonly findings: readonly Finding[];
}

async function askForReport({ syntax, refused, fileRoute }: Draft, text: string): Promise<Found> {
  const { api } = service();
  const answer =
    syntax === 'json'
      ? api.POST('/validate', {
          ...headersFor('application/json'),
          body: withRoute(text, refused.route) as never,
          bodySerializer: asItIs,
        })
      : api.POST('/validate/xml', {
          ...headersFor('application/xml'),
          params: { query: { route: fileRoute.value as Route } },
          body: text as never,
          bodySerializer: asItIs,
        });
  const { valid, layers } = (await dataOf<unknown>(answer)) as Report;
  const isRead = !layers.some(({ layer, outcome }) => layer === 'xml-safety' && outcome === 'invalid');
  return { valid, isRead, findings: causesOf(layers.flatMap(({ findings }) => findings)) };
}

/** What is past a limit, or is no invoice at all, is answered as a refusal with findings. */
function findingsOfProblem(error: unknown): Found {
  if (error instanceof ServiceProblem && error.findings.length > 0)
    return { valid: false, isRead: error.type !== 'bad-request', findings: error.findings };
  throw error;
}

/** Tries of other readers that this one may meet. */
const MAX_TRIES = 100;

/**
 * Sends the text as a new submission, unless somebody has sent the invoice again. The key names the refused one and the try: two readers who
 * correct the same one make one invoice, and a repeated call does so, too.
 * @returns undefined if it was refused again: its findings are those of the draft now.
 */
export async function send(draft: Draft): Promise<Sent | undefined> {
  const text = draft.text.value;
  // Of a call whose answer was lost, the answer is kept under its key.
  const sending = callOf(draft);
  let isRepeated = draft.tries.has(sending);
  for (let no = draft.tries.get(sending) ?? draft.tries.size + 1; no <= MAX_TRIES; no += 1) {
    const other = isRepeated ? undefined : await readSentAgain(draft.refused);
    if (other) return showSent(draft, other.id);
    draft.tries.set(sending, no);
    const answer = await answerTo(draft, text, no);
    if (answer === 'refused') return undefined;
    if (answer !== 'used') return (draft.sent.value = answer);
    isRepeated = false;
  }
  throw new Error('Expected a free key, found none.');
}

/** `used`: under the key of this try another text was sent, or an invoice that was cancelled since. */
async function answerTo(draft: Draft, text: string, no: number): Promise<Sent | 'refused' | 'used'> {
  try {
    const call = submit(draft, text, [draft.refused.next?.kind ?? 'correct', draft.refused.id, no].join('-'));
    const { id, duplicate_of: duplicate } = await dataOf(call);
    if ((await readInvoice(id)).state === 'cancelled') return 'used';
    return { id, by: duplicate === undefined ? 'reader' : 'duplicate' };
  } catch (error) {
    if (error instanceof ServiceProblem && error.type === 'idempotency-conflict') return 'used';
    const { findings } = findingsOfProblem(error);
    // A refusal is the answer to this key; a further try is a new call.
    draft.tries.delete(callOf(draft));
    draft.tries.set(`${no}`, no);
    keepCheck(draft, { at: new Date(), text, findings, isPassed: false });
    return 'refused';
  }
}

/** The same call: the route of a file stands beside it. */
const callOf = ({ syntax, text, fileRoute }: Draft): string =>
  syntax === 'json' ? text.value : `${fileRoute.value} ${text.value}`;

function submit({ syntax, refused, fileRoute }: Draft, text: string, key: string) {
  const header = { 'Idempotency-Key': key };
  const { api } = service();
  if (syntax === 'json')
    return api.POST('/invoices', {
      ...headersFor('application/json'),
      params: { header },
      body: text as never,
      bodySerializer: asItIs,
    });
  const { reference = '', isOffline, correction } = refused;
  const offline = isOffline && {
    offline: true,
    ...(correction?.technical_correction && { technical_correction: true }),
  };
  return api.POST('/invoices/xml', {
    ...headersFor('application/xml'),
    params: { header, query: { route: fileRoute.value as Route, invoice_ref: reference, ...offline } },
    body: text as never,
    bodySerializer: asItIs,
  });
}
