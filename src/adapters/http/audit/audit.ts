import type { AuditEntry } from '../../../ports/audit-log.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { pageToWire } from '../call/wire.ts';

export const auditHandlers = {
  readAudit: async ({ caller, query }, { useCases }) =>
    answer(200, pageToWire(await useCases.readAudit.run(caller, query), auditRow)),
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
