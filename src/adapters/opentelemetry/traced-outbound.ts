import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { isUrl } from '../../domain/is-url.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../ports/outbound.ts';
import type { Tracing } from '../../ports/tracing.ts';

/**
 * A span for each outgoing call. It names the host if the operator has set it. An address that a client names is not recorded,
 * because paths and queries may hold ids and tokens. No header is added: networks learn nothing of our traces.
 */
export class TracedOutbound implements Outbound {
  constructor(
    private readonly outbound: Outbound,
    private readonly tracing: Tracing,
  ) {}

  call(request: OutboundRequest): Promise<OutboundAnswer> {
    const { method, namedBy, url } = request;
    const attributes = {
      'http.request.method': method,
      'server.address': namedBy === 'operator' ? hostOf(url) : undefined,
      named_by: namedBy,
    };
    return this.tracing.span({ name: method, kind: 'client', attributes }, async (span) => {
      const answer = await this.outbound.call(request);
      span.set({ outcome: answer.outcome });
      if (answer.outcome !== 'answered') span.fail(answer.outcome);
      else {
        span.set({ 'http.response.status_code': answer.status });
        if (answer.status >= 400) span.fail(String(answer.status));
      }
      return answer;
    });
  }

  reasonAgainst(url: string, namedBy?: 'client' | 'webhook-owner'): Promise<Text | undefined> {
    return this.outbound.reasonAgainst(url, namedBy);
  }
}

const hostOf = (url: string): string | undefined => (isUrl(url) ? new URL(url).hostname : undefined);
