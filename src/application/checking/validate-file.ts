import type { Caller } from '../../domain/access/caller.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { Layer } from '../../domain/findings/layer.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Digests } from '../../ports/digests.ts';
import { actingFor } from '../access/tenancy.ts';
import type { ExamineDocument } from './examine-document.ts';
import type { SendingWarnings } from './sending-warnings.ts';

export interface FileVerdict {
  readonly layers: readonly Layer[];
  /** About its sending. */
  readonly warnings: readonly Finding[];
  /** The file, if it could be read. */
  readonly file?: { readonly kind: DocumentKind; readonly sha256: string };
}

/** The verdict on a finished file; stores nothing. */
export class ValidateFile {
  constructor(
    private readonly examine: Pick<ExamineDocument, 'run'>,
    private readonly digests: Digests,
    private readonly sending: Pick<SendingWarnings, 'run'>,
  ) {}

  /**
   * @throws CallFailed `busy` when every validator is.
   */
  async run(caller: Caller, route: Route, bytes: Uint8Array): Promise<FileVerdict> {
    const access = { client: actingFor(caller, undefined), whenBusy: 'refuse' } as const;
    const { layers, document } = await this.examine.run(
      { route, source: { form: 'file', bytes, access } },
      access,
    );
    const warnings = document ? await this.sending.run(route, document, access) : [];
    return {
      layers,
      warnings,
      ...(document && { file: { kind: document.kind, sha256: this.digests.sha256(bytes) } }),
    };
  }
}
