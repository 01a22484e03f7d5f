import { randomUUID } from 'node:crypto';
import { type Answer, type Call, type Door, json, text } from '../../network.ts';
import type { Pace } from '../../pace.ts';
import type { State } from '../../state.ts';
import type { Answers } from '../answers/answers.ts';
import { readBusinessDocument } from '../../documents.ts';
import { documentType, GERMAN_OFFERS, type Offer, USUAL_OFFERS } from '../identifiers.ts';
import { audienceOf, businessDocument, completeSbd, inPath } from './phase4.ts';
import { type ReportFacts, sendingReport } from './report.ts';
import type { Sending } from './sending.ts';
import { addressed, type Submission, unreadable } from './submission.ts';

const ROUTE = 'PEPPOL';
/** Where this dialect is, below the network's base. */
const PATH = '/phoss-ap';
const KIND = 'transaction';

/** Of the real one: five attempts, the first wait three minutes, doubled each time. Here a wait of two steps stands for three minutes. */
const ATTEMPTS = 5;
const FIRST_WAIT_STEPS = 2;

/** Transactions as the AP shows them, with what it takes to try again. */
interface Transaction {
  readonly shown: Readonly<Record<string, unknown>> & {
    readonly sbdhInstanceID: string;
    readonly status: Status;
  };
  readonly attempts: number;
  readonly retryAt?: number;
  readonly submission: Omit<Submission, 'payload'> & { readonly payload: string };
}

/** What a call brings: a document, why there is none, or identifiers that are none. */
type Read = Submission | ReportFacts | { readonly badId: string };

type Status = 'sent' | 'failed' | 'rejected' | 'permanently_failed';

export interface PhossApOptions {
  readonly sending: Sending;
  readonly answers: Answers;
  readonly state: State;
  readonly pace: Pace;
}

/** phoss-ap: an access point with a store and retries of its own, which can be asked. */
export class PhossAp {
  readonly #sending: Sending;
  readonly #answers: Answers;
  readonly #state: State;
  readonly #pace: Pace;

  constructor({ sending, answers, state, pace }: PhossApOptions) {
    this.#sending = sending;
    this.#answers = answers;
    this.#state = state;
    this.#pace = pace;
  }

  get doors(): readonly Door[] {
    const submit = (path: string, read: (call: Call, audience: string) => Read): Door => ({
      method: 'POST',
      path: `${PATH}/api/outbound/${path}`,
      answer: (call) => admitted(call, (audience) => this.#submit(read(call, audience))),
    });
    const get = (path: string, answer: (call: Call, audience: string) => Answer | Promise<Answer>): Door => ({
      method: 'GET',
      path: PATH + path,
      answer: (call) => admitted(call, (audience) => answer(call, audience)),
    });
    return [
      submit('submit/:senderId/:receiverId/:docTypeId/:processId/:countryC1', named),
      submit('submit-auto/:senderId/:receiverId/:countryC1', typesFromDocument),
      submit('submit-sbd', completeSbd),
      get('/api/outbound/status/:sbdhInstanceId', ({ params }) =>
        this.#status(params['sbdhInstanceId'] ?? ''),
      ),
      get('/api/outbound/in-transmission', async () => json(200, await this.#inTransmission())),
      get('/answers', ({ query }, audience) =>
        json(200, this.#answers.page(audience, query.get('after') ?? undefined)),
      ),
    ];
  }

  async #submit(read: Read): Promise<Answer> {
    if ('badId' in read) return text(400, `${read.badId}\n`);
    if (!('payload' in read)) return json(422, sendingReport(read, Date.now()));
    return this.#attempt(read, 1);
  }

  async #attempt(submission: Submission, attempts: number): Promise<Answer> {
    const known = this.#transaction(submission.instanceIdentifier);
    const sent = await this.#sending.run(submission);
    // A document that is sent again under its identifier changes nothing of what became of it.
    if (sent.report && (attempts > 1 || !known)) this.#remember(submission, sent.report, attempts, known);
    if (sent.instead) return sent.instead;
    return json(sent.report?.['overallSuccess'] === true ? 200 : 422, sent.report);
  }

  #remember(
    submission: Submission,
    report: Readonly<Record<string, unknown>>,
    attempts: number,
    known?: Transaction,
  ): void {
    const status = statusAfter(report, attempts);
    const retryAt =
      status === 'failed' ? this.#pace.dueIn(FIRST_WAIT_STEPS * 2 ** (attempts - 1)) : undefined;
    const now = new Date().toISOString();
    const exception = report['sendingException'] as { message?: string } | undefined;
    const error = exception?.message ?? (status === 'sent' ? undefined : String(report['sendingResult']));
    const shown = {
      id: known?.shown['id'] ?? randomUUID(),
      transactionType: 'business_document',
      senderID: report['senderId'],
      receiverID: report['receiverId'],
      docTypeID: report['docTypeId'],
      processID: report['processId'],
      sbdhInstanceID: submission.instanceIdentifier,
      status,
      attemptCount: attempts,
      createdDT: known?.shown['createdDT'] ?? now,
      ...(status !== 'failed' && { completedDT: now }),
      reportingStatus: status === 'sent' ? 'pending' : 'not_applicable',
      ...(retryAt !== undefined && { nextRetryDT: new Date(retryAt).toISOString() }),
      ...(error !== undefined && { errorDetails: error }),
      mlsStatus: submission.alwaysMls ? 'pending' : 'not_applicable',
    };
    // What is not tried again needs no content.
    const payload = retryAt === undefined ? '' : submission.payload.toString('base64');
    const kept: Transaction = {
      shown,
      attempts,
      ...(retryAt !== undefined && { retryAt }),
      submission: { ...submission, payload },
    };
    this.#state.keep(ROUTE, KIND, submission.instanceIdentifier, kept);
  }

  async #status(id: string): Promise<Answer> {
    const known = await this.#upToDate(this.#transaction(id));
    return known
      ? json(200, known.shown)
      : text(404, `No transaction with SBDH Instance Identifier '${id}'\n`);
  }

