import { say } from 'en16931-rules/vocabulary/message.ts';
import { withQuotes } from 'en16931-rules/vocabulary/quoted.ts';
import { attribute, element, escapeText } from '../../../domain/documents/xml.ts';
import { LOOKED_UP_SCHEME } from '../../../domain/routing/peppol-document.ts';
import type { OutboundAnswer } from '../../../ports/outbound.ts';
import type { Asked, NotRegistered, Registered, Released } from '../../../ports/rail/registering.ts';
import { withoutSecrets } from '../refused-log-in.ts';
import type { Smp } from './access-point.ts';
import type { Connection } from './connection.ts';
import { ASK_MS, type DialectRegistering, type Registrant } from './dialect.ts';
import { PARTICIPANT_SCHEME, PROCESS_SCHEME } from './identifiers.ts';
import { notDone } from './registering.ts';

/**
 * The SMP of the operator of a phoss-ap: phoss SMP (phax/phoss-smp 8.2.0, bb7accef: `SMPRestFilter` and its `APIExecutor*`). It writes
 * the SML with its own certificate. Groups and metadata are put: to do so again changes nothing.
 */
export const phossSmpRegistering: DialectRegistering = {
  provider: 'phoss SMP',
  takesMigrationKeys: true,
  unfit: ({ smp, dialect }) => (smp ? undefined : say('networks-peppol.no-smp', { dialect })),
  ask: (connection, registrant) => by(connection, (to) => ask(to, registrant)),
  register: (connection, registrant) => by(connection, (to) => register(to, registrant)),
  release: (connection, registrant) => by(connection, (to) => release(to, registrant)),
};

/** The connection to the SMP, and what its entries say. */
interface Opened {
  readonly connection: Connection;
  readonly smp: Smp;
}

async function by<T>(
  { smp: connection, accessPoint: { smp, dialect } }: Connection,
  call: (to: Opened) => Promise<T>,
): Promise<T | NotRegistered> {
  return connection && smp
    ? call({ connection, smp })
    : { outcome: 'refused', reason: say('networks-peppol.no-smp', { dialect }) };
}

const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1';
const BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** What is received: BIS Billing, of which Peppol demands both. */
const DOCUMENT_TYPES = ['Invoice', 'CreditNote'].map(
  (root) => `urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##${BILLING}`,
);

const PUBLISHING = attribute('xmlns', 'http://busdox.org/serviceMetadata/publishing/1.0/');
const IDS = attribute('xmlns', 'http://busdox.org/transport/identifiers/1.0/');
const ADDRESSING = attribute('xmlns', 'http://www.w3.org/2005/08/addressing');
const AS4 = attribute('transportProfile', 'peppol-transport-as4-v2_0');

const groupOf = (participant: string): string =>
  `/${encodeURIComponent(`${PARTICIPANT_SCHEME}::${participant}`)}`;
const typeSegment = (type: string): string => encodeURIComponent(`${LOOKED_UP_SCHEME}::${type}`);

async function ask({ connection }: Opened, { participant }: Registrant): Promise<Asked> {
  const path = groupOf(participant);
  const answer = await connection.call({ method: 'GET', path, timeoutMs: ASK_MS });
  if (answer.outcome !== 'answered') return notDone(answer);
  if (answer.status === 404) return { outcome: 'absent' };
  const group = new TextDecoder().decode(answer.body);
  if (answer.status !== 200 || !/<\/(?:\w\w*:)?ServiceGroup>\s*$/.test(group)) return notDone(answer);
  const isWhole = DOCUMENT_TYPES.every((type) => group.includes(typeSegment(type)));
  return { outcome: isWhole ? 'registered' : 'partly' };
}

async function register(
  to: Opened,
  registrant: Registrant & { readonly migrationKey?: string },
): Promise<Registered> {
  const present = await ask(to, registrant);
  if (present.outcome === 'registered') return present;
  // Nothing was registered by the question.
  if (present.outcome === 'unknown') return { ...present, outcome: 'later' };
  if (present.outcome !== 'absent' && present.outcome !== 'partly') return present;
  if (present.outcome === 'absent') {
    const failed = await makeGroup(to, registrant);
    if (failed) return failed;
  }
  for (const type of DOCUMENT_TYPES) {
    const path = `${groupOf(registrant.participant)}/services/${typeSegment(type)}`;
    const answer = await put(to, path, metadataOf(registrant.participant, type, to.smp));
    // The group is there: its types are put again after a question.
    if (!isDone(answer)) return { outcome: 'unknown', reason: reasonIn(answer) ?? notDone(answer).reason };
  }
  return { outcome: 'registered' };
}

