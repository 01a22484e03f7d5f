import { say } from 'en16931-rules/vocabulary/message.ts';
import type { ReceivedRecord } from '../../lifecycle/received-record.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';

/** Both are found at the intake alone: the later check does not look at other invoices. */
const doubtOf = (code: string): Finding => ({
  code,
  severity: 'warning',
  source: 'pre-check',
  message: say(`checks.${code}.message`),
  field: 'invoice.number',
  fixHint: say(`codes.${code}.hint`),
  whoFixes: 'erp',
  term: 'BT-1',
});

export const REPEATED_NUMBER: Finding = doubtOf('EI-NUMBER-REPEATED');

/** One of the two is not built yet. */
export const NOT_COMPARED: Finding = {
  ...REPEATED_NUMBER,
  message: say('checks.EI-NUMBER-REPEATED.message-not-compared'),
};

/** Once as data and once as a file: the network would get the same bytes twice. */
export const SAME_AS_EARLIER: Finding = doubtOf('EI-SAME-AS-EARLIER');

/** Of a received invoice: it names the other one, which may be paid already. */
export const receivedUnderNumber = ({
  id,
  createdAt,
}: Pick<ReceivedRecord, 'id' | 'createdAt'>): Finding => ({
  ...doubtOf('EI-RECEIVED-REPEATED'),
  source: 'service',
  message: say('checks.EI-RECEIVED-REPEATED.message', {
    id,
    day: createdAt.toISOString().slice(0, 10),
  }),
  whoFixes: 'business',
});
