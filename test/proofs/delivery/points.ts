import type { Lane } from '../../../src/domain/lifecycle/lanes.ts';
import { BATCH_POINTS } from './batch-points.ts';
import { REPORT_POINTS } from './report-points.ts';
import { STATUS_POINTS } from './status-points.ts';
import {
  answerTo,
  elsewhere,
  inCall,
  inRun,
  inWork,
  isMark,
  type Moment,
  type Point,
  type Trail,
} from './point.ts';

/** The first look of a run, before any call to the route. */
const unasked = ({ run }: Trail): boolean => run !== undefined && run.asked === undefined;
const CHECKS: ReadonlySet<Lane> = new Set(['check', 'check-large']);

/** Every write and call of a delivery, in the order in which they happen. */
export const POINTS: readonly Point[] = [
  inCall('intake: the key is claimed', 'idempotency', 'claim'),
  // Other content that is sealed outside a run is XML of a buyer.
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

  inWork('check: the document is read', 'content', 'get', inRun),
  elsewhere('check: the document is judged', 'examine', 'run', inRun),
  inWork(
    'check: the verdict is stored',
    'invoices',
    'commit',
    (trail, { record }) => unasked(trail) && record.state === 'queued' && record.work === 'send',
  ),
  inWork(
    'check: it is laid ready',
    'invoices',
    'commit',
    (trail, { record }) => unasked(trail) && record.state === 'ready',
  ),
  inWork(
    'hand-over: its job is made',
    'jobs',
    'schedule',
    (trail, { lane }) => unasked(trail) && !CHECKS.has(lane),
  ),

  inWork('send: the credential is looked up', 'credentials', 'choose', inRun),
  elsewhere('prepare: the calls', 'rail', 'prepare'),
  inWork('log-in: that it begins is stored', 'sessions', 'replace', (_, row) => row.openingUntil !== null),
  inWork('log-in: the session is stored', 'sessions', 'replace', (_, row) => row.openingUntil === null),
  inWork('caps: a permit is taken', 'caps', 'take'),
  inWork('send: its feed is known', 'feeds', 'begin'),
  inWork('send: the call is marked', 'invoices', 'commit', (_, change) => isMark(change)),
  elsewhere('send: the call', 'rail', 'send'),
  inWork('caps: its call is over', 'caps', 'end'),
  inWork('send: the answer is stored', 'invoices', 'commit', answerTo('send')),

  elsewhere('inquiry: the call', 'rail', 'ask'),
  inWork('inquiry: the answer is stored', 'invoices', 'commit', answerTo('ask')),

  inWork('later: the next job is made', 'jobs', 'schedule', ({ run }) => run?.asked !== undefined),
  elsewhere('poll: the call', 'rail', 'poll'),
  inWork('poll: the answer is stored', 'invoices', 'commit', answerTo('poll')),
  elsewhere('receipt: the call', 'rail', 'receipt'),
  inWork('receipt: the answer is stored', 'invoices', 'commit', answerTo('receipt')),

  inWork('answers: the feeds are listed', 'feeds', 'list'),
  inWork('answers: the credential is opened', 'credentials', 'open'),
  elsewhere('answers: the call', 'rail', 'fetchMessages'),
  inWork('answers: the invoice is looked up', 'invoices', 'findSent'),
  inWork('answers: the answer is stored', 'invoices', 'commit', ({ run }) => run === undefined),
  inWork('answers: the feed goes on', 'feeds', 'advance'),

  inWork('sweep: what is neglected is looked for', 'invoices', 'listNeglected'),
  inWork(
    'sweep: its job is made',
    'jobs',
    'schedule',
    ({ run, neglected }, { id }) => run === undefined && neglected.has(id),
  ),
  inWork('sweep: the store is tidied up', 'invoices', 'tidyUp'),
];

/** A point, and where in it a process ends. */
export interface Target {
  readonly point: Point;
  readonly moment: Moment;
}

const targetsAt = (points: readonly Point[]): readonly Target[] =>
  points.flatMap((point) => point.moments.map((moment) => ({ point, moment })));

export const TARGETS = targetsAt(POINTS);
/** With `KSEF_BATCH=1` only. */
export const BATCH_TARGETS = targetsAt(BATCH_POINTS);
/** Points of statuses that clients send. */
export const STATUS_TARGETS = targetsAt(STATUS_POINTS);
/** Where a status reaches the party that it is for. Its call only reads, and may be none, so no process dies in its middle. */
export const ANSWER_TARGETS = TARGETS.filter(
  ({ point, moment }) => point.name.startsWith('answers: ') && moment !== 'during',
);
/** Points of tax reports. */
export const REPORT_TARGETS = targetsAt(REPORT_POINTS);

export const nameOf = ({ point, moment }: Target): string => `${point.name}, ${moment}`;

export function targetNamed(name: string): Target {
  const all = [...TARGETS, ...BATCH_TARGETS, ...STATUS_TARGETS, ...REPORT_TARGETS];
  const target = all.find((each) => nameOf(each) === name);
  if (!target) throw new Error(`no point is named ${name}`);
  return target;
}
