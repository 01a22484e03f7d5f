import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import { type Caller, contextOfCaller } from './credential.ts';
import type { Call, Ksef, KsefResponse } from './ksef.ts';
import type { IndividualLimits } from './individual-limits.ts';
import { LIMITS, type Limited, type Limits } from './limits.ts';
import type { KsefTokens } from './tokens.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

/** Calls that need a log-in. They stay within KSeF's limits, and renew a refused token once. */
export class KsefCalls {
  constructor(
    private readonly ksef: Ksef,
    private readonly tokens: KsefTokens,
    private readonly limits: Limits,
    private readonly individual: IndividualLimits,
  ) {}

  /** @returns undefined after a successful log-in. */
  async failureOf(caller: Caller): Promise<RailAnswer | undefined> {
    const access = await this.tokens.of(caller);
    return 'failed' in access ? access.failed : undefined;
  }

  async call(
    caller: Caller,
    limited: Limited,
    call: Call,
  ): Promise<Exclude<KsefResponse, { as: 'unauthorised' }>> {
    const first = await this.tokens.of(caller);
    if ('failed' in first) return { kind: 'failure', failure: first.failed };
    const response = await this.callOnce(caller, limited, call, first.token);
    if (response.kind !== 'unauthorised') return response;
    const second = await this.tokens.of(caller, first.token);
    if ('failed' in second) return { kind: 'failure', failure: second.failed };
    const again = await this.callOnce(caller, limited, call, second.token);
    if (again.kind !== 'unauthorised') return again;
    return { kind: 'failure', failure: { mapping: statuses.credentialRefused, raw: { status: 401 } } };
  }

  /** Whether KSeF blocks such calls now. Makes no call. */
  block(caller: Caller, limited: Limited): Promise<RailAnswer | undefined> {
    return this.limits.block(contextOfCaller(caller), limited, this.individual.findKnown(caller) ?? LIMITS);
  }

  private async callOnce(caller: Caller, limited: Limited, call: Call, token: string): Promise<KsefResponse> {
    const windows = await this.individual.of(caller, token);
    const response = await this.limits.run(contextOfCaller(caller), limited, windows, () =>
      this.ksef.call({ ...call, calls: caller.credential.calls }, token),
    );
    if (
      response.kind === 'failure' &&
      response.failure.raw !== undefined &&
      response.failure.mapping === statuses.tooMany
    )
      this.individual.doubt(caller);
    return response;
  }
}
