import { say } from 'en16931-rules/vocabulary/message.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import { recordRejection, type StatusRejectionPorts } from './status-outcome.ts';
import { noteEnd } from './status-care.ts';

interface Ports extends StatusRejectionPorts {
  readonly statuses: Pick<StatusStore, 'open' | 'commit'>;
}

const PAGE_SIZE = 200;

/**
 * After a restore no status of the backup is sent: the lost store may have sent it since, and a platform may report a second one to the
 * administration. Each ends as unknown. A status that the route had at the time of the backup goes on: the route is asked about it.
 */
export class GiveUpRestoredStatuses {
  constructor(private readonly ports: Ports) {}

  /**
   * A process that dies in between is repeated: the event of a status is written once.
   * @param takenAt of the backup. @returns how many were given up.
   */
  async run(takenAt: Date): Promise<number> {
    const { statuses } = this.ports;
    let count = 0;
    let after = '';
    for (;;) {
      const page = await statuses.open(after, PAGE_SIZE);
      for (const status of page) if (await this.giveUp(status, takenAt)) count += 1;
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return count;
      after = last.id;
    }
  }

  private async giveUp(status: OutgoingStatus, takenAt: Date): Promise<boolean> {
    if (status.state === 'sent') return false;
    const { statuses, clock } = this.ports;
    const rejection = restoredMapping(status, takenAt);
    await noteEnd(status, { rejection, isGivenUp: true }, this.ports);
    await recordRejection(status, { rejection }, this.ports);
    const { version } = status;
    const record = {
      ...status,
      state: 'dead',
      dueAt: null,
      version: version + 1,
      updatedAt: clock.now(),
    } as const;
    const answer = await statuses.commit({ record, events: [], files: [], audit: [] });
    if (answer === 'conflict')
      throw new Error(`status ${status.id} is being worked on; stop the service and repeat the command`);
    return true;
  }
}

const restoredMapping = ({ status }: OutgoingStatus, takenAt: Date): StatusMapping => ({
  ...COMMON_STATUSES.answerLost,
  networkStatus: 'restored',
  source: 'this service: a store restored from a backup',
  message: say('statuses.store-was-restored-from-backup-of-status-may', {
    time: takenAt.toISOString(),
    status,
  }),
  fixHint: say('statuses.look-at-platform-if-status-is-not-there'),
});