/** Enters the participant into the SML, or moves it there. */
async function makeGroup(
  to: Opened,
  { participant, migrationKey }: Registrant & { readonly migrationKey?: string },
): Promise<Exclude<Registered, { outcome: 'registered' }> | undefined> {
  const group = element(
    'ServiceGroup',
    participantElement(participant) + element('ServiceMetadataReferenceCollection', ''),
    PUBLISHING,
  );
  if (migrationKey === undefined) {
    const answer = await put(to, groupOf(participant), group);
    return isDone(answer) ? undefined : refusalOrUnknown(answer);
  }
  // In the body: an address would be in logs.
  const migration = element(
    'migrationInbound',
    element('participantID', escapeText(`${PARTICIPANT_SCHEME}::${participant}`)) +
      element('migrationKey', escapeText(migrationKey)),
  );
  const moved = withoutSecrets(await put(to, '/migration/inbound', migration), [migrationKey]);
  if (!isDone(moved)) return refusalOrUnknown(moved);
  const isMade = saidIn(moved).includes('serviceGroupCreated="true"');
  // The SML has moved the participant, the SMP failed afterwards: only its own part is made again.
  const made = isMade ? moved : await put(to, `${groupOf(participant)}?create-in-sml=false`, group);
  return isDone(made) ? undefined : { outcome: 'unknown', reason: notDone(made).reason };
}

const put = ({ connection }: Opened, path: string, xml: string): Promise<OutboundAnswer> =>
  connection.call({
    method: 'PUT',
    path,
    body: new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${xml}`),
    headers: { 'Content-Type': 'application/xml' },
    timeoutMs: ASK_MS,
  });

const isDone = (answer: OutboundAnswer): boolean =>
  answer.outcome === 'answered' && answer.status >= 200 && answer.status < 300;

const saidIn = (answer: OutboundAnswer): string =>
  answer.outcome === 'answered' ? new TextDecoder().decode(answer.body).trim() : '';

const MAX_REASON = 500;

/** Its errors are plain text, which a setting may leave out. */
function reasonIn(answer: OutboundAnswer): NotRegistered['reason'] | undefined {
  const message = saidIn(answer);
  return message === ''
    ? undefined
    : withQuotes(say('networks-peppol.provider-refuses-registration'), [message.slice(0, MAX_REASON)]);
}

/** The SML names the participant of another SMP by ERR-106 (`SMPSMLExceptionTest`), and refuses a key by a text. */
const OF_SML = /\[ERR-106\]|hence the migration failed/;

function refusalOrUnknown(answer: OutboundAnswer): Exclude<Registered, { outcome: 'registered' }> {
  const reason = reasonIn(answer);
  if (answer.outcome !== 'answered' || reason === undefined) return notDone(answer);
  const message = saidIn(answer);
  if (OF_SML.test(message))
    return { outcome: 'refused', reason, ...(message.includes('ERR-106') && { isElsewhere: true }) };
  return answer.status === 400 || answer.status === 412 ? { outcome: 'refused', reason } : notDone(answer);
}

async function release({ connection }: Opened, { participant }: Registrant): Promise<Released> {
  const answer = await connection.call({ method: 'DELETE', path: groupOf(participant), timeoutMs: ASK_MS });
  return isDone(answer) || (answer.outcome === 'answered' && answer.status === 404)
    ? { outcome: 'released' }
    : notDone(answer);
}

const participantElement = (participant: string): string =>
  element('ParticipantIdentifier', escapeText(participant), IDS + attribute('scheme', PARTICIPANT_SCHEME));

const metadataOf = (participant: string, type: string, { endpoint, certificate }: Smp): string =>
  element(
    'ServiceMetadata',
    element(
      'ServiceInformation',
      participantElement(participant) +
        element('DocumentIdentifier', escapeText(type), IDS + attribute('scheme', LOOKED_UP_SCHEME)) +
        element(
          'ProcessList',
          element(
            'Process',
            element('ProcessIdentifier', BILLING_PROCESS, IDS + attribute('scheme', PROCESS_SCHEME)) +
              element('ServiceEndpointList', endpointElement(endpoint, certificate)),
          ),
        ),
    ),
    PUBLISHING,
  );

const endpointElement = (endpoint: string, certificate: string): string =>
  element(
    'Endpoint',
    [
      element('EndpointReference', element('Address', escapeText(endpoint)), ADDRESSING),
      element('RequireBusinessLevelSignature', 'false'),
      element('Certificate', escapeText(certificate)),
      element('ServiceDescription', 'Access point'),
      element('TechnicalContactUrl', escapeText(endpoint)),
    ].join(''),
    AS4,
  );
