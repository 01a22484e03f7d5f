import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Answer } from '../../network.ts';
import type { Pace } from '../../pace.ts';
import type { State } from '../../state.ts';
import type { AnswerCode } from '../answers/answer-codes.ts';
import type { Answers, DocumentFacts } from '../answers/answers.ts';
import type { Answered } from '../answers/messages.ts';
import {
  DOCUMENT_SCHEME,
  isListedProcess,
  isListedType,
  PARTICIPANT_SCHEME,
  PROCESS_SCHEME,
} from '../identifiers.ts';
import { derOf, type Identity, subjectPart } from '../../certificates.ts';
import { isoDate } from '../../documents.ts';
import type { Certificates } from '../lookup/certificates.ts';
import { type Names, participant, type Participant } from '../participants.ts';
import { duplicateOf, type EbmsError, errorSignal, receiptSignal } from './ebms.ts';
import { type Ending, endingOf } from './endings.ts';
import { answeredNumber, isResponse } from './responses.ts';
import { type Failure, lookUp } from './lookup.ts';
import { errorInReport, javaException, localTime, type ReportFacts, sendingReport } from './report.ts';
import { sha256, type Submission } from './submission.ts';

const ROUTE = 'PEPPOL';

/** The outcome of a submission. */
export interface Sent {
  /** An answer of the access point's front, in place of the report, for every dialect. */
  readonly instead?: Answer;
  /** Whether the receiver's side has the document after this call. */
  readonly taken: boolean;
  readonly report?: Readonly<Record<string, unknown>>;
  /** A failed look-up that phoss-ap does not repeat. */
  readonly isFinal?: boolean;
  /** The SMP found no participant: phoss-ap repeats without end. */
  readonly isEndless?: boolean;
}

/** The software whose texts a report has. */
type Software = 'standalone' | 'phoss-ap';

/** The parts of the network that a send needs. */
interface SendingDependencies {
  readonly state: State;
  readonly pace: Pace;
  readonly names: Names;
  readonly certificates: Certificates;
  readonly answers: Answers;
  /** The base address of the network. */
  readonly address: string;
  /** The errors that the receiver's side finds in an accepted document. */
  readonly judge: (submission: Submission) => readonly AnswerCode[];
}

/** Sends a document: look-up, AS4, acceptance or error by the receiver's access point. */
export class Sending {
  constructor(private readonly dependencies: SendingDependencies) {}

  async run(submission: Submission, software: Software): Promise<Sent> {
    const startedAt = Date.now();
    const { state, pace, names } = this.dependencies;
    for (const value of [submission.sender, submission.receiver]) {
      const who = participant(value);
      if (who) names.learn(who);
    }
    const time = state.count(ROUTE, `sent ${repeatKey(submission)}`);
    const ending = endingFor(submission, time);
    if (ending.instead) return { instead: ending.instead(), taken: false };
    await pace.steps(1 + (ending.extraSteps ?? 0));
    const { facts, taken, ...after } = this.deliver(submission, ending, software);
    const known = envelopeFacts(
      facts.c3EndpointUrl === undefined ? beforeEnvelope(submission, software) : submission,
    );
    const report = sendingReport({ ...known, ...facts }, startedAt);
    return { report, taken, ...after, ...(taken && ending.afterwards && { instead: ending.afterwards() }) };
  }

