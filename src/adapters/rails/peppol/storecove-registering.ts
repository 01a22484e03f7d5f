import { addressOfParticipant } from '../../../domain/routing/peppol-document.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { withQuotes } from 'en16931-rules/vocabulary/quoted.ts';
import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';
import type { OutboundAnswer } from '../../../ports/outbound.ts';
import type { Asked, Registered, Released } from '../../../ports/rail/registering.ts';
import type { Connection } from './connection.ts';
import { ASK_MS, type DialectRegistering, type Registrant } from './dialect.ts';
import { PARTICIPANT_SCHEME } from './identifiers.ts';
import { jsonObject, jsonValue, text } from './report.ts';
import { notDone } from './registering.ts';
import { errorsIn } from './storecove-errors.ts';

/**
 * Peppol identifiers of a legal entity at Storecove (its API 2 as deegitalbe/laravel-trustup-io-storecove bf0038b5 has it). What it
 * publishes follows from the `advertisements` of the entity. No call takes a migration key.
 */
export const storecoveRegistering: DialectRegistering = {
  provider: 'Storecove',
  takesMigrationKeys: false,
  ask,
  register,
  release,
};

/** Its names of schemes, by ICD (the participant list of Peppol; those that its descriptions and clients name). */
const SCHEMES: Readonly<Record<string, string>> = {
  '0002': 'FR:SIRENE',
  '0009': 'FR:SIRET',
  '0088': 'GLN',
  '0106': 'NL:KVK',
  '0184': 'DK:DIGST',
  '0192': 'NO:ORG',
  '0204': 'DE:LWID',
  '0208': 'BE:EN',
  '0225': 'FR:CTC',
  '9925': 'BE:VAT',
  '9930': 'DE:VAT',
  '9944': 'NL:VAT',
  '9957': 'FR:VAT',
};

const pathOf = ({ accessPoint }: Connection): string =>
  `/legal_entities/${encodeURIComponent(accessPoint.companyId ?? '')}`;

/** As Storecove has it; undefined if it has none. */
interface Entry {
  readonly scheme: string;
  readonly identifier: string;
}

async function find(
  connection: Connection,
  { participant }: Registrant,
): Promise<{ readonly entity: JsonObject; readonly entry: Entry | undefined } | OutboundAnswer> {
  const answer = await connection.call({ method: 'GET', path: pathOf(connection), timeoutMs: ASK_MS });
  const entity = bodyIn(answer);
  const listed = entity?.['peppol_identifiers'];
  if (!entity || !Array.isArray(listed)) return answer;
  const { scheme: icd, id: value } = addressOfParticipant(participant);
  const entry = listed.filter(isObject).find((one) => {
    const scheme = text(one['scheme'])?.toUpperCase();
    return (scheme === SCHEMES[icd] || scheme === icd) && text(one['identifier'])?.toLowerCase() === value;
  });
  return {
    entity,
    entry: entry && { scheme: String(entry['scheme']), identifier: String(entry['identifier']) },
  };
}

async function ask(connection: Connection, registrant: Registrant): Promise<Asked> {
  const read = await find(connection, registrant);
  if ('outcome' in read) return notDone(read);
  return read.entry ? { outcome: 'registered' } : { outcome: 'absent' };
}

async function register(connection: Connection, registrant: Registrant): Promise<Registered> {
  const { scheme: icd, id: value } = addressOfParticipant(registrant.participant);
  const scheme = SCHEMES[icd];
  if (scheme === undefined)
    return { outcome: 'refused', reason: say('networks-peppol.provider-knows-no-scheme', { value: icd }) };
  const read = await find(connection, registrant);
  // Nothing was registered by the question.
  if ('outcome' in read) return laterIfUnknown(notDone(read));
  if (read.entity['acts_as_receiver'] === false)
    return { outcome: 'refused', reason: say('networks-peppol.company-only-sends') };
  const body = { superscheme: PARTICIPANT_SCHEME, scheme, identifier: value.toUpperCase() };
  const answer = await connection.call({
    method: 'POST',
    path: `${pathOf(connection)}/peppol_identifiers`,
    body: new TextEncoder().encode(JSON.stringify(body)),
    headers: { 'Content-Type': 'application/json' },
    timeoutMs: ASK_MS,
  });
  if (text(bodyIn(answer)?.['identifier']) !== undefined) return { outcome: 'registered' };
  const errors =
    answer.outcome === 'answered' && answer.status === 422 ? errorsIn(jsonValue(answer.body)) : [];
  if (errors.length === 0) return notDone(answer);
  return {
    outcome: 'refused',
    reason: withQuotes(say('networks-peppol.provider-refuses-registration'), errors),
  };
}

const laterIfUnknown = (answer: ReturnType<typeof notDone>): ReturnType<typeof notDone> =>
  answer.outcome === 'unknown' ? { ...answer, outcome: 'later' } : answer;

async function release(connection: Connection, registrant: Registrant): Promise<Released> {
  const read = await find(connection, registrant);
  if ('outcome' in read) return notDone(read);
  if (!read.entry) return { outcome: 'released' };
  const { scheme, identifier } = read.entry;
  const entry = [PARTICIPANT_SCHEME, scheme, identifier].map(encodeURIComponent).join('/');
  const path = `${pathOf(connection)}/peppol_identifiers/${entry}`;
  const answer = await connection.call({ method: 'DELETE', path, timeoutMs: ASK_MS });
  return answer.outcome === 'answered' && answer.status === 204 ? { outcome: 'released' } : notDone(answer);
}

const bodyIn = (answer: OutboundAnswer): JsonObject | undefined =>
  answer.outcome === 'answered' && answer.status === 200 ? jsonObject(answer.body) : undefined;
