import { once } from 'node:events';
import type { RequestHandler } from 'express';
import type { Tracing } from '../../../ports/tracing.ts';
import { callOf, findInvoiceId } from './call.ts';
import { onlyHeader } from './headers.ts';

/** Monitoring asks for it every few seconds. */
const NOT_TRACED: ReadonlySet<string> = new Set(['readHealth']);

/**
 * Makes a span for each call of an operation, from its path to the last byte of its answer. The span continues the trace that
 * the caller names.
 */
export function traceCalls(tracing: Tracing): RequestHandler {
  return (req, res, next) => {
    const { operation, requestId } = callOf(res);
    if (!operation || NOT_TRACED.has(operation.id) || res.closed) return next();
    const start = {
      name: operation.id,
      kind: 'server',
      attributes: { 'http.request.method': req.method, operation: operation.id, request_id: requestId },
      continues: onlyHeader(req, 'traceparent').value,
    } as const;
    const call = tracing.span(start, async (span) => {
      const closed = once(res, 'close');
      next();
      await closed;
      span.set({ 'http.response.status_code': res.statusCode, invoice_id: findInvoiceId(callOf(res)) });
      if (res.statusCode >= 500) span.fail(String(res.statusCode));
      else if (!res.writableFinished) span.fail('broken off');
    });
    call.catch(() => undefined);
  };
}
