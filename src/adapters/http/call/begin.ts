import type { RequestHandler } from 'express';
import { senderOf } from './address.ts';
import type { ApiDeps } from './api-deps.ts';
import { beginCall, type Call, callOf, findInvoiceId } from './call.ts';
import { onlyHeader } from './headers.ts';
import type { SampledLines } from './sampled-lines.ts';

const REQUEST_ID = /^[\x21-\x7e]{1,100}$/;

/** The status in log and metrics if the caller hangs up before the answer. */
const NOT_ANSWERED = 499;

/** Gives the call its id. At its end it is logged and counted. */
export function begin({ ids, log, telemetry }: ApiDeps, lines: SampledLines): RequestHandler {
  return (req, res, next) => {
    const named = onlyHeader(req, 'x-request-id').value ?? '';
    const requestId = REQUEST_ID.test(named) ? named : ids.next('req');
    const startedAt = performance.now();
    beginCall(res, { requestId, sender: senderOf(req) });
    res.set('X-Request-Id', requestId).set('Cache-Control', 'no-store');
    res.once('close', () => {
      const call = callOf(res);
      const { operation, caller, answeredAt } = call;
      const invoiceId = findInvoiceId(call);
      const seconds = ((answeredAt ?? performance.now()) - startedAt) / 1000;
      const status = res.headersSent ? res.statusCode : NOT_ANSWERED;
      telemetry.countAnswer(operation?.id ?? 'unknown', status, seconds);
      if (!isToBeLogged(call, status, lines)) return;
      log.info(
        {
          request_id: requestId,
          operation: operation?.id ?? 'unknown',
          status,
          duration_ms: Math.round(seconds * 1e6) / 1000,
          ...(invoiceId !== undefined && { invoice_id: invoiceId }),
          ...(caller && { key_id: caller.keyId }),
          ...(caller?.kind === 'client' && { client: caller.client }),
          ...(!res.writableFinished && { broken_off: true }),
        },
        'answered',
      );
    });
    next();
  };
}

/** The rate bounds the calls that count against it. The others are unbounded, so their lines are sampled. */
function isToBeLogged({ isCounted, caller, sender }: Call, status: number, lines: SampledLines): boolean {
  if (isCounted || status < 400) return true;
  const fields = { status, ...(caller && { key_id: caller.keyId }) };
  return lines.admits(`${caller?.keyId ?? sender} ${status}`, fields);
}
