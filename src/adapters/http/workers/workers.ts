import type { LiveProcess } from '../../../ports/live-processes.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';

export const workerHandlers = {
  listWorkers: async (_call, { useCases }) => {
    const { live, lanes } = await useCases.listWorkers.run();
    return answer(200, { data: live.map(processToWire), lanes });
  },
} satisfies Partial<Handlers>;

const processToWire = ({
  id,
  role,
  lanes,
  version,
  masterKeys,
  startedAt,
  seenAt,
}: LiveProcess): AnswerJson<'listWorkers'>['data'][number] => ({
  id,
  role,
  lanes,
  version,
  master_keys: masterKeys,
  started_at: startedAt.toISOString(),
  seen_at: seenAt.toISOString(),
});
