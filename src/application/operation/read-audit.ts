import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { AuditEntry, AuditLog } from '../../ports/audit-log.ts';
import type { CursorKey } from '../../ports/cursor-key.ts';
import type { Page } from '../../ports/page.ts';
import type { Digests } from '../../ports/digests.ts';
import { OpaqueCursors } from '../events/opaque-cursors.ts';
import { listedClient } from '../access/tenancy.ts';
import { badRequest } from '../requests/request-finding.ts';

/** Rows of one answer. */
const PAGE = 500;

interface Ports {
  readonly audit: Pick<AuditLog, 'page'>;
  readonly digests: Pick<Digests, 'sha256' | 'same'>;
  readonly cursorKey: CursorKey;
}

/** Who did what to which object, newest first (extension). */
export class ReadAudit {
  private readonly cursors: OpaqueCursors;

  constructor(private readonly ports: Ports) {
    this.cursors = new OpaqueCursors('audit', ports.digests, ports.cursorKey);
  }

  /**
   * @throws CallFailed `not-found` if a client key names another client; `bad-request` for a cursor that no answer of this service gave.
   */
  async run(caller: Caller, { client, after }: AuditRequest): Promise<Page<AuditEntry>> {
    const own = listedClient(caller, client);
    const cursor = after === undefined ? undefined : await this.cursors.read(after);
    const isWrong = after !== undefined && cursor === undefined;
    const page = isWrong
      ? undefined
      : await this.ports.audit.page({ client: own, after: cursor, limit: PAGE });
    if (!page) throw badRequest('after', say('calls.this-is-not-cursor-of-earlier-answer'));
    return page.next === undefined ? page : { ...page, next: await this.cursors.write(page.next) };
  }
}

interface AuditRequest {
  readonly client?: string | undefined;
  readonly after?: string | undefined;
}
