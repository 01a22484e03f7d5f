import type { ShownClock } from '../../../application/operation/move-clock.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';

export const clockHandlers = {
  readClock: async (_call, { useCases }) => answer(200, clockToWire(useCases.moveClock.read())),

  moveClock: async ({ body }, { useCases }) => {
    const clock = await useCases.moveClock.forward(Math.round(body.advance_seconds * 1000));
    return answer(200, clockToWire(clock));
  },
} satisfies Partial<Handlers>;

const clockToWire = ({ now, canMove }: ShownClock): AnswerJson<'readClock'> => ({
  now: now.toISOString(),
  can_move: canMove,
});
