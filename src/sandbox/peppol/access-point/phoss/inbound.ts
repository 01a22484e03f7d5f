import { type Answer, type Call, type Endpoint, json } from '../../../network.ts';
import type { DueMessage, State } from '../../../state.ts';
import type { Answers } from '../../answers/answers.ts';
import type { InboundInvoices } from '../inbound-invoices.ts';
import { isCountry } from '../sbdh.ts';
import { enclose, type Enclosed } from '../../answers/enclosed.ts';
import { DOCUMENT_SCHEME, PARTICIPANT_SCHEME, PROCESS_SCHEME } from '../../identifiers.ts';

const ROUTE = 'PEPPOL';
/** What a caller has told of each document, for the reports to OpenPeppol. */
const COUNTRY = 'c4-country';

type Admit = (call: Call, answer: (audience: string) => Answer) => Answer | Promise<Answer>;

/** The caller's incoming documents, newest first, without a cursor (OperationsController, InboundTransactionResponse). */
export function inboundEndpoints(
  answers: Answers,
  invoices: InboundInvoices,
  state: State,
  admit: Admit,
): readonly Endpoint[] {
  const countryOf = (id: string) => state.findKept<string>(ROUTE, COUNTRY, id) ?? null;
  const receivedBy = (audience: string): readonly Enclosed[] =>
    [...answers.cameFor(audience).map(toEnclosed), ...invoices.all].sort((one, other) => one.at - other.at);
  return [
    {
      method: 'GET',
      path: '/phoss-ap/api/ops/inbound/history',
      answer: (call) =>
        admit(call, (audience) => {
          const offset = Number(call.query.get('offset') ?? 0);
          const limit = Number(call.query.get('limit') ?? 50);
          const all = [...receivedBy(audience)].reverse();
          return json(
            200,
            all.slice(offset, offset + limit).map((one) => toWire(one, countryOf(one.instanceIdentifier))),
          );
        }),
    },
    {
      method: 'POST',
      path: '/phoss-ap/api/inbound/report',
      answer: (call) =>
        admit(call, (audience) => {
          const [id, country] = [
            call.query.get('sbdhInstanceID') ?? '',
            call.query.get('c4CountryCode') ?? '',
          ];
          const one = receivedBy(audience).find(({ instanceIdentifier }) => instanceIdentifier === id);
          if (!one) return json(404, 'There is no such inbound transaction');
          if (!isCountry(country)) return json(400, 'The C4 country code is invalid');
          if (countryOf(id) !== null) return json(400, 'The C4 country code is already set');
          state.keep(ROUTE, COUNTRY, id, country);
          const message = `C4 country code set to '${country}'`;
          return json(200, { transactionID: transactionOf(one), status: 'updated', message });
        }),
    },
    {
      method: 'GET',
      path: '/phoss-ap/api/inbound/in-processing',
      answer: (call) => admit(call, () => json(200, [])),
    },
    {
      method: 'GET',
      path: '/phoss-ap/api/ops/inbound/:id/payload',
      answer: (call) =>
        admit(call, (audience) => {
          const enclosure = receivedBy(audience).find(
            ({ instanceIdentifier }) => instanceIdentifier === call.params['id'],
          );
          return enclosure
            ? {
                status: 200,
                headers: { 'Content-Type': 'application/octet-stream' },
                body: enclosure.content,
              }
            : { status: 404 };
        }),
    },
  ];
}

const toEnclosed = ({ id, dueAt, documentType, content }: DueMessage): Enclosed =>
  enclose({ id, at: dueAt, documentType, content });

const transactionOf = ({ id }: Enclosed): string => `00000000-0000-4000-9000-${id.padStart(12, '0')}`;

function toWire(enclosed: Enclosed, country: string | null) {
  const { id, instanceIdentifier, sender, receiver, documentType, process, at } = enclosed;
  const received = new Date(at).toISOString();
  return {
    id: transactionOf(enclosed),
    senderID: `${PARTICIPANT_SCHEME}::${sender}`,
    receiverID: `${PARTICIPANT_SCHEME}::${receiver}`,
    docTypeID: `${DOCUMENT_SCHEME}::${documentType}`,
    processID: `${PROCESS_SCHEME}::${process}`,
    as4MessageID: `in-${id}@sandbox.invalid`,
    sbdhInstanceID: instanceIdentifier,
    c2SeatID: 'POP000002',
    c3SeatID: 'POP000001',
    status: 'forwarded',
    attemptCount: 0,
    receivedDT: received,
    completedDT: received,
    reportingStatus: 'pending',
    nextRetryDT: null,
    errorDetails: null,
    c4CountryCode: country,
    isDuplicateAS4: false,
    isDuplicateSBDH: false,
    mlsResponseCode: null,
  };
}
