import { pause } from '../../../support/calls.ts';
import { type Erp, example, numbered } from '../../../support/erp.ts';

import { routeNamed } from '../networks.ts';
import { openCare, shown, type Stage, until } from './stage.ts';

/** One fault, shown with one invoice. */
export interface Scene {
  readonly title: string;
  readonly route: string;
  /** The name of a file in `examples/`. */
  readonly example: string;
  /** The call that sends. */
  readonly send: RegExp;
  /** How many of these calls other invoices make first. */
  readonly callsOfOthers?: number;
  /** Ends when the route has given a final status. */
  play(stage: Stage, invoice: Invoice): Promise<void>;
}

/** The invoice of a scene and the client that submits it. */
export interface Invoice {
  readonly erp: Erp;
  readonly number: string;
  /** @returns its id. */
  submit(): Promise<string>;
}

export const invoiceOf = (scene: Scene, erp: Erp, number: string): Invoice => ({
  erp,
  number,
  async submit() {
    const { status, text, json } = await erp.submit(numbered(example(scene.example), number));
    if (status !== 202) throw new Error(`${number} was not taken in: ${status} ${text}`);
    return json.id;
  },
});

const isSettled = (state: string): boolean => state === 'delivered' || state === 'accepted';

/** Prints how the invoice ended. @param hurried the clock is moved fast meanwhile. */
async function settled(stage: Stage, { erp }: Invoice, id: string, hurried = true): Promise<void> {
  let state = '';
  const holds = async (): Promise<boolean> => isSettled((state = (await shown(erp, id)).state));
  if (hurried) await stage.hurriedUntil(`the end of ${id}`, holds);
  else await until(`the end of ${id}`, holds);
  stage.tell(`The invoice is ${state}.`);
}

const platform = routeNamed('FR-PA').network!.credential!;
const stored = async (erp: Erp, value: object): Promise<string> => {
  const body = {
    route: 'FR-PA',
    kind: platform.kind,
    value: JSON.stringify(value),
    issued_by: 'the platform',
    issued_on: '2026-01-01',
  };
  const { status, text, json } = await erp.post<{ id: string }>('/credentials', body);
  if (status !== 201) throw new Error(`the credential was not stored: ${status} ${text}`);
  return json.id;
};

async function credentialReplaced(stage: Stage, invoice: Invoice): Promise<void> {
  const { erp } = invoice;
  const first = await stored(erp, platform.value);
  const sender = await stage.process('worker', { at: 'send: the call, after' });
  const id = await invoice.submit();
  await stage.died(sender);
  stage.tell(
    'The platform has taken the invoice, and its answer is lost: the process died before it read it.',
  );
  await erp.post(`/credentials/${first}/revoke`);
  const second = await stored(erp, platform.other!);
  stage.tell('The client revokes the credential and stores one of another account.');
  const worker = await stage.process('worker');
  await stage.hurriedUntil('a care row', async () => (await openCare(erp)).includes('EI-CREDENTIAL-MISSING'));
  const { state } = await shown(erp, id);
  stage.tell(`Nothing is sent to the other account: ${state}, EI-CREDENTIAL-MISSING.`);
  await erp.post(`/credentials/${second}/revoke`);
  await stored(erp, platform.value);
  stage.tell('A credential of the first account is there again.');
  await settled(stage, invoice, id);
  await stage.end(worker);
}

async function processFrozen(stage: Stage, invoice: Invoice): Promise<void> {
  // The network does not hide duplicates.
  await stage.network.takeTwice();
  const frozen = await stage.process('worker', { at: 'send: the call, before', freezes: true });
  const id = await invoice.submit();
  await until('a process that stands still', () => stage.farm.hasFrozen(frozen));
  stage.tell('A process has marked the invoice as being sent, and stands still before the call (SIGSTOP).');
  const other = await stage.process('worker');
  await settled(stage, invoice, id);
  stage.tell('Another process has taken over and sent it. Now the first one goes on (SIGCONT).');
  stage.farm.goOn(frozen);
  const said = () => frozen.service!.printed().includes('another worker has taken over');
  await until('that the process finds out', said);
  stage.tell('It finds out that another worker has taken over, and sends nothing.');
  await stage.end(frozen, other);
}

/** Longer than the rest of any lease. */
const SET_BACK_MS = 40_000;
/** Longer than other processes wait before they take up free work. */
const BACK_FOR_MS = 5_000;

