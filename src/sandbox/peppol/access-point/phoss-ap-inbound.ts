import { type Answer, type Call, type Endpoint, json } from '../../network.ts';
import type { DueMessage } from '../../state.ts';
import type { Answers } from '../answers/answers.ts';
import type { InboundInvoices } from './inbound-invoices.ts';
import { enclose, type Enclosed } from '../answers/enclosed.ts';
import { DOCUMENT_SCHEME, PARTICIPANT_SCHEME, PROCESS_SCHEME } from '../identifiers.ts';

type Admit = (call: Call, answer: (audience: string) => Answer) => Answer | Promise<Answer>;

/** The caller's incoming documents, newest first, without a cursor (OperationsController, InboundTransactionResponse). */
export function inboundEndpoints(
  answers: Answers,
  invoices: InboundInvoices,
  admit: Admit,
): readonly Endpoint[] {
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
          return json(200, all.slice(offset, offset + limit).map(toWire));
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

function toWire({ id, instanceIdentifier, sender, receiver, documentType, process, at }: Enclosed) {
  const received = new Date(at).toISOString();
  return {
    id: `00000000-0000-4000-9000-${id.padStart(12, '0')}`,
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
    c4CountryCode: null,
    isDuplicateAS4: false,
    isDuplicateSBDH: false,
    mlsResponseCode: null,
  };
}
