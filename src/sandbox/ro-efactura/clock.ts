import type { Reply } from '../network.ts';
import type { State } from '../state.ts';
import { ROUTE } from './limits.ts';

/** The clock of this system. `POST /control/clock` sets how far it is ahead of the machine's. */
export class AnafClock {
  constructor(private readonly state: State) {}

  set(aheadMs: number): void {
    this.state.keep(ROUTE, 'clock', 'ahead', aheadMs);
  }

  now(): number {
    return this.at(Date.now());
  }

  /** A time of the machine, as this clock shows it. */
  at(machineMs: number): number {
    return machineMs + (this.state.findKept<number>(ROUTE, 'clock', 'ahead') ?? 0);
  }

  /** RFC 9110 section 6.6.1. */
  date(reply: Reply): Reply {
    return { ...reply, headers: { ...reply.headers, Date: new Date(this.now()).toUTCString() } };
  }
}
