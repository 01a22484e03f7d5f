import { OUTGOING_STATUS } from '../../../src/domain/statuses/outgoing-status.ts';
import type { Question } from '../../../src/domain/sending/outcomes.ts';
import type { StatusStore } from '../../../src/ports/status-store.ts';
import { type Args, elsewhere, inCall, inWork, type Point, type Trail, type When } from './point.ts';

type Commit = When<Args<StatusStore, 'commit'>>;

const ofStatus = ({ run }: Trail): boolean => run?.id.startsWith('sts_') === true;
const isMark: Commit = (_, { record }) => record.submission.isCalling === true;
const answerTo =
  (question: Question): Commit =>
  (trail, change) =>
    trail.run?.asked === question && !isMark(trail, change);

/** Every write and call of a status, in the order in which they happen. */
export const STATUS_POINTS: readonly Point[] = [
  inCall('status intake: it is stored', 'statuses', 'takeIn'),
  inCall(
    'status intake: its job is made',
    'jobs',
    'schedule',
    ({ run }, { kind }) => run === undefined && kind === OUTGOING_STATUS,
  ),

  inWork('status run: the lease is taken', 'statuses', 'lease'),
  inWork('status send: the call is marked', 'statuses', 'commit', isMark),
  elsewhere('status send: the call', 'statusMessages', 'send'),
  inWork('status send: the answer is stored', 'statuses', 'commit', answerTo('send')),
  elsewhere('status inquiry: the call', 'statusMessages', 'ask'),
  inWork('status inquiry: the answer is stored', 'statuses', 'commit', answerTo('ask')),
  elsewhere('status poll: the call', 'statusMessages', 'poll'),
  inWork(
    'status outcome: the event of a sent invoice is stored',
    'invoices',
    'commit',
    (trail, { record }) => ofStatus(trail) && record.id.startsWith('inv_'),
  ),
  inWork('status outcome: the event of a received invoice is stored', 'received', 'commit', ofStatus),
  inWork('status poll: the answer is stored', 'statuses', 'commit', answerTo('poll')),
  inWork('status later: the next job is made', 'jobs', 'schedule', ofStatus),
];
