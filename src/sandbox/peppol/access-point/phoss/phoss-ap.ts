import { type Answer, type Call, type Endpoint, json, type Reply } from '../../../network.ts';
import type { State } from '../../../state.ts';
import type { Answers } from '../../answers/answers.ts';
import type { InboundInvoices } from '../inbound-invoices.ts';
import { inboundEndpoints } from './inbound.ts';
import { readCall, type Read } from './calls.ts';
import { audienceOf } from '../phase4.ts';
import type { AccessPointOptions } from '../options.ts';
import type { Sending, Sent } from '../sending.ts';
import type { Submission } from '../submission.ts';
import { Transactions } from './transactions.ts';

/** The path of this dialect below the network's base. */
const PHOSS_AP_PATH = '/phoss-ap';

/**
 * phoss-ap (phax/phoss-ap ba7e36b, 0.12): stores every document as a separate transaction, repeats by itself and answers status
 * inquiries. A second submit under one InstanceIdentifier is a second transaction.
 */
export class PhossAp {
  private readonly sending: Sending;
  private readonly answers: Answers;
  private readonly invoices: InboundInvoices;
  private readonly state: State;
  private readonly transactions: Transactions;

  constructor({ sending, answers, invoices, state, pace }: AccessPointOptions) {
    this.state = state;
    this.sending = sending;
    this.answers = answers;
    this.invoices = invoices;
    this.transactions = new Transactions(state, pace, answers);
    this.transactions.recover();
  }

  get endpoints(): readonly Endpoint[] {
    const submit = (path: string): Endpoint => ({
      method: 'POST',
      path: `${PHOSS_AP_PATH}/api/outbound/${path}`,
      answer: (call) => admit(call, (audience) => this.submit(readCall(path, call, audience))),
    });
    const get = (path: string, answer: (call: Call) => unknown): Endpoint => ({
      method: 'GET',
      path: `${PHOSS_AP_PATH}/api/${path}`,
      answer: (call) => admit(call, () => showJson((this.catchUp(), answer(call)))),
    });
    const all = this.transactions;
    return [
      submit('submit/:senderId/:receiverId/:docTypeId/:processId/:countryC1'),
      submit('submit-auto/:senderId/:receiverId/:countryC1'),
      submit('submit-sbd'),
      get('outbound/status/:id', ({ params, query }) =>
        all.only(params['id'] ?? '', query.get('includeArchive') === 'true'),
      ),
      get('outbound/in-transmission', () => all.inTransmission()),
      get('ops/outbound/history', ({ query }) =>
        all.history(numberIn(query, 'offset', 0), numberIn(query, 'limit', 50)),
      ),
      get('ops/outbound/size', () => all.size()),
      get('ops/outbound/:id/payload', ({ params }) => all.payload(params['id'] ?? '')),
      ...inboundEndpoints(this.answers, this.invoices, this.state, admit),
    ];
  }

  private async submit(read: Read): Promise<Answer> {
    if ('error' in read) return json(read.status, read.error);
    const id = this.transactions.take(read);
    const sent = await this.try(id, read);
    if (sent.instead) return sent.instead;
    return json(sent.report?.['overallSuccess'] === true ? 200 : 422, sent.report);
  }

  private async try(id: string, submission: Submission): Promise<Sent> {
    const sent = await this.sending.run(submission, 'phoss-ap');
    // An error before the software, or a call that never reaches it, leaves no transaction.
    if (sent.report) this.transactions.attempt(id, sent);
    else this.transactions.forget(id);
    return sent;
  }

  /** Its own tries run beside the calls. */
  private catchUp(): void {
    for (const { id, submission } of this.transactions.due())
      void this.try(id, submission).catch((error: unknown) => console.error(error));
  }
}

const numberIn = (query: URLSearchParams, name: string, usual: number): number => {
  const value = Number(query.get(name) ?? usual);
  return Number.isSafeInteger(value) && value >= 0 ? value : usual;
};

/** An unknown transaction is 404 with an empty body. */
const showJson = (value: unknown): Reply => {
  if (value === undefined) return { status: 404 };
  if (Buffer.isBuffer(value))
    return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: value };
  return json(200, value);
};

/** The sandbox accepts every token except one that ends `-REFUSED`. */
function admit(call: Call, answer: (audience: string) => Answer | Promise<Answer>): Answer | Promise<Answer> {
  const token = call.headers['x-token'];
  if (typeof token !== 'string' || token === '' || token.endsWith('-REFUSED'))
    return json(401, { error: 'Invalid or missing API token' });
  return answer(audienceOf(token));
}
