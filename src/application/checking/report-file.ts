import type { Caller } from '../../domain/access/caller.ts';
import { routeOfFile } from '../../domain/routes/select-layers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { KositReporting, KositReports } from '../../ports/kosit-reports.ts';
import type { PoolAccess } from '../../ports/validator.ts';
import { actingFor } from '../access/tenancy.ts';

/** The file of a report. */
interface FileToReport {
  readonly bytes: Uint8Array;
  /** As the reader of the report knows it. */
  readonly name: string;
  /** The day by whose packs it is checked, `YYYY-MM-DD`; that of its date if left out. */
  readonly on?: string | undefined;
}

/** A report on a finished file in the form of KoSIT's validator. It checks nothing but what that validator checks, and stores nothing. */
export class ReportFile {
  constructor(
    private readonly ports: {
      readonly reader: Pick<FileReader, 'readFile'>;
      readonly kositReports: KositReports;
      readonly clock: Clock;
      readonly digests: Pick<Digests, 'sha256'>;
      readonly serviceVersion: string;
    },
  ) {}

  /** For a caller, who sends no name with a file: its hash names it. @throws CallFailed `busy` when every validator is. */
  runFor(caller: Caller, bytes: Uint8Array, on?: string): Promise<KositReporting> {
    const access = { client: actingFor(caller, undefined), whenBusy: 'refuse' } as const;
    return this.run({ bytes, name: `${this.ports.digests.sha256(bytes)}.xml`, on }, access);
  }

  /** @throws CallFailed `busy` if every thread works and the access is `refuse`. */
  async run({ bytes, name, on }: FileToReport, access: PoolAccess): Promise<KositReporting> {
    const { reader, kositReports, clock, serviceVersion } = this.ports;
    const read = await reader.readFile(bytes, access);
    if (read.reading === 'not_run') return { made: false, reason: read.reason };
    const stated = { engine: `Invoice Delivery Service ${serviceVersion}`, name, time: clock.now() };
    if (read.reading === 'refused') return kositReports.reportOn({ bytes }, stated, access);
    const { syntax, specification: customization, issueDate } = read.facts;
    const file = { syntax, customization, hybrid: read.embedded !== undefined };
    const route = routeOfFile(file) ?? null;
    const day = on === undefined ? {} : { on };
    return kositReports.reportOn({ bytes, ...file, route, issueDate, ...day }, stated, access);
  }
}
