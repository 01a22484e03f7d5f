import type { Pace } from '../../pace.ts';
import type { Schemas } from '../../schemas.ts';
import type { State } from '../../state.ts';
import type { Answers } from '../answers/answers.ts';
import type { Names } from '../participants.ts';
import type { InboundInvoices } from './inbound-invoices.ts';
import type { Sending } from './sending.ts';

/** What every access point works with. */
export interface AccessPointOptions {
  readonly sending: Sending;
  readonly answers: Answers;
  readonly invoices: InboundInvoices;
  readonly state: State;
  readonly pace: Pace;
  readonly schemas: Schemas;
  readonly names: Names;
}
