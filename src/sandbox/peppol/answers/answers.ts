import { type AskedAnswer, Refused } from '../../network.ts';
import type { Pace } from '../../pace.ts';
import type { DueMessage, HeldDocument, State } from '../../state.ts';
import { type AnswerCode, ANSWERS } from './answer-codes.ts';
import { envelop } from './enclosed.ts';
import { type Answered, write } from './messages.ts';

const ROUTE = 'PEPPOL';
const PAGE = 100;
const MAX_RECEIVED = 10_000;
const MLS = 'mls';
const ABOUT = 'answers-about';

/** The stored members of a document. */
export interface DocumentFacts extends Omit<Answered, 'number' | 'instanceIdentifier'> {
  /** The hash of the token of its send: answers go to that caller. */
  readonly audience: string;
  readonly as4_message_id: string;
  readonly body_sha256: string;
  readonly document_type: string;
}

interface SentAnswer {
  /** The number of an invoice. */
  readonly about: string;
  readonly sender: string;
  readonly documentType: string;
  readonly process: string;
  readonly instanceIdentifier: string;
  readonly content: Buffer;
}

/** Answers after the delivery, for the `answers_url` of a credential. */
export class Answers {
  constructor(
    private readonly state: State,
    private readonly pace: Pace,
  ) {}

  /** Schedules answers, one step apart. */
  plan(codes: readonly AnswerCode[], about: Answered, audience: string): void {
    const from = Date.now();
    for (const [n, code] of codes.entries())
      this.layReady(code, about, audience, from + (n + 1) * this.pace.stepMs);
  }

  /** Sends one answer now, also about an invoice that was not sent. */
  give = ({ invoiceNumber, code }: AskedAnswer): Readonly<Record<string, unknown>> => {
    if (!isAnswerCode(code)) throw new Refused(`code must be one of ${Object.keys(ANSWERS).join(', ')}.`);
    const document = this.state.documentNumbered(ROUTE, invoiceNumber);
    const about = document ? answer(document) : unknown(invoiceNumber);
    const id = this.layReady(code, about, document && factsOf(document).audience, Date.now());
    return { id, invoice_number: invoiceNumber, code, known: document !== undefined };
  };

  /**
   * An answer that a client sends: it is delivered to the sender of the invoice, if the invoice was sent to the client. The envelope names the
   * participant of the invoice's sender: the sandbox's own credential sends for every participant.
   */
  passOn({ about, content, ...sent }: SentAnswer): void {
    const document = this.state.documentNumbered(ROUTE, about);
    const facts = document && factsOf(document);
    if (facts?.buyer.participant !== sent.sender) return;
    const at = Date.now();
    const message = { ...sent, at, receiver: facts.seller.participant, content: content.toString('utf8') };
    const { audience } = facts;
    const { documentType } = sent;
    this.state.layReady({ route: ROUTE, audience, dueAt: at, documentType, content: envelop(message) });
  }

  /** The access point's own record of a document's MLS; undefined until there is one. */
  mlsOf(instanceIdentifier: string): { readonly code: string; readonly dueAt: number } | undefined {
    const noted = this.state.findKept<{ code: string; dueAt: number }>(ROUTE, MLS, instanceIdentifier);
    return noted && noted.dueAt <= Date.now() ? noted : undefined;
  }

  /** All answers for the caller with the token, oldest first. */
  cameFor(audience: string): readonly DueMessage[] {
    return this.state.messages(ROUTE, audience, undefined, MAX_RECEIVED);
  }

  /** All answers about a document, oldest first, with the answering participant. */
  about(instanceIdentifier: string): readonly { readonly documentType: string; readonly dueAt: number }[] {
    const laid = this.state.findKept<readonly { documentType: string; dueAt: number }[]>(
      ROUTE,
      ABOUT,
      instanceIdentifier,
    );
    return (laid ?? []).filter(({ dueAt }) => dueAt <= Date.now());
  }

  private layReady(code: AnswerCode, about: Answered, audience: string | undefined, dueAt: number): string {
    const { kind, code: answerCode } = ANSWERS[code];
    if (kind === 'mls') this.state.keep(ROUTE, MLS, about.instanceIdentifier, { code: answerCode, dueAt });
    const message = write(ANSWERS[code], about);
    const before = this.state.findKept<readonly unknown[]>(ROUTE, ABOUT, about.instanceIdentifier) ?? [];
    const laid = [...before, { documentType: message.documentType, dueAt }];
    this.state.keep(ROUTE, ABOUT, about.instanceIdentifier, laid);
    return this.state.layReady({
      route: ROUTE,
      ...(audience !== undefined && { audience }),
      dueAt,
      ...message,
    });
  }

  /** `GET …/answers?after=<cursor>` */
  page(audience: string, after: string | undefined): unknown {
    const messages = this.state.messages(ROUTE, audience, after, PAGE);
    return {
      data: messages.map(({ id, dueAt, documentType, content }) => ({
        id,
        received_at: new Date(dueAt).toISOString(),
        document_type: documentType,
        content_base64: Buffer.from(content).toString('base64'),
      })),
      next: messages.at(-1)?.cursor ?? after ?? null,
    };
  }
}

const isAnswerCode = (code: string): code is AnswerCode => Object.hasOwn(ANSWERS, code);

const factsOf = (document: HeldDocument): DocumentFacts => document.facts as unknown as DocumentFacts;

const answer = (document: HeldDocument): Answered => {
  const { issueDate, typeCode, seller, buyer } = factsOf(document);
  return {
    number: document.number,
    instanceIdentifier: document.identity,
    issueDate,
    typeCode,
    seller,
    buyer,
  };
};

const unknown = (number: string): Answered => ({
  number,
  instanceIdentifier: '00000000-0000-4000-8000-000000000000',
  issueDate: '',
  typeCode: '380',
  seller: { participant: '9915:sandbox-seller', name: 'A seller' },
  buyer: { participant: '9915:sandbox-buyer', name: 'A buyer' },
});
