import type { ShownClock } from '../../../application/operation/move-clock.ts';
import type { Handlers } from '../call/handlers.ts';

/** The body. openapi.yaml has checked its shape. */
interface MoveBody {
  readonly advance_seconds: number;
}

export const clockHandlers = {
  readClock: async (_call, { useCases }) => ({ status: 200, json: clockToWire(useCases.moveClock.read()) }),

  moveClock: async ({ request }, { useCases }) => {
    const { advance_seconds: seconds } = request.body as MoveBody;
    const clock = await useCases.moveClock.forward(Math.round(seconds * 1000));
    return { status: 200, json: clockToWire(clock) };
  },
} satisfies Partial<Handlers>;

const clockToWire = ({ now, canMove }: ShownClock) => ({ now: now.toISOString(), can_move: canMove });
