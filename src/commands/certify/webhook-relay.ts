import { setTimeout as pause } from 'node:timers/promises';
import type { StatusEvent } from '../../client/client.ts';
import { deliveryOf, post } from '../listen/deliveries.ts';
import { isGoodEnd } from './expectations.ts';
import { type Delivered, isTaken, type Observation } from './observation.ts';
import type { Manner } from './scenarios.ts';

/** A receiver may be busy for a moment. */
const RETRY_WAITS_MS = [1_000, 4_000];

/** Makes of each event what a webhook would get, in the manner of the scenario. */
export class WebhookRelay {
  /** Deliveries about one scenario come one after another. */
  private readonly queues = new Map<Observation | undefined, Promise<void>>();
  private readonly events = new Map<Observation, StatusEvent[]>();

  constructor(
    private readonly url: string,
    private readonly secret: string,
    /** Signs what is forged. */
    private readonly wrongSecret: string,
  ) {}

  /** @param seen absent for an event of another invoice. */
  take(event: StatusEvent, seen: Observation | undefined, manner: Manner | undefined): void {
    if (!seen) return this.enqueue(undefined, () => this.deliver(event, undefined, 'first'));
    for (const { event: due, kind } of this.due(event, seen, manner))
      this.enqueue(seen, () => this.deliver(due, seen, kind));
  }

  private due(
    event: StatusEvent,
    seen: Observation,
    manner: Manner | undefined,
  ): readonly { readonly event: StatusEvent; readonly kind: Delivered['kind'] }[] {
    const isOfFirst = event.invoice_number === seen.calls[0]?.number;
    switch (manner) {
      case 'forged-first':
        return [
          ...(event.sequence === 1 ? [{ event, kind: 'forged' as const }] : []),
          { event, kind: 'first' },
        ];
      case 'twice': {
        const rejection = seen.eventsOf(seen.calls[0]?.number).find(({ status }) => status === 'rejected');
        const late =
          !isOfFirst && isGoodEnd(event) && rejection ? [{ event: rejection, kind: 'again' as const }] : [];
        return [{ event, kind: 'first' }, { event, kind: 'again' }, ...late];
      }
      case 'reversed':
        return isOfFirst ? this.reversed(event, seen) : [{ event, kind: 'first' }];
      case undefined:
        return [{ event, kind: 'first' }];
    }
  }

  /** All at once, when the last one is there. */
  private reversed(event: StatusEvent, seen: Observation) {
    const events = [event, ...(this.events.get(seen) ?? [])];
    const isLast = isGoodEnd(event) || BAD_ENDS.has(event.status);
    this.events.set(seen, isLast ? [] : events);
    return isLast ? events.map((each) => ({ event: each, kind: 'first' as const })) : [];
  }

  private enqueue(seen: Observation | undefined, deliver: () => Promise<void>): void {
    this.queues.set(seen, (this.queues.get(seen) ?? Promise.resolve()).then(deliver));
  }

  private async deliver(event: StatusEvent, seen: Observation | undefined, kind: Delivered['kind']) {
    const secret = kind === 'forged' ? this.wrongSecret : this.secret;
    const waits = kind === 'forged' ? [] : RETRY_WAITS_MS;
    for (let attempt = 1; ; attempt += 1) {
      const { headers, body } = await deliveryOf(event, secret, attempt);
      const answer = await post(this.url, { headers, body });
      const wait = waits[attempt - 1];
      if (!isTaken({ answer }) && wait !== undefined) {
        await pause(wait);
        continue;
      }
      seen?.deliveries.push({ at: Date.now(), event, kind, answer });
      seen?.note(
        `${KINDS[kind]} "${event.status}" of ${event.invoice_number} (sequence ${event.sequence}); it answered ${answer}`,
      );
      return;
    }
  }
}

const BAD_ENDS: ReadonlySet<string> = new Set(['rejected', 'validation_failed', 'dead_letter']);

const KINDS = {
  first: 'The kit delivered',
  again: 'The kit delivered again',
  forged: 'The kit forged a delivery of',
} as const;
