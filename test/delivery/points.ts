import type { ExamineDocument } from '../../src/application/checking/examine-document.ts';
import type { ChooseCredential } from '../../src/application/credentials/choose-credential.ts';
import type { Question } from '../../src/domain/delivery/decisions.ts';
import type { Lane } from '../../src/domain/lifecycle/lanes.ts';
import type { Caps } from '../../src/ports/caps.ts';
import type { ContentStore } from '../../src/ports/content-store.ts';
import type { Feeds } from '../../src/ports/feeds.ts';
import type { FileReader } from '../../src/ports/file-reader.ts';
import type { IdempotencyStore } from '../../src/ports/idempotency-store.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import type { Jobs } from '../../src/ports/jobs.ts';
import type { Rail } from '../../src/ports/rail.ts';
import type { SessionRows } from '../../src/ports/session-rows.ts';

/** What the service writes to and calls, as far as a delivery does. */
export interface Ports {
  readonly idempotency: IdempotencyStore;
  readonly content: ContentStore;
  readonly invoices: InvoiceStore;
  readonly jobs: Jobs;
  readonly examine: Pick<ExamineDocument, 'run'>;
  readonly reader: FileReader;
  readonly credentials: ChooseCredential;
  readonly feeds: Feeds;
  readonly sessions: SessionRows;
  readonly caps: Caps;
  readonly rail: Rail;
}

/** What tells apart two calls of one method. */
export interface Trail {
  /** A worker's run over an invoice, and what it has asked the route last. */
  readonly run?: { readonly asked?: Question };
  /** Ids that a sweep has found and not yet scheduled. */
  readonly neglected: ReadonlySet<string>;
}

/** Where in a call the process ends: before anything of it has happened, with its work under way, or once it is done. */
export type Moment = 'before' | 'during' | 'after';

/** Who comes by a point: whoever answers calls, or whoever works. */
export type Part = 'api' | 'worker';

/** A durable write or a call of the delivery. */
export interface Point {
  readonly name: string;
  readonly part: Part;
  readonly moments: readonly Moment[];
  readonly port: keyof Ports;
  readonly method: string;
  is(args: readonly unknown[], trail: Trail): boolean;
}

type Methods<P> = {
  [K in keyof P]-?: NonNullable<P[K]> extends (...args: never[]) => Promise<unknown> ? K : never;
}[keyof P] &
  string;
type Args<P, M extends keyof P> = NonNullable<P[M]> extends (...args: infer A) => unknown ? A : never;
type When<A extends readonly unknown[]> = (trail: Trail, ...args: A) => boolean;

const pointOf =
  (part: Part, moments: readonly Moment[]) =>
  <K extends keyof Ports, M extends Methods<Ports[K]>>(
    name: string,
    port: K,
    method: M,
    when: When<Args<Ports[K], M>> = () => true,
  ): Point => ({
    name,
    part,
    moments,
    port,
    method,
    is: (args, trail) => when(trail, ...(args as Args<Ports[K], M>)),
  });

/** While a call is answered, and while work is done. */
const inCall = pointOf('api', ['before', 'after']);
const inWork = pointOf('worker', ['before', 'after']);
/** What takes its time elsewhere: another system, or a thread. */
const elsewhere = pointOf('worker', ['before', 'during', 'after']);

const inRun: When<readonly unknown[]> = ({ run }) => run !== undefined;
/** The first look of a run, before the route was asked anything. */
const unasked = ({ run }: Trail): boolean => run !== undefined && run.asked === undefined;
type Change = Args<InvoiceStore, 'commit'>[0];
const isMark = ({ record }: Change): boolean => record.submission?.isCalling === true;
const answerTo =
  (question: Question): When<[Change]> =>
  ({ run }, change) =>
    run?.asked === question && !isMark(change);

const CHECKS: ReadonlySet<Lane> = new Set(['check', 'check-large']);

