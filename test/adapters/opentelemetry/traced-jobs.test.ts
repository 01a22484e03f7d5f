import assert from 'node:assert/strict';
import { TracedJobs } from '../../../src/adapters/opentelemetry/traced-jobs.ts';
import { SENT_INVOICE, type Task } from '../../../src/domain/lifecycle/lanes.ts';
import { receiverTask } from '../../../src/domain/webhooks/delivery.ts';
import type { Tracing } from '../../../src/ports/tracing.ts';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('a job that is scheduled within a trace', () => {
  const scheduled = async (task: Task): Promise<Task> => {
    const tasks: Task[] = [];
    const jobs = { schedule: async (one: Task) => void tasks.push(one) };
    const tracing = { here: () => TRACE } as unknown as Tracing;
    await new TracedJobs(jobs, tracing).schedule(task, new Date());
    return tasks[0]!;
  };

  it('continues the trace', async () => {
    const task = { kind: SENT_INVOICE, lane: 'check', id: 'inv_1', client: 'acme' };
    assert.equal((await scheduled(task)).traceParent, TRACE);
  });

  it('does not continue it if it is the job of a receiver, which serves events of many traces', async () => {
    const task = receiverTask({ client: 'acme', failures: 0 });
    assert.deepEqual(await scheduled(task), task);
  });
});
