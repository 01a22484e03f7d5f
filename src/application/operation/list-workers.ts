import type { LiveProcess } from '../../ports/live-processes.ts';
import type { LaneWorkers, WatchWorkers } from './watch-workers.ts';

/** The live processes of the service, for its operator (extension). */
export class ListWorkers {
  constructor(private readonly ports: { readonly watchWorkers: Pick<WatchWorkers, 'live' | 'lanes'> }) {}

  async run(): Promise<{ readonly live: readonly LiveProcess[]; readonly lanes: readonly LaneWorkers[] }> {
    const [live, lanes] = await Promise.all([
      this.ports.watchWorkers.live(),
      this.ports.watchWorkers.lanes(),
    ]);
    return { live, lanes };
  }
}
