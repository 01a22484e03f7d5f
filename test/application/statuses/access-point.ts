import { invoiceResponses } from '../../../src/adapters/rails/peppol/invoice-responses.ts';
import { connectionTo } from '../../../src/adapters/rails/peppol/connection.ts';
import { DIALECTS } from '../../../src/adapters/rails/peppol/dialects.ts';
import { accessPointOf } from '../../../src/adapters/rails/peppol/access-point.ts';
import type { Outbound } from '../../../src/ports/outbound.ts';
import type { StatusMessages } from '../../../src/ports/rail/status-messages.ts';
import {
  type Answer,
  json,
  type ReceivedCall,
  type Reply,
  ScriptedNetwork,
} from '../../sandbox/scripted-network.ts';
import { PatientClient } from '../../sandbox/patient-client.ts';

/** The address in the credential. */
const NAMED = 'https://ap.example';

const identityIn = (body: string): string => /<InstanceIdentifier>([^<]+)/.exec(body)?.[1] ?? '';

/** The simulated phoss-ap. A call is named `submit`, `status` or `list`. */
class AccessPoint extends ScriptedNetwork {
  /** Submits that find no connection, by their number. */
  readonly unreachable = new Set<number>();
  private submits = 0;
  private readonly client = new PatientClient();

  constructor() {
    super(({ method, path }) =>
      method === 'POST' ? 'submit' : path.includes('/outbound/status/') ? 'status' : 'list',
    );
  }

  override script(answers: Parameters<ScriptedNetwork['script']>[0] = {}): void {
    super.script(answers);
    this.submits = 0;
    this.unreachable.clear();
  }

  /** The envelopes that it took. */
  get taken(): readonly string[] {
    return this.passed.filter(({ call }) => call === 'submit').map(({ body }) => body);
  }

  /** How often it took each message. */
  get times(): readonly number[] {
    const ids = this.taken.map(identityIn);
    return [...new Set(ids)].map((id) => ids.filter((each) => each === id).length);
  }

  readonly outbound: Outbound = {
    call: async (request) => {
      if (request.method === 'POST') this.submits += 1;
      if (request.method === 'POST' && this.unreachable.has(this.submits))
        return { outcome: 'unreachable', reason: 'ECONNREFUSED' };
      const url = request.url.replace(NAMED, `${this.url}/peppol/phoss-ap`);
      return this.client.call({ ...request, url, namedBy: 'operator' });
    },
    reasonAgainst: async () => undefined,
  };
}

export const accessPoint = new AccessPoint();

let users = 0;

/** One access point for all files that one process runs. */
export function whileTheAccessPointRuns(): void {
  before(async () => {
    users += 1;
    if (users === 1) await accessPoint.simulate();
  });
  after(async () => {
    users -= 1;
    if (users === 0) await accessPoint.close();
  });
}

/** The access point takes the message, and its first try ended so. */
export const tried =
  (status: 200 | 422, report: object): Answer =>
  async ({ body }, simulator) => {
    await simulator.pass();
    return json({ ...report, sbdhInstanceIdentifier: identityIn(body) }, status);
  };

/** The state of a transaction. */
export const inState =
  (state: object) =>
  ({ path }: ReceivedCall): Reply => {
    const id = decodeURIComponent(/\/status\/([^?]+)/.exec(path)?.[1] ?? '');
    return json({ id: 't-1', sbdhInstanceID: id, attemptCount: 1, ...state });
  };

/** Invoice Responses over an access point, without the rest of the rail. */
export const responsesOver = (outbound: Outbound): StatusMessages =>
  invoiceResponses(({ value }) => {
    const accessPoint = accessPointOf(value);
    if (!accessPoint) return undefined;
    const dialect = DIALECTS[accessPoint.dialect];
    return { dialect, connection: connectionTo(accessPoint, outbound, (to) => dialect.logIn(to)) };
  });
