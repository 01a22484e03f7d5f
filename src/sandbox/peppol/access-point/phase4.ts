import { randomUUID } from 'node:crypto';
import { type Answer, type Call, type Endpoint, json, text } from '../../network.ts';
import type { Answers } from '../answers/answers.ts';
import { readBusinessDocument } from '../../documents.ts';
import { FACTUR_X } from '../identifiers.ts';
import { javaException, type ReportFacts, sendingReport } from './report.ts';
import { readSbd } from './sbdh.ts';
import { envelopeFacts, type Sending } from './sending.ts';
import {
  address,
  disagreement,
  type NamedInPath,
  notXml,
  sha256,
  type Submission,
  unreadable,
} from './submission.ts';

/** The path of this dialect below the network's base. */
const PATH = '/ap';

/** phase4-peppol-standalone: every processed call gets 200 and the sending report. */
export function phase4Endpoints(sending: Sending, answers: Answers): readonly Endpoint[] {
  const report = async (facts: ReportFacts | Submission, startedAt: number): Promise<Answer> => {
    if (!('payload' in facts)) return json(200, sendingReport(facts, startedAt));
    const sent = await sending.run(facts, 'standalone');
    return sent.instead ?? json(200, sent.report);
  };
  const post = (
    path: string,
    read: (call: Call, audience: string) => ReportFacts | Submission,
  ): Endpoint => ({
    method: 'POST',
    path: PATH + path,
    answer: (call) => {
      const startedAt = Date.now();
      return admit(call, (audience) => {
        if (call.body.length === 0)
          return springError(400, 'Bad Request', 'Required request body is missing');
        return report(read(call, audience), startedAt);
      });
    },
  });
  return [
    { method: 'GET', path: `${PATH}/phase4ping`, answer: () => text(200, 'pong') },
    post('/sendas4/:senderId/:receiverId/:docTypeId/:processId/:countryC1', plainDocument),
    post('/sendas4-facturx/:senderId/:receiverId/:countryC1', facturX),
    post('/sendsbdh', completeSbd),
    {
      method: 'GET',
      path: `${PATH}/answers`,
      answer: (call) =>
        admit(call, (audience) => json(200, answers.page(audience, call.query.get('after') ?? undefined))),
    },
  ];
}

/** 400 without the header, 403 with a wrong token. The sandbox accepts every token except one that ends `-REFUSED`. */
function admit(call: Call, answer: (audience: string) => Answer | Promise<Answer>): Answer | Promise<Answer> {
  const token = call.headers['x-token'];
  if (typeof token !== 'string')
    return springError(400, 'Bad Request', "Required header 'X-Token' is not present.");
  if (token === '' || token.endsWith('-REFUSED'))
    return springError(403, 'Forbidden', 'The X-Token is wrong');
  return answer(audienceOf(token));
}

/** Tokens are secrets, also in a sandbox: only their hashes are stored. */
export const audienceOf = (token: string): string => sha256(Buffer.from(token));

const springError = (status: number, error: string, message: string): Answer =>
  json(status, { timestamp: new Date().toISOString(), status, error, message });

export const inPath = ({ params }: Call): NamedInPath => ({
  sender: params['senderId'] ?? '',
  receiver: params['receiverId'] ?? '',
  documentType: params['docTypeId'] ?? '',
  process: params['processId'] ?? '',
  countryC1: params['countryC1'] ?? '',
});

const refuse = (
  sendingException: NonNullable<ReportFacts['sendingException']>,
  known: ReportFacts = {},
): ReportFacts => ({
  ...known,
  sendingException,
});

function plainDocument(call: Call, audience: string): ReportFacts | Submission {
  const path = inPath(call);
  const wrong = unreadable(path);
  if (wrong) return refuse(wrong);
  return businessDocument(address(path), call.body, audience, randomUUID());
}

/** @param instanceIdentifier the caller's, or a new one of the access point. */
export function businessDocument(
  to: NamedInPath,
  body: Buffer,
  audience: string,
  instanceIdentifier: string,
  ownIdentifier = false,
): ReportFacts | Submission {
  const known = envelopeFacts(to);
  try {
    const document = readBusinessDocument(body);
    const wrong = disagreement(to.documentType, document);
    if (wrong) return refuse(wrong, known);
    const envelope = { ...to, instanceIdentifier, ownIdentifier, alwaysMls: false, audience };
    return { ...envelope, payload: body, document, bodySha256: sha256(body) };
  } catch (error) {
    return refuse(notXml(messageOf(error)), known);
  }
}

/** The PDF is not read. */
function facturX(call: Call, audience: string): ReportFacts | Submission {
  const path = { ...inPath(call), documentType: FACTUR_X.documentType, process: FACTUR_X.process };
  const wrong = unreadable(path);
  if (wrong) return refuse(wrong);
  const envelope = {
    ...address(path),
    instanceIdentifier: randomUUID(),
    ownIdentifier: false,
    alwaysMls: false,
  };
  const bodySha256 = sha256(call.body);
  return { ...envelope, audience, payload: call.body, document: undefined, bodySha256 };
}

export function completeSbd({ body }: Call, audience: string): ReportFacts | Submission {
  try {
    const sbd = readSbd(body);
    const wrong = disagreement(sbd.documentType, sbd.document);
    if (wrong) return refuse(wrong, envelopeFacts(sbd));
    return { ...sbd, ownIdentifier: true, audience, bodySha256: sha256(body) };
  } catch (error) {
    return {
      sbdhParsingException: javaException(
        'com.helger.peppol.sbdh.PeppolSBDHDataReadException',
        messageOf(error),
      ),
    };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
