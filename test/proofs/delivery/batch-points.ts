import type { Outbound } from '../../../src/ports/outbound.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import {
  answerTo,
  type Args,
  type Change,
  elsewhere,
  inside,
  inWork,
  isMark,
  type Point,
  type Trail,
  type When,
} from './point.ts';

type Call = Args<Outbound, 'call'>[0];

/** An invoice that joined the batch of the run. */
const isAnother = ({ run }: Trail, id: string): boolean => run !== undefined && run.id !== id;
const ofAnother =
  (is: (trail: Trail, record: InvoiceRecord) => boolean): When<[Change]> =>
  (trail, { record }) =>
    isAnother(trail, record.id) && is(trail, record);

export const isInBatch = ({ submission }: InvoiceRecord): boolean =>
  submission?.resumeToken?.includes('"batch"') === true;
const isOfBatch = (key: string): boolean => key.includes(' batch ');

const calling =
  (method: Call['method'], path: RegExp): When<[Call]> =>
  (_, call) =>
    call.method === method && path.test(new URL(call.url).pathname);

/** Every write and call of invoices in a batch, in the order in which they happen. */
export const BATCH_POINTS: readonly Point[] = [
  inWork(
    'line: its turn is stored',
    'invoices',
    'commit',
    ({ run }, { record }) =>
      run?.asked === 'prepare' && record.state === 'queued' && record.submission?.queuePosition !== undefined,
  ),
  inWork('batch: a permit is taken', 'caps', 'take', (_, { key }) => isOfBatch(key)),
  inWork('batch: the line is read', 'invoices', 'findQueued'),
  inWork(
    'batch: one too many is given a time',
    'invoices',
    'commit',
    ofAnother(({ run }, { submission }) => run?.asked === 'prepare' && submission?.isCalling !== true),
  ),
  inWork('batch: another is leased', 'invoices', 'leaseQueued'),
  inWork('batch: the document of another is read', 'content', 'get', ({ run }) => run?.asked === 'prepare'),
  elsewhere('batch: it is announced', 'batches', 'open'),
  inWork('batch: its announcement is over', 'caps', 'end', (_, { key }) => isOfBatch(key)),
  inWork('batch: another is handed back', 'invoices', 'releaseLease', (trail, id) => isAnother(trail, id)),
  inWork('batch: its feed is known', 'feeds', 'begin', ({ run }) => run?.asked === 'open-batch'),
  inWork(
    'batch: the first is marked',
    'invoices',
    'commit',
    (trail, change) => isMark(change) && isInBatch(change.record) && !isAnother(trail, change.record.id),
  ),
  inWork(
    'batch: another is marked',
    'invoices',
    'commit',
    ofAnother((_, { submission }) => submission?.isCalling === true),
  ),
  inWork('batch: a part is sent', 'outbound', 'call', calling('PUT', /\/batch-parts\//)),
  inside('batch: it is sent', 'batch', 'send'),
  elsewhere('batch: it is closed', 'outbound', 'call', calling('POST', /\/sessions\/batch\/[^/]+\/close$/)),
  inWork(
    'batch: the answer of another is stored',
    'invoices',
    'commit',
    ofAnother(({ run }, { submission }) => run?.asked === 'batch' && submission?.isCalling !== true),
  ),
  inWork('batch: the next job of another is made', 'jobs', 'schedule', (trail, { id }) =>
    isAnother(trail, id),
  ),
  inWork(
    'batch: the answer of the first is stored',
    'invoices',
    'commit',
    (trail, change) => answerTo('batch')(trail, change) && !isAnother(trail, change.record.id),
  ),

  inWork('look: how its session stands', 'outbound', 'call', calling('GET', /\/sessions\/\d{8}-SB-[^/]+$/)),
  inWork('look: what its session lists', 'outbound', 'call', calling('GET', /-SB-[^/]+\/invoices$/)),
  inWork(
    'look: whether it is held is stored',
    'invoices',
    'commit',
    (trail, change) => answerTo('ask')(trail, change) && isInBatch(change.record),
  ),
  inWork(
    'look: its end is stored',
    'invoices',
    'commit',
    (trail, change) => answerTo('poll')(trail, change) && isInBatch(change.record),
  ),
];