  private deliver(
    submission: Submission,
    ending: Ending,
    software: Software,
  ): { facts: ReportFacts; taken: boolean; isFinal?: boolean; isEndless?: boolean } {
    const isPhossAp = software === 'phoss-ap';
    const receiver = lookUp(this.dependencies.names, submission, ending.notRegistered ?? false);
    if (receiver.failure) {
      const { isFinal } = receiver.failure;
      return {
        facts: lookUpFacts(receiver.failure, isPhossAp, `${this.dependencies.address}/smp`),
        taken: false,
        isFinal,
        isEndless: !isFinal,
      };
    }
    const lookedUp = isPhossAp
      ? { c3SmpUrl: `${this.dependencies.address}/smp`, lookupDurationMillis: 1 }
      : {};
    const endpoint = { ...lookedUp, ...this.endpointFacts(receiver.participant) };
    const trouble = isPhossAp
      ? { sendingError: `An error occurred during the phase4 transmission to '${endpoint.c3EndpointUrl}'.` }
      : {};
    const timed = isPhossAp ? { sendingDurationMillis: 1 } : {};
    if (endpoint.c3CertCheckResult !== 'VALID') {
      const reason = `The configured receiver AP certificate is not valid (at ${endpoint.c3CertCheckDT}) and cannot be used for sending towards. Aborting. Reason: certificate is already expired`;
      const sendingException = javaException('com.helger.phase4.peppol.Phase4PeppolException', reason);
      const failed = {
        ...(isPhossAp && messageFacts(`${randomUUID()}@phase4`)),
        sendingResult: 'TRANSPORT_ERROR_NO_RETRY',
        sendingException,
        ...trouble,
        ...timed,
      };
      return { facts: { ...endpoint, ...failed }, taken: false };
    }
    const messageId = `${randomUUID()}@phase4`;
    const error = this.handOver(submission, ending, messageId);
    const facts = as4Facts(submission, ending, messageId, error);
    const isSent = facts.sendingResult === 'SUCCESS';
    return { facts: { ...endpoint, ...facts, ...(!isSent && trouble), ...timed }, taken: !error };
  }

  /** The receiver's access point stores the document, or returns the reason why not. */
  private handOver(submission: Submission, ending: Ending, messageId: string): EbmsError | undefined {
    const { state, answers, judge } = this.dependencies;
    return state.transaction(() => {
      if (state.holds(ROUTE, submission.instanceIdentifier))
        return duplicateOf(submission.instanceIdentifier);
      if (ending.refuses) return ending.refuses;
      const facts = factsAbout(submission, messageId);
      const number = submission.document?.number ?? '';
      const identity = submission.instanceIdentifier;
      state.hold({ route: ROUTE, identity, number, sha256: sha256(submission.payload), facts: { ...facts } });
      const about: Answered = { ...facts, number, instanceIdentifier: identity };
      if (isResponseOf(submission)) {
        const { sender, documentType, process, payload: content } = submission;
        const envelope = { sender, documentType, process, instanceIdentifier: identity };
        answers.passOn({ about: answeredNumber(content), ...envelope, content });
        answers.plan(ending.then ?? [], about, submission.audience);
        return undefined;
      }
      const wrong = judge(submission);
      const follows = wrong.length > 0 ? wrong : (ending.then ?? []);
      const confirmed: readonly AnswerCode[] =
        submission.alwaysMls && !follows.some(isStatus) ? ['MLS-AP'] : [];
      answers.plan([...confirmed, ...follows], about, submission.audience);
      return undefined;
    });
  }

  private endpointFacts(who: Participant) {
    const { certificates, address } = this.dependencies;
    const expired = who.certificate === 'expired';
    const receiver: Identity = expired ? certificates.expiredAccessPoint : certificates.accessPoint;
    return {
      c3EndpointUrl: `${address}/as4`,
      c3Cert: `-----BEGIN CERTIFICATE-----\n${derOf(receiver.certificate)}\n-----END CERTIFICATE-----`,
      c3CertSubjectCN: subjectPart(receiver.certificate, 'CN'),
      c3CertSubjectO: subjectPart(receiver.certificate, 'O'),
      c3CertSubjectC: subjectPart(receiver.certificate, 'C'),
      c3CertCheckDT: localTime(Date.now()),
      c3CertCheckResult: expired ? 'EXPIRED' : 'VALID',
      c3TechnicalContact: 'mailto:contact@sandbox.invalid',
    };
  }
}

/** The standalone throws it from the send call. phoss-ap looks up first, and reports a text and its cause. */
const lookUpFacts = (
  { exception, result, error, cause }: Failure,
  isPhossAp: boolean,
  c3SmpUrl: string,
): ReportFacts =>
  isPhossAp
    ? {
        senderPartyId: undefined,
        // DNS has named the SMP by then.
        ...(result && { c3SmpUrl }),
        lookupError: error,
        ...(cause && { lookupException: cause }),
        lookupDurationMillis: 1,
      }
    : { sendingException: exception, ...(result && { sendingResult: result }) };

