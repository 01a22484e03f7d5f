import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { DocumentToCheck, PoolAccess } from './validator.ts';

/** Makes reports in the form of KoSIT's validator, outside this process's event loop. */
export interface KositReports {
  /**
   * Checks a file and reports on it.
   * @param file without its facts if it cannot be read, or is no invoice.
   * @throws CallFailed `busy` as `Validator.check` does.
   */
  reportOn(
    file: DocumentToCheck | Pick<DocumentToCheck, 'bytes'>,
    stated: ReportStatement,
    access: PoolAccess,
  ): Promise<KositReporting>;
}

/** What a report states of its making. */
export interface ReportStatement {
  /** The program with its version. */
  readonly engine: string;
  /** Of the file, as the caller knows it. */
  readonly name: string;
  readonly time: Date;
}

export type KositReporting =
  | {
      readonly made: true;
      /** With marks for texts of ours, which are worded where it leaves. */
      readonly xml: string;
      readonly texts: readonly Text[];
      /** It recommends to accept the file. */
      readonly accepted: boolean;
    }
  /** A step did not run, and a report without it would accept what was not checked. */
  | { readonly made: false; readonly reason: Text };
