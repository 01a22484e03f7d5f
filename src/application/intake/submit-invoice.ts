import { CallFailed } from '../../domain/failures.ts';
import { fingerprintText } from '../../domain/invoice/fingerprint.ts';
import type { ParsedInvoice } from '../../domain/invoice/parse-canonical.ts';
import type { RouteRuleName } from '../../domain/routing/rules.ts';
import type { Format } from '../../domain/vocabulary/formats.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import { explainedFailure } from '../catalogue/explained.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import { canonicalSource, readOnce } from '../checking/subject.ts';
import { builtFormat } from './built-format.ts';
import type { ChooseRoute } from './choose-route.ts';
import { refuseAny } from './refuse-any.ts';
import type { Handover, Submitted, TakeIn } from './take-in.ts';

export interface Submission extends Handover {
  readonly document: unknown;
  /** The document as the caller wrote it, UTF-8. */
  readonly canonical: Uint8Array;
  /** The invoice number when left out. */
  readonly invoiceRef?: string;
  /** The router chooses when left out. */
  readonly route?: Route;
  readonly format?: Format;
  readonly erpTotals?: unknown;
}

interface Tools {
  readonly router: Pick<ChooseRoute, 'run'>;
  readonly examine: Pick<ExamineDocument, 'atOnce'>;
  readonly takeIn: Pick<TakeIn, 'run'>;
  readonly catalogue: Catalogue;
}

/** Takes an invoice in. What can be refused at once is refused here; the rest is queued. */
export class SubmitInvoice {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** @throws CallFailed `validation-failed`, `bad-request` (nothing builds this route or format), `no-master-key`, `busy` */
  async run(submission: Submission): Promise<Submitted> {
    try {
      return await this.#submit(submission);
    } catch (error) {
      throw explainedFailure(error, this.#tools.catalogue);
    }
  }

  async #submit(submission: Submission): Promise<Submitted> {
    const { examine, takeIn } = this.#tools;
    const { document, canonical: bytes, invoiceRef } = submission;
    const read = readOnce(document);
    const { route, rule } = await this.#route(submission, read);
    const format = builtFormat(route, submission.format);
    const source = canonicalSource({ ...submission, read, format });
    const { findings, known } = await examine.atOnce({ route, source });
    refuseAny(findings);
    const { number, issueDate } = known.invoice!.invoice;
    return takeIn.run(submission, {
      route,
      rule,
      invoiceRef: invoiceRef ?? number,
      number,
      issueDate,
      format,
      fingerprintText: fingerprintText(route, format, document),
      kind: 'canonical',
      bytes,
      isFinished: false,
    });
  }

  async #route(
    { client, route, format }: Submission,
    read: () => ParsedInvoice,
  ): Promise<{ readonly route: Route; readonly rule?: RouteRuleName }> {
    if (route) return { route };
    const document = read();
    if (!document.ok) throw new CallFailed({ kind: 'validation-failed', findings: document.findings });
    return this.#tools.router.run(client, document.invoice, format);
  }
}
