import type { AuditEntry } from '../../../ports/audit-log.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';

export const auditHandlers = {
  readAudit: async ({ caller, query }, { useCases }) => {
    const { entries, next } = await useCases.readAudit.run(caller, query);
    const truncated = next !== undefined;
    return answer(200, { data: entries.map(auditRow), truncated, ...(truncated && { next }) });
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
