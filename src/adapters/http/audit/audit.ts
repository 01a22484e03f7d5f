import type { AuditRequest } from '../../../application/operation/read-audit.ts';
import type { AuditEntry } from '../../../ports/audit-log.ts';
import type { Handlers } from '../call/handlers.ts';

export const auditHandlers = {
  readAudit: async ({ caller, request }, { useCases }) => {
    const { entries, next } = await useCases.readAudit.run(caller, request.query as AuditRequest);
    const truncated = next !== undefined;
    return { status: 200, json: { data: entries.map(auditRow), truncated, ...(truncated && { next }) } };
  },
} satisfies Partial<Handlers>;

const auditRow = ({ at, action, actor, client, subject, requestId, details, times, lastAt }: AuditEntry) => ({
  at: at.toISOString(),
  action,
  actor,
  client,
  subject,
  request_id: requestId,
  details,
  times,
  last_at: lastAt?.toISOString(),
});
