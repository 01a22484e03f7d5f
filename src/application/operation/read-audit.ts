import type { Caller } from '../../domain/access/caller.ts';
import type { AuditLog, AuditPage } from '../../ports/audit-log.ts';
import { listedClient } from '../access/tenancy.ts';
import { badRequest } from '../refusals/request-finding.ts';

/** Rows of one answer. */
const PAGE = 500;

/** Who did what to which object, newest first (extension). */
export class ReadAudit {
  constructor(private readonly audit: Pick<AuditLog, 'page'>) {}

  /**
   * @throws CallFailed `not-found` if a client key names another client; `bad-request` for a cursor that no answer of this service gave.
   */
  async run(caller: Caller, { client, after }: AuditRequest): Promise<AuditPage> {
    const page = await this.audit.page({ client: listedClient(caller, client), after, limit: PAGE });
    if (!page) throw badRequest('after', 'This is not a cursor of an earlier answer.');
    return page;
  }
}

export interface AuditRequest {
  readonly client?: string | undefined;
  readonly after?: string | undefined;
}
