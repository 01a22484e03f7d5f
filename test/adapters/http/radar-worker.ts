import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import { JudgeStored } from '../../../src/application/radar/judge-stored.ts';
import { type RadarTools, RunRadars } from '../../../src/application/radar/run-radars.ts';
import type { World } from './world.ts';

/** A worker that judges stored invoices of the world; what is replaced may fail. It tells no client unless `tell` is given. */
export function radarWorker(world: World, own: Partial<RadarTools> = {}): RunRadars {
  const files = new InvoiceFiles(world.content, JSON_REPORT_WRITER, '0.1.0');
  const judge = new JudgeStored({ ...world, files, examine: new ExamineDocument(world) });
  const tell = { run: async () => undefined };
  return new RunRadars({ ...world, judge, tell, pace: { run: (work) => work() }, ...own });
}

/** A store of radars whose methods can be replaced. */
export const boundRadars = (radars: RadarTools['radars']): RadarTools['radars'] => ({
  add: radars.add.bind(radars),
  find: radars.find.bind(radars),
  list: radars.list.bind(radars),
  parts: radars.parts.bind(radars),
  take: radars.take.bind(radars),
  commit: radars.commit.bind(radars),
  release: radars.release.bind(radars),
  forget: radars.forget.bind(radars),
});
