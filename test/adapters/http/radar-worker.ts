import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import { JudgeStored } from '../../../src/application/radar/judge-stored.ts';
import { radarRuns, type RadarPorts } from '../../../src/application/radar/radar-runs.ts';
import { Processor } from '../../../src/application/work/processor.ts';
import { radarTask } from '../../../src/domain/radar/radar.ts';
import type { World } from './world.ts';

/**
 * A worker that judges stored invoices of the world; what is replaced may fail. It tells no client unless `tell` is given.
 * @returns runs each radar that is under way once; the answers of the runs.
 */
export function radarWorker(world: World, own: Partial<RadarPorts> = {}) {
  const files = new InvoiceFiles(world.content, JSON_REPORT_WRITER, '0.1.0');
  const judge = new JudgeStored({ ...world, files, examine: new ExamineDocument(world) });
  const tell = { run: async () => undefined };
  const kind = radarRuns({ ...world, judge, tell, pace: { run: (work) => work() }, ...own });
  const processor = new Processor(kind, { ...world, retryScale: 1 });
  return async (stopping = new AbortController().signal): Promise<readonly string[]> => {
    const results: string[] = [];
    for (const radar of await world.radars.list({ limit: 50 }))
      if (radar.state === 'running')
        results.push(await processor.run(radarTask(radar), { stopping, goOnAs: () => false }));
    return results;
  };
}

/** The radars of a world, some of whose methods are replaced. */
export function radarsWith(
  { work, ...radars }: RadarPorts['radars'],
  {
    replaceParts = radars.replaceParts,
    ...own
  }: Partial<RadarPorts['radars']['work']> & Partial<Pick<RadarPorts['radars'], 'replaceParts'>>,
): RadarPorts['radars'] {
  return { ...radars, replaceParts, work: Object.assign(Object.create(work) as typeof work, own) };
}
