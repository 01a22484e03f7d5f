import { dayOfFiling } from '../../domain/lifecycle/deadlines.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ComingVerdict } from '../../domain/findings/coming-verdict.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import { actingFor } from '../access/tenancy.ts';
import type { ExamineDocument } from './examine-document.ts';
import type { FindDoubts } from '../doubts/find-doubts.ts';
import { explainFindings } from '../catalogue/explain-findings.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import { fileFingerprintText } from '../../domain/invoice/fingerprint.ts';
import { doubtedLayers } from './doubted-layers.ts';
import { type ExaminedDocument, statedTotal } from './subject.ts';
import type { SendingWarnings } from './sending-warnings.ts';

interface FileVerdict {
  readonly layers: readonly Layer[];
  /** See `Examination`. */
  readonly next?: readonly ComingVerdict[];
  /** About its sending. */
  readonly warnings: readonly Finding[];
  /** The file, if it could be read. */
  readonly file?: { readonly kind: DocumentKind; readonly sha256: string };
}

/** The verdict on a finished file; stores nothing. */
export class ValidateFile {
  constructor(
    private readonly ports: {
      readonly examine: Pick<ExamineDocument, 'run'>;
      readonly digests: Digests;
      readonly sendingWarnings: Pick<SendingWarnings, 'run'>;
      readonly findDoubts: Pick<FindDoubts, 'besideOthers' | 'asWanted'>;
      readonly catalogue: Catalogue;
      readonly clock: Clock;
    },
  ) {}

  /**
   * @param on the day by whose packs it is checked, `YYYY-MM-DD`; that of its date if left out.
   * @throws CallFailed `busy` when every validator is.
   */
  async run(caller: Caller, route: Route, bytes: Uint8Array, on?: string): Promise<FileVerdict> {
    const access = { client: actingFor(caller, undefined), whenBusy: 'refuse' } as const;
    const day = on ?? dayOfFiling(route, this.ports.clock.now());
    const { layers, document, next } = await this.ports.examine.run(
      { route, source: { form: 'file', bytes, access, arrival: { day } }, on },
      access,
      { next: true },
    );
    const warnings = document ? await this.ports.sendingWarnings.run(route, document, access) : [];
    const beside = document ? await this.besideOthers(access.client, route, document) : [];
    return {
      layers: await doubtedLayers(layers, beside, (findings) =>
        this.ports.findDoubts.asWanted(access.client, findings),
      ),
      warnings,
      ...(next && { next }),
      ...(document && { file: { kind: document.kind, sha256: this.ports.digests.sha256(bytes) } }),
    };
  }

  private async besideOthers(
    client: string,
    route: Route,
    document: ExaminedDocument,
  ): Promise<readonly Finding[]> {
    const { digests, catalogue } = this.ports;
    const findings = await this.ports.findDoubts.besideOthers({
      client,
      route,
      number: document.number,
      total: statedTotal(document),
      fingerprint: () => digests.sha256(fileFingerprintText(route, digests.sha256(document.bytes))),
      deliveredSha256: () => digests.sha256(document.bytes),
    });
    return explainFindings(findings, catalogue, 'file');
  }
}
