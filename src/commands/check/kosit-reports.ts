import { ENGLISH } from '../frame/english.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { NodeDigests } from '../../adapters/system/node-digests.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import { ReportFile } from '../../application/checking/report-file.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import { wordedReport } from 'en16931-rules/report/open-texts.ts';
import type { KositReporting, KositReports } from '../../ports/kosit-reports.ts';
import { readFileOf } from '../frame/files.ts';
import type { Frame } from '../frame/frame.ts';
import { EXIT, type ExitCode, NotRun } from '../frame/endings.ts';
import { isFinished } from './check-file.ts';
import type { CheckOptions } from './check-options.ts';
import { inParallel } from './in-parallel.ts';

/** No other caller waits for a thread. */
const ACCESS = { client: 'local', whenBusy: 'wait' } as const;

type Reported = KositReporting & { readonly file: string };

/** Reports in the form of KoSIT's validator: that of one file is printed, those of several are files in a folder. */
export async function writeKositReports(
  files: readonly string[],
  { on, output }: CheckOptions,
  { terminal, version }: Frame,
  pool: KositReports & FileReader,
): Promise<ExitCode> {
  const reportFile = new ReportFile({
    reader: pool,
    kositReports: pool,
    clock: REAL_CLOCK,
    digests: new NodeDigests(),
    serviceVersion: version,
  });
  const places = placesOf(files, output);
  const reported = await inParallel(
    files,
    async (file): Promise<Reported> => {
      const bytes = readFileOf(file);
      if (!isFinished(bytes) && extname(file).toLowerCase() !== '.xml')
        return { file, made: false, reason: 'it is neither XML nor a PDF with XML in it' };
      return { file, ...(await reportFile.run({ bytes, name: file, on }, ACCESS)) };
    },
    { terminal },
  );
  if (files.length > 1 && output !== undefined) await mkdir(output, { recursive: true });
  for (const one of reported) {
    const place = places?.get(one.file);
    if (!one.made) terminal.note(`${one.file} has no report: ${ENGLISH.text(one.reason)}.`);
    else if (place === undefined) terminal.verbatim(wordedReport(one, ENGLISH.text));
    else await writeFile(place, wordedReport(one, ENGLISH.text));
  }
  if (reported.some(({ made }) => !made)) return EXIT.notRun;
  return reported.every((one) => one.made && one.accepted) ? EXIT.done : EXIT.refused;
}

/** Where each report is written; undefined if it is printed. */
function placesOf(
  files: readonly string[],
  output: string | undefined,
): ReadonlyMap<string, string> | undefined {
  const [first] = files;
  if (files.length === 1 && first !== undefined)
    return output === undefined ? undefined : new Map([[first, output]]);
  if (output === undefined) throw new NotRun('--report kosit of several files needs --output with a folder.');
  const places = new Map(
    files.map((file) => [file, join(output, `${basename(file, extname(file))}-report.xml`)] as const),
  );
  if (new Set(places.values()).size < files.length)
    throw new NotRun('Two of the files have the same name: their reports would overwrite each other.');
  return places;
}
