import { audienceOf } from '../phase4.ts';
import { type Answer, type Call, type Endpoint, escape, text, xml } from '../../../network.ts';
import type { State } from '../../../state.ts';
import { PARTICIPANT_SCHEME } from '../../identifiers.ts';
import { type Names, type Participant, participant } from '../../participants.ts';

const ROUTE = 'PEPPOL';
const KIND = 'phoss-smp-group';
const PROVIDER = 'phoss-smp';
const PATH = `/${PROVIDER}`;
const NAMESPACE = 'http://busdox.org/serviceMetadata/publishing/1.0/';

/** A service group with the document types of its metadata. */
interface Group {
  readonly owner: string;
  readonly participant: string;
  readonly types: readonly string[];
}

type Owned = (call: Call, owner: string) => Answer;

/**
 * phoss SMP (phax/phoss-smp bb7accef, `SMPRestFilter` and its `APIExecutor*`): service groups, metadata and inbound migration. Errors
 * are plain text. The sandbox accepts every log-in except one that ends `-REFUSED`, and every migration key except one with `WRONG`.
 */
export function phossSmpEndpoints(state: State, names: Names): readonly Endpoint[] {
  const groups = new Groups(state, names);
  const owned = (method: Endpoint['method'], path: string, answer: Owned): Endpoint => ({
    method,
    path: PATH + path,
    answer: (call) => {
      const [, token = ''] = /^(?:Basic|Bearer) (\S+)$/.exec(call.headers.authorization ?? '') ?? [];
      return token === '' || token.endsWith('-REFUSED')
        ? text(403, 'Missing required authentication\n')
        : answer(call, audienceOf(token));
    },
  });
  return [
    owned('PUT', '/migration/inbound', (call, owner) => groups.migrate(call, owner)),
    owned('PUT', '/:participant', (call, owner) => groups.put(call, owner)),
    owned('DELETE', '/:participant', (call, owner) => groups.remove(call, owner)),
    owned('PUT', '/:participant/services/:type', (call, owner) => groups.putType(call, owner)),
    { method: 'GET', path: `${PATH}/:participant`, answer: (call) => groups.get(call) },
  ];
}

class Groups {
  constructor(
    private readonly state: State,
    private readonly names: Names,
  ) {}

  get({ params }: Call): Answer {
    const who = whoIn(params['participant']);
    const group = who && this.find(who);
    if (!who || !group) return text(404, `Service group '${params['participant'] ?? ''}' was not found\n`);
    const references = group.types.map(
      (type) =>
        `<ServiceMetadataReference href="${PATH}/${encodeURIComponent(nameOf(who))}/services/${encodeURIComponent(type)}"/>`,
    );
    return xml(
      200,
      `<ServiceGroup xmlns="${NAMESPACE}"><ParticipantIdentifier scheme="${PARTICIPANT_SCHEME}">${escape(who.value)}</ParticipantIdentifier><ServiceMetadataReferenceCollection>${references.join('')}</ServiceMetadataReferenceCollection></ServiceGroup>`,
    );
  }

  put({ params, query, body }: Call, owner: string): Answer {
    const who = whoIn(params['participant']);
    if (!who) return text(400, `Failed to parse service group '${params['participant'] ?? ''}'\n`);
    if (!body.includes(`>${who.value}<`))
      return text(400, 'ServiceGroup inconsistency. The URL and the body name different participants\n');
    if (this.find(who)) return { status: 200 };
    if (query.get('create-in-sml') !== 'false') {
      this.names.learn(who);
      const now = this.names.find(who.value);
      if (now?.dns !== 'none' && now?.smp !== 'not-found')
        return text(
          500,
          `Failed to create '${nameOf(who)}' in SML - Could not create business ${nameOf(who)} in SML - [ERR-106] already exist\n`,
        );
      this.names.register(who, { provider: PROVIDER, account: owner });
    }
    this.keep({ owner, participant: who.value, types: [] });
    return { status: 200 };
  }

  putType({ params, body }: Call, owner: string): Answer {
    const who = whoIn(params['participant']);
    const type = params['type'] ?? '';
    const group = who && this.find(who);
    if (!group) return text(404, `Service group '${params['participant'] ?? ''}' was not found\n`);
    if (group.owner !== owner) return text(403, 'The service group has another owner\n');
    if (!body.includes('<Certificate>') || !body.includes('transportProfile='))
      return text(400, 'Failed to parse ServiceMetadata\n');
    this.keep({ ...group, types: [...new Set([...group.types, type])] });
    return { status: 200 };
  }

  remove({ params }: Call, owner: string): Answer {
    const who = whoIn(params['participant']);
    const group = who && this.find(who);
    if (!who || !group) return text(404, `Service group '${params['participant'] ?? ''}' does not exist\n`);
    if (group.owner !== owner) return text(403, 'The service group has another owner\n');
    if (this.names.registeredAt(who.value)?.provider === PROVIDER) this.names.unregister(who);
    this.state.unkeep(ROUTE, KIND, who.value);
    return { status: 200 };
  }

  migrate({ body }: Call, owner: string): Answer {
    const textOf = (name: string): string =>
      new RegExp(`<${name}>([^<]*)</${name}>`).exec(body.toString())?.[1] ?? '';
    const who = whoIn(textOf('participantID'));
    const key = textOf('migrationKey');
    if (!who) return text(400, "The XML payload is missing the 'participantID' element content.\n");
    if (key === '') return text(400, "The XML payload is missing the 'migrationKey' element content.\n");
    if (this.find(who)) return text(400, `The Service Group '${nameOf(who)}' already exists.\n`);
    if (key.includes('WRONG'))
      return text(
        500,
        `Failed to confirm the migration for participant '${nameOf(who)}' in SML, hence the migration failed. Please check the participant identifier and the migration key.\n`,
      );
    this.names.learn(who);
    this.names.register(who, { provider: PROVIDER, account: owner });
    this.keep({ owner, participant: who.value, types: [] });
    return xml(
      200,
      '<migrationInboundResponse success="true" serviceGroupCreated="true" migrationCreated="true"/>',
    );
  }

  private find({ value }: Participant): Group | undefined {
    return this.state.findKept<Group>(ROUTE, KIND, value);
  }

  private keep(group: Group): void {
    this.state.keep(ROUTE, KIND, group.participant, group);
  }
}

const nameOf = ({ value }: Participant): string => `${PARTICIPANT_SCHEME}::${value}`;

const whoIn = (id = ''): Participant | undefined =>
  id.startsWith(`${PARTICIPANT_SCHEME}::`) ? participant(id) : undefined;
