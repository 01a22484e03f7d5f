import { TAX_REPORT } from '../../../src/domain/reports/tax-report.ts';
import type { ReportStore } from '../../../src/ports/report-store.ts';
import { type Args, elsewhere, inCall, inWork, type Point, type Trail, type When } from './point.ts';

type Commit = When<Args<ReportStore, 'commit'>>;

const ofReport = ({ run }: Trail): boolean => run?.id.startsWith('rep_') === true;
const isMark: Commit = (_, { record }) => record.submission?.isCalling === true;
const answerTo =
  (question: 'send' | 'ask'): Commit =>
  (trail, change) =>
    trail.run?.asked === question && !isMark(trail, change);

/** Every write and call of a tax report, in the order in which they happen. */
export const REPORT_POINTS: readonly Point[] = [
  inCall('report intake: the sale is stored', 'reports', 'takeSale', ({ run }) => run === undefined),
  inCall(
    'report intake: its job is made',
    'jobs',
    'schedule',
    ({ run }, { kind }) => run === undefined && kind === TAX_REPORT,
  ),
  inWork('report sale: that of an invoice is stored', 'reports', 'takeSale', ({ run }) => run !== undefined),
  inWork('report run: the lease is taken', 'reports', 'lease'),
  inWork('report build: the sales are read', 'reports', 'salesOf'),
  inWork(
    'report build: the document is stored',
    'reports',
    'commit',
    (trail, change) =>
      ofReport(trail) && trail.run?.asked === undefined && change.files.length > 0 && !isMark(trail, change),
  ),
  inWork('report send: the call is marked', 'reports', 'commit', isMark),
  elsewhere('report send: the call', 'reportFlows', 'send'),
  inWork('report send: the answer is stored', 'reports', 'commit', answerTo('send')),
  elsewhere('report inquiry: the call', 'reportFlows', 'ask'),
  inWork('report inquiry: the answer is stored', 'reports', 'commit', answerTo('ask')),
  inWork(
    'report verdict: it is stored',
    'reports',
    'commit',
    (trail, { record }) => !ofReport(trail) && record.state === 'accepted',
  ),
];
