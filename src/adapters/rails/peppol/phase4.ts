import { askAccessPoint, byStatus, identify } from './connection.ts';
import { type Dialect, SEND_MS } from './dialect.ts';
import { envelop } from './envelope.ts';
import { readReport } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/** phase4-peppol-standalone: the report of the call says everything, and there is no later status inquiry. */
export const phase4: Dialect = {
  logIn: ({ token }) => ({ 'X-Token': token }),
  send: async (connection, outgoing) => {
    const answer = await askAccessPoint(
      connection,
      {
        method: 'POST',
        path: '/sendsbdh',
        body: envelop(outgoing, connection.accessPoint.sender),
        headers: { 'Content-Type': 'application/xml' },
        timeoutMs: SEND_MS,
      },
      (answered) =>
        answered.status === 200
          ? (readReport(answered.body, outgoing.isResend) ?? { mapping: statuses.answerLost })
          : byStatus(answered),
    );
    return identify(answer, outgoing.submissionId);
  },
  ask: async () => ({ mapping: statuses.cannotTell }),
};