  async #inTransmission(): Promise<unknown> {
    const all = this.#state.allKept<Transaction>(ROUTE, KIND);
    const now = await Promise.all(all.map((each) => this.#upToDate(each)));
    return now.flatMap((each) => (each?.shown.status === 'failed' ? each.shown : []));
  }

  /** Its own retries are made up for when it is asked: nobody sees the difference. */
  async #upToDate(known: Transaction | undefined): Promise<Transaction | undefined> {
    if (known?.retryAt === undefined || known.retryAt > Date.now()) return known;
    const payload = Buffer.from(known.submission.payload, 'base64');
    await this.#attempt({ ...known.submission, payload }, known.attempts + 1);
    return this.#transaction(known.shown.sbdhInstanceID);
  }

  #transaction(id: string): Transaction | undefined {
    return this.#state.kept<Transaction>(ROUTE, KIND, id);
  }
}

/** Which failures it tries again: those that may pass. */
function statusAfter(report: Readonly<Record<string, unknown>>, attempts: number): Status {
  if (report['overallSuccess'] === true) return 'sent';
  const [error] = (report['as4ResponseErrors'] ?? []) as readonly {
    errorCode?: string;
    errorDetails?: string;
  }[];
  // Its own second try of what the receiver holds already.
  if (attempts > 1 && error?.errorCode === 'EBMS:4001') return 'sent';
  if (error) return 'rejected';
  const thrown = report['sendingException'] as { message: string; stackTrace: string } | undefined;
  const passes =
    report['sendingResult'] === 'NO_SIGNAL_MESSAGE_RECEIVED' ||
    /caused by|certificate is not valid/.test(`${thrown?.message} ${thrown?.stackTrace}`);
  return passes && attempts < ATTEMPTS ? 'failed' : 'permanently_failed';
}

/** 401 when the token is none: the sandbox takes every token but one that ends `-REFUSED`. */
function admitted(
  call: Call,
  answer: (audience: string) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const token = call.headers['x-token'];
  if (typeof token !== 'string' || token === '' || token.endsWith('-REFUSED'))
    return text(401, 'Unauthorized\n');
  return answer(audienceOf(token));
}

function named(call: Call, audience: string): Read {
  const path = inPath(call);
  const wrong = unreadable(path);
  if (wrong) return { badId: wrong.message };
  const own = call.query.get('sbdhInstanceID');
  return businessDocument(addressed(path), call.body, audience, own ?? randomUUID(), own !== null);
}

/** Finds document type and process by what stands in the document. */
function typesFromDocument(call: Call, audience: string): Read {
  const path = inPath(call);
  const offer = offerFor(call.body);
  if (!offer) return { badId: 'The document type cannot be told from the document' };
  const whole = { ...path, documentType: offer.documentType, process: offer.process };
  const wrong = unreadable(whole);
  if (wrong) return { badId: wrong.message };
  const own = call.query.get('sbdhInstanceID');
  return businessDocument(addressed(whole), call.body, audience, own ?? randomUUID(), own !== null);
}

function offerFor(body: Buffer): Offer | undefined {
  try {
    const { namespace, localName, customization } = readBusinessDocument(body);
    return [...USUAL_OFFERS, ...GERMAN_OFFERS].find((offer) => {
      const type = documentType(offer.documentType);
      return (
        type?.namespace === namespace && type.localName === localName && type.customization === customization
      );
    });
  } catch {
    return undefined;
  }
}
