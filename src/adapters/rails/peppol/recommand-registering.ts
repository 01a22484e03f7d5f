import { addressOfParticipant } from '../../../domain/routing/peppol-document.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { withQuotes } from 'en16931-rules/vocabulary/quoted.ts';
import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';
import type { OutboundAnswer } from '../../../ports/outbound.ts';
import type { Asked, NotRegistered, Registered, Released } from '../../../ports/rail/registering.ts';
import type { Connection } from './connection.ts';
import { ASK_MS, type DialectRegistering, type Registrant } from './dialect.ts';
import { notDone } from './registering.ts';
import { rootErrors } from './recommand-errors.ts';
import { jsonObject, text } from './report.ts';

/**
 * Identifiers of a company at Recommand (recommand/recommand-peppol f26b74e, api/companies/identifiers). It publishes those of a
 * company that receives in its own SMP. A migration key is taken only for an identifier that it has already (168cf661): not used here.
 */
export const recommandRegistering: DialectRegistering = {
  provider: 'Recommand',
  takesMigrationKeys: false,
  // data/phoss-smp/client.ts
  smpHosts: /^(?:test-)?smp\.net\.recommand\.com$/,
  ask,
  register,
  release,
};

const pathOf = ({ accessPoint }: Connection): string =>
  `/companies/${encodeURIComponent(accessPoint.companyId ?? '')}`;

/** Its entries are whole. */
type Entry = Exclude<Asked, { readonly outcome: 'partly' }>;

async function ask(connection: Connection, { participant }: Registrant): Promise<Entry> {
  const path = `${pathOf(connection)}/identifiers`;
  const answer = await connection.call({ method: 'GET', path, timeoutMs: ASK_MS });
  const read = bodyIn(answer, 200);
  const identifiers = read?.['identifiers'];
  if (!Array.isArray(identifiers)) return notDone(answer);
  const known = identifiers.filter(isObject).find((one) => nameOf(one) === participant);
  if (!known) return { outcome: 'absent' };
  const reference = text(known['id']);
  return { outcome: 'registered', ...(reference !== undefined && { reference }) };
}

/** It writes both parts in lower case. */
const nameOf = (identifier: JsonObject): string =>
  `${text(identifier['scheme']) ?? ''}:${text(identifier['identifier']) ?? ''}`.toLowerCase();

async function register(connection: Connection, { participant }: Registrant): Promise<Registered> {
  const unfit = await refusedForCompany(connection);
  if (unfit) return unfit;
  const { scheme, id: identifier } = addressOfParticipant(participant);
  const answer = await connection.call({
    method: 'POST',
    path: `${pathOf(connection)}/identifiers`,
    body: new TextEncoder().encode(JSON.stringify({ scheme, identifier })),
    headers: { 'Content-Type': 'application/json' },
    timeoutMs: ASK_MS,
  });
  const created = bodyIn(answer, 200)?.['identifier'];
  if (isObject(created)) {
    const reference = text(created['id']);
    return { outcome: 'registered', ...(reference !== undefined && { reference }) };
  }
  const reason = rootErrors(bodyIn(answer, 400));
  if (reason === '') return notDone(answer);
  return {
    outcome: 'refused',
    reason: withQuotes(say('networks-peppol.provider-refuses-registration'), [reason]),
    ...(/registered with another SMP/.test(reason) && { isElsewhere: true }),
  };
}

/** Identifiers of a company that only sends are stored there and published nowhere. */
async function refusedForCompany(
  connection: Connection,
): Promise<Exclude<Registered, { outcome: 'registered' }> | undefined> {
  const answer = await connection.call({ method: 'GET', path: pathOf(connection), timeoutMs: ASK_MS });
  const company = bodyIn(answer, 200)?.['company'];
  if (!isObject(company)) {
    const entry = notDone(answer);
    // Nothing was registered by the question.
    return entry.outcome === 'unknown' ? { ...entry, outcome: 'later' } : entry;
  }
  return company['isSmpRecipient'] === false
    ? { outcome: 'refused', reason: say('networks-peppol.company-only-sends') }
    : undefined;
}

async function release(connection: Connection, registrant: Registrant): Promise<Released> {
  let { reference } = registrant;
  if (reference === undefined) {
    const entry = await ask(connection, registrant);
    if (entry.outcome === 'absent') return { outcome: 'released' };
    if (entry.outcome !== 'registered') return entry;
    reference = entry.reference ?? '';
  }
  const path = `${pathOf(connection)}/identifiers/${encodeURIComponent(reference)}`;
  const answer = await connection.call({ method: 'DELETE', path, timeoutMs: ASK_MS });
  if (bodyIn(answer, 200)?.['success'] === true) return { outcome: 'released' };
  const reason = rootErrors(bodyIn(answer, 404));
  if (/identifier not found/i.test(reason)) return { outcome: 'released' };
  // It answers 404 to a failure of its SMP, too.
  return reason === '' ? notDone(answer) : refusal(reason);
}

const refusal = (reason: string): NotRegistered => ({
  outcome: 'refused',
  reason: withQuotes(say('networks-peppol.provider-refuses-release'), [reason]),
});

const bodyIn = (answer: OutboundAnswer, status: number): JsonObject | undefined =>
  answer.outcome === 'answered' && answer.status === status ? jsonObject(answer.body) : undefined;