/** The standalone writes its own envelope after the look-up. */
const beforeEnvelope = (submission: Submission, software: Software) => {
  const { instanceIdentifier, ...others } = submission;
  return submission.ownIdentifier || software === 'phoss-ap' ? { ...others, instanceIdentifier } : others;
};

const isResponseOf = ({ document }: Submission): boolean => document !== undefined && isResponse(document);

/** A response ends by the number of its invoice; of the messages that follow an invoice it gets the MLS. */
function endingFor(submission: Submission, time: number): Ending {
  if (!isResponseOf(submission)) return endingOf(submission.document?.number ?? '', time);
  const ending = endingOf(answeredNumber(submission.payload), time);
  return { ...ending, then: (ending.then ?? []).filter(isStatus) };
}

const isStatus = (code: AnswerCode): boolean => code.startsWith('MLS');

/** The members that are equal in a second send of the same document. */
const repeatKey = ({ ownIdentifier, instanceIdentifier, sender, receiver, document }: Submission): string =>
  ownIdentifier ? instanceIdentifier : JSON.stringify([sender, receiver, document?.number]);

export const envelopeFacts = (
  submission: Pick<
    Submission,
    'sender' | 'receiver' | 'documentScheme' | 'documentType' | 'process' | 'countryC1'
  > & {
    readonly instanceIdentifier?: string;
  },
): ReportFacts => ({
  senderId: `${PARTICIPANT_SCHEME}::${submission.sender}`,
  receiverId: `${PARTICIPANT_SCHEME}::${submission.receiver}`,
  docTypeId: `${submission.documentScheme ?? DOCUMENT_SCHEME}::${submission.documentType}`,
  docTypeIdInCodeList: isListedType(submission.documentType),
  processId: `${PROCESS_SCHEME}::${submission.process}`,
  processIdInCodeList: isListedProcess(submission.process),
  countryC1: submission.countryC1,
  ...(submission.instanceIdentifier !== undefined && {
    sbdhInstanceIdentifier: submission.instanceIdentifier,
  }),
});

const messageFacts = (as4MessageId: string) => ({
  as4MessageId,
  as4ConversationId: `phase4@Conv${randomInt(2 ** 47)}`,
  as4SendingDateTime: localTime(Date.now()),
});

function as4Facts(
  { payload }: Submission,
  ending: Ending,
  messageId: string,
  error: EbmsError | undefined,
): ReportFacts {
  const now = Date.now();
  const about = { messageId, signalId: `${randomUUID()}@phase4`, at: localTime(now) };
  const sent = messageFacts(messageId);
  if (error)
    return {
      ...sent,
      sendingResult: 'AS4_ERROR_MESSAGE_RECEIVED',
      as4ReceivedSignalMsg: errorSignal(about, error),
      as4ResponseError: true,
      as4ResponseErrors: [errorInReport(error, messageId)],
    };
  if (ending.noSignal) {
    const rawHttpResponse = {
      statusLine: 'HTTP/1.1 200 OK',
      headers: [{ name: 'content-length', value: '0' }],
      contentLength: 0,
    };
    return { ...sent, rawHttpResponse, sendingResult: 'NO_SIGNAL_MESSAGE_RECEIVED' };
  }
  const digest = (part: string | Buffer): string => createHash('sha256').update(part).digest('base64');
  const parts = [
    { uri: `#phase4-msg-${randomUUID()}`, transform: 'element', sha256: digest(messageId) },
    { uri: `cid:phase4-att-${randomUUID()}@cid`, transform: 'attachment', sha256: digest(payload) },
  ] as const;
  return {
    ...sent,
    sendingResult: 'SUCCESS',
    as4ReceivedSignalMsg: receiptSignal(about, parts),
    as4ResponseError: false,
  };
}

function factsAbout(submission: Submission, messageId: string): DocumentFacts {
  const { document, sender, receiver } = submission;
  return {
    audience: submission.audience,
    as4_message_id: messageId,
    body_sha256: submission.bodySha256,
    document_type: submission.documentType,
    issueDate: isoDate(document?.issueDate ?? ''),
    typeCode: document?.typeCode ?? '',
    seller: { participant: sender, name: document?.seller.name ?? '' },
    buyer: { participant: receiver, name: document?.buyer.name ?? '' },
  };
}
