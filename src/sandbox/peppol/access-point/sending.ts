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
import { DUPLICATE, type EbmsError, errorSignal, receiptSignal } from './ebms.ts';
import { type Ending, endingOf } from './endings.ts';
import { lookUp } from './lookup.ts';
import { errorInReport, javaException, localTime, type ReportFacts, sendingReport } from './report.ts';
import { sha256, type Submission } from './submission.ts';

const ROUTE = 'PEPPOL';

/** What became of a submission. */
export interface Sent {
  /** The access point's door says this, whatever its dialect, and not the report. */
  readonly instead?: Answer;
  /** Whether the receiver's side holds the document because of this call. */
  readonly taken: boolean;
  readonly report?: Readonly<Record<string, unknown>>;
}

/** What sends a document needs of the network around it. */
export interface SendingDependencies {
  readonly state: State;
  readonly pace: Pace;
  readonly names: Names;
  readonly certificates: Certificates;
  readonly answers: Answers;
  /** Where the network's doors are. */
  readonly address: string;
  /** What the receiver's side finds wrong with a document it has taken. */
  readonly judge: (submission: Submission) => readonly AnswerCode[];
}

/** The way of a document: looked up, sent over AS4, taken or refused by the receiver's access point. */
export class Sending {
  readonly #ground: SendingDependencies;

  constructor(dependencies: SendingDependencies) {
    this.#ground = dependencies;
  }

  async run(submission: Submission): Promise<Sent> {
    const startedAt = Date.now();
    const { state, pace, names } = this.#ground;
    for (const value of [submission.sender, submission.receiver]) {
      const who = participant(value);
      if (who) names.learn(who);
    }
    const time = state.count(ROUTE, `sent ${repeatKey(submission)}`);
    const ending = endingOf(submission.document?.number ?? '', time);
    if (ending.instead) return { instead: ending.instead(), taken: false };
    await pace.steps(1 + (ending.extraSteps ?? 0));
    const { facts, taken } = this.#deliver(submission, ending);
    const report = sendingReport({ ...envelopeFacts(submission), ...facts }, startedAt);
    return { report, taken, ...(taken && ending.afterwards && { instead: ending.afterwards() }) };
  }

  #deliver(submission: Submission, ending: Ending): { facts: ReportFacts; taken: boolean } {
    const found = lookUp(submission, ending.notRegistered ?? false);
    if (found.failure) {
      const failure = { lookupError: true, lookupException: found.failure, lookupDurationMillis: 1 };
      return { facts: { ...failure, sendingError: true, sendingException: found.failure }, taken: false };
    }
    const endpoint = this.#endpointFacts(found.participant);
    if (endpoint.c3CertCheckResult !== 'VALID') {
      const reason = `The receiver AP certificate is not valid and cannot be used for sending. Reason: ${endpoint.c3CertCheckResult}`;
      const exception = javaException('com.helger.phase4.util.Phase4Exception', reason);
      return { facts: { ...endpoint, sendingError: true, sendingException: exception }, taken: false };
    }
    const messageId = `${randomUUID()}@phase4`;
    const refusal = this.#handOver(submission, ending, messageId);
    return { facts: { ...endpoint, ...as4Facts(submission, ending, messageId, refusal) }, taken: !refusal };
  }

  /** The receiver's access point takes the document and remembers it, or says why not. */
  #handOver(submission: Submission, ending: Ending, messageId: string): EbmsError | undefined {
    const { state, answers, judge } = this.#ground;
    return state.transaction(() => {
      if (state.holds(ROUTE, submission.instanceIdentifier)) return DUPLICATE;
      if (ending.refuses) return ending.refuses;
      const facts = factsAbout(submission, messageId);
      const number = submission.document?.number ?? '';
      const identity = submission.instanceIdentifier;
      state.hold({ route: ROUTE, identity, number, sha256: sha256(submission.payload), facts: { ...facts } });
      const about: Answered = { ...facts, number, instanceIdentifier: identity };
      const wrong = judge(submission);
      const follows = wrong.length > 0 ? wrong : (ending.then ?? []);
      const confirmed: readonly AnswerCode[] =
        submission.alwaysMls && !follows.some(isStatus) ? ['MLS-AP'] : [];
      answers.plan([...confirmed, ...follows], about, submission.audience);
      return undefined;
    });
  }

  #endpointFacts(who: Participant): ReportFacts {
    const { certificates, address } = this.#ground;
    const expired = who.certificate === 'expired';
    const receiver: Identity = expired ? certificates.expiredAccessPoint : certificates.accessPoint;
    return {
      c3SmpUrl: `${address}/smp`,
      c3EndpointUrl: `${address}/as4`,
      c3Cert: `-----BEGIN CERTIFICATE-----\n${derOf(receiver.certificate)}\n-----END CERTIFICATE-----`,
      c3CertSubjectCN: subjectPart(receiver.certificate, 'CN'),
      c3CertSubjectO: subjectPart(receiver.certificate, 'O'),
      c3CertSubjectC: subjectPart(receiver.certificate, 'C'),
      c3CertCheckDT: localTime(Date.now()),
      c3CertCheckResult: expired ? 'EXPIRED' : 'VALID',
      c3TechnicalContact: 'mailto:nobody@sandbox.invalid',
      lookupError: false,
      lookupDurationMillis: 1,
    };
  }
}

const isStatus = (code: AnswerCode): boolean => code.startsWith('MLS');

/** What a second sending of the same document has in common with the first. */
const repeatKey = ({ ownIdentifier, instanceIdentifier, sender, receiver, document }: Submission): string =>
  ownIdentifier ? instanceIdentifier : JSON.stringify([sender, receiver, document?.number]);

export const envelopeFacts = (
  submission: Pick<Submission, 'sender' | 'receiver' | 'documentType' | 'process' | 'countryC1'> & {
    readonly instanceIdentifier?: string;
  },
): ReportFacts => ({
  senderId: `${PARTICIPANT_SCHEME}::${submission.sender}`,
  receiverId: `${PARTICIPANT_SCHEME}::${submission.receiver}`,
  docTypeId: `${DOCUMENT_SCHEME}::${submission.documentType}`,
  docTypeIdInCodeList: isListedType(submission.documentType),
  processId: `${PROCESS_SCHEME}::${submission.process}`,
  processIdInCodeList: isListedProcess(submission.process),
  countryC1: submission.countryC1,
  ...(submission.instanceIdentifier !== undefined && {
    sbdhInstanceIdentifier: submission.instanceIdentifier,
  }),
});

function as4Facts(
  { payload }: Submission,
  ending: Ending,
  messageId: string,
  refusal: EbmsError | undefined,
): ReportFacts {
  const now = Date.now();
  const about = { messageId, signalId: `${randomUUID()}@phase4`, at: localTime(now) };
  const sent = {
    as4MessageId: messageId,
    as4ConversationId: `phase4@Conv${randomInt(2 ** 47)}`,
    as4SendingDateTime: localTime(now),
    sendingDurationMillis: 1,
  };
  if (refusal)
    return {
      ...sent,
      sendingResult: 'AS4_ERROR_MESSAGE_RECEIVED',
      as4ReceivedSignalMsg: errorSignal(about, refusal),
      as4ResponseError: true,
      as4ResponseErrors: [errorInReport(refusal, messageId)],
    };
  if (ending.noSignal) return { ...sent, sendingResult: 'NO_SIGNAL_MESSAGE_RECEIVED' };
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
