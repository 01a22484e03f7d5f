import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../ports/log.ts';

/** How often the log repeats that the collector accepts nothing. */
const TOLD_EVERY_MS = 60_000;

type Done = Parameters<SpanExporter['export']>[1];

/** Logs spans that no collector accepted. They are lost, and nothing else is. */
export class ReportedExporter implements SpanExporter {
  private lost = 0;
  private toldAt = -Infinity;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  export(spans: ReadableSpan[], done: Done): void {
    this.exporter.export(spans, (result) => {
      // 0 is success (ExportResultCode of @opentelemetry/core).
      if (result.code !== 0) this.tell(spans.length, result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  /** The message of the error may contain the collector's answer. */
  private tell(spans: number, error: (Error & { readonly code?: unknown }) | undefined): void {
    this.lost += spans;
    if (performance.now() - this.toldAt < TOLD_EVERY_MS) return;
    this.toldAt = performance.now();
    this.log.warn({ lost: this.lost, reason: error?.code ?? error?.name }, 'no collector takes the spans');
    this.lost = 0;
  }
}