/** Every write and call of a delivery, in the order in which an invoice meets them. */
export const POINTS: readonly Point[] = [
  inCall('intake: the key is claimed', 'idempotency', 'claim'),
  // What else is sealed outside a run is XML of a buyer's.
  inCall(
    'intake: the document is sealed',
    'content',
    'seal',
    ({ run }, _client, bytes) => run === undefined && bytes[0] === '{'.charCodeAt(0),
  ),
  inCall('intake: the invoice is stored', 'invoices', 'takeIn'),
  inCall(
    'intake: its job is made',
    'jobs',
    'schedule',
    ({ run, neglected }, { id }) => run === undefined && !neglected.has(id),
  ),

  inWork('run: the lease is taken', 'invoices', 'lease'),
  inWork('run: the lease is given back', 'invoices', 'releaseLease'),

  inWork('check: the document is read', 'content', 'get', inRun),
  elsewhere('check: the document is judged', 'examine', 'run', inRun),
  inWork(
    'check: the verdict is stored',
    'invoices',
    'commit',
    (trail, { record }) => unasked(trail) && record.state === 'validated',
  ),
  inWork(
    'check: it is laid ready',
    'invoices',
    'commit',
    (trail, { record }) => unasked(trail) && record.state === 'ready',
  ),
  inWork(
    'hand-over: it is queued for its route',
    'invoices',
    'commit',
    (trail, { record }) => unasked(trail) && record.state === 'queued' && record.work === 'send',
  ),
  inWork(
    'hand-over: its job is made',
    'jobs',
    'schedule',
    (trail, { lane }) => unasked(trail) && !CHECKS.has(lane),
  ),

  elsewhere('send: the document is read', 'reader', 'readFile', inRun),
  inWork('send: the credential is looked up', 'credentials', 'choose', inRun),
  elsewhere('prepare: the calls', 'rail', 'prepare'),
  inWork('log-in: that it begins is stored', 'sessions', 'replace', (_, row) => row.openingUntil !== null),
  inWork('log-in: the session is stored', 'sessions', 'replace', (_, row) => row.openingUntil === null),
  inWork('caps: a place is taken', 'caps', 'take'),
  inWork('send: its feed is known', 'feeds', 'begin'),
  inWork('send: the call is marked', 'invoices', 'commit', (_, change) => isMark(change)),
  elsewhere('send: the call', 'rail', 'send'),
  inWork('caps: its call is over', 'caps', 'end'),
  inWork('send: the answer is stored', 'invoices', 'commit', answerTo('send')),

  elsewhere('settle: the call', 'rail', 'ask'),
  inWork('settle: the answer is stored', 'invoices', 'commit', answerTo('ask')),

  inWork('later: the next job is made', 'jobs', 'schedule', ({ run }) => run?.asked !== undefined),
  elsewhere('poll: the call', 'rail', 'poll'),
  inWork('poll: the answer is stored', 'invoices', 'commit', answerTo('poll')),
  elsewhere('receipt: the call', 'rail', 'receipt'),
  inWork('receipt: the answer is stored', 'invoices', 'commit', answerTo('receipt')),

  inWork('answers: the feeds are listed', 'feeds', 'list'),
  inWork('answers: the credential is opened', 'credentials', 'open'),
  elsewhere('answers: the call', 'rail', 'answers'),
  inWork('answers: the invoice is looked up', 'invoices', 'sent'),
  inWork('answers: the answer is stored', 'invoices', 'commit', ({ run }) => run === undefined),
  inWork('answers: the feed goes on', 'feeds', 'advance'),

  inWork('sweep: what is neglected is looked for', 'invoices', 'neglected'),
  inWork(
    'sweep: its job is made',
    'jobs',
    'schedule',
    ({ run, neglected }, { id }) => run === undefined && neglected.has(id),
  ),
  inWork('sweep: the store is settled', 'invoices', 'settle'),
];

/** A point and where in it a process ends. */
export interface Target {
  readonly point: Point;
  readonly moment: Moment;
}

export const TARGETS: readonly Target[] = POINTS.flatMap((point) =>
  point.moments.map((moment) => ({ point, moment })),
);

export const nameOf = ({ point, moment }: Target): string => `${point.name}, ${moment}`;

export function targetNamed(name: string): Target {
  const target = TARGETS.find((each) => nameOf(each) === name);
  if (!target) throw new Error(`no point is named ${name}`);
  return target;
}