async function clockSetBack(stage: Stage, invoice: Invoice): Promise<void> {
  const workers = await Promise.all([stage.process('worker'), stage.process('worker')]);
  await stage.network.break('PEPPOL', 'POST /submit-sbd', 'slow');
  const id = await invoice.submit();
  await until('a call that is open', async () => (await stage.held(invoice.number)) > 0);
  stage.farm.setClockBack(SET_BACK_MS);
  stage.tell(
    'The access point has the invoice and is slow to answer. Meanwhile the clock is set back by 40 s.',
  );
  await pause(BACK_FOR_MS);
  stage.tell('Two processes work. The other one leaves alone what the first one still has in hand.');
  await settled(stage, invoice, id, false);
  stage.farm.setClockBack(0);
  await stage.end(...workers);
}

/** Where one process after another dies over the same invoice (`points.ts`), for readers of the output. */
const DEATHS: readonly (readonly [string, string])[] = [
  ['send: the call is marked, after', 'after its mark, before the call'],
  ['inquiry: the call, after', 'after it has asked whether ANAF has the invoice'],
  ['send: the call, during', 'in the middle of the call'],
  ['inquiry: the answer is stored, before', 'before it has stored what ANAF says'],
  ['inquiry: the answer is stored, after', 'after it has stored what ANAF says'],
];

async function crashesAround(stage: Stage, invoice: Invoice): Promise<void> {
  const id = await invoice.submit();
  for (const [at, told] of DEATHS) {
    await stage.died(await stage.process('worker', { at }));
    stage.tell(`A process dies ${told}.`);
  }
  const last = await stage.process('worker');
  await settled(stage, invoice, id);
  const { errors } = await shown(invoice.erp, id);
  stage.tell(`Findings: ${errors.map(({ code }) => code).join(', ') || 'none'}.`);
  await stage.end(last);
}

const REFUSED_CALLS = 5;

async function tooManyCalls(stage: Stage, invoice: Invoice): Promise<void> {
  const worker = await stage.process('worker');
  await stage.network.break('PEPPOL', 'POST /submit-sbd', '429-now', REFUSED_CALLS);
  const before = await stage.network.calls('PEPPOL');
  const id = await invoice.submit();
  stage.tell(`The access point answers 429 with Retry-After: 0, ${REFUSED_CALLS} times.`);
  await settled(stage, invoice, id, false);
  const calls = (await stage.network.calls('PEPPOL')).slice(before.length);
  const refused = calls.filter(({ status }) => status === 429).length;
  stage.tell(`Each time it is left alone for a second at least: ${refused} calls were refused, no more.`);
  await stage.end(worker);
}

async function accessPointHangs(stage: Stage, invoice: Invoice): Promise<void> {
  const worker = await stage.process('worker');
  await stage.network.break('PEPPOL', 'POST /submit-sbd', 'hang');
  const sends = (): Promise<number> => stage.calls('PEPPOL', 'POST', SUBMIT);
  const before = await sends();
  const id = await invoice.submit();
  await until('a call that hangs', async () => (await sends()) > before);
  stage.tell('The access point takes the call and does not answer.');
  const other = await stage.client('another');
  const { json } = await other.submit(numbered(example('over-peppol'), `${invoice.number}-OTHER`));
  await until('the other invoice', async () => isSettled((await shown(other, json.id)).state));
  const { state } = await shown(invoice.erp, id);
  stage.tell(`Another client's invoice is delivered. The first one is ${state}.`);
  await settled(stage, invoice, id);
  await stage.end(worker);
}

const SUBMIT = /\/submit-sbd/;

/** Faults that once sent an invoice twice, or prevented its send, each with today's protection. */
export const SCENES: readonly Scene[] = [
  {
    title: 'The credential is replaced after a lost answer',
    route: 'FR-PA',
    example: 'over-fr-pa',
    send: /\/flows$/,
    play: credentialReplaced,
  },
  {
    title: 'A process stands still between its mark and the call',
    route: 'PL-KSEF',
    example: 'over-pl-ksef',
    send: /\/sessions\/online\/[^/]+\/invoices$/,
    play: processFrozen,
  },
  {
    title: 'The clock is set back during an open send',
    route: 'PEPPOL',
    example: 'over-peppol',
    send: SUBMIT,
    play: clockSetBack,
  },
  {
    title: 'Processes die around one invoice',
    route: 'RO-EFACTURA',
    example: 'over-ro-efactura',
    send: /\/upload\b/,
    play: crashesAround,
  },
  {
    title: 'The access point wants fewer calls and names no pause',
    route: 'PEPPOL',
    example: 'over-peppol',
    send: SUBMIT,
    play: tooManyCalls,
  },
  {
    title: 'The access point hangs',
    route: 'PEPPOL',
    example: 'over-peppol',
    send: SUBMIT,
    callsOfOthers: 1,
    play: accessPointHangs,
  },
];
