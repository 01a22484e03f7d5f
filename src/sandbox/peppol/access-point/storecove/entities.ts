import { type Answer, type Call, json } from '../../../network.ts';
import type { State } from '../../../state.ts';
import { PARTICIPANT_SCHEME } from '../../identifiers.ts';
import { type Names, participant } from '../../participants.ts';

const ROUTE = 'PEPPOL';
const KIND = 'storecove-identifier';
const PROVIDER = 'storecove';

/** Its names of schemes, by ICD. */
const ICDS: Readonly<Record<string, string>> = {
  'BE:EN': '0208',
  'BE:VAT': '9925',
  'DE:VAT': '9930',
  GLN: '0088',
  'NL:KVK': '0106',
  'NO:ORG': '0192',
};

interface Kept {
  readonly account: string;
  readonly entity: string;
  readonly scheme: string;
  readonly identifier: string;
}

/** Legal entities with their Peppol identifiers (laravel-trustup-io-storecove bf0038b5, `LegalEntitiesApi`, `PeppolIdentifiersApi`). */
export class StorecoveEntities {
  constructor(
    private readonly state: State,
    private readonly names: Names,
  ) {}

  entity({ params }: Call, account: string): Answer {
    const id = Number(params['id']);
    if (!Number.isInteger(id) || id <= 0) return { status: 404 };
    const identifiers = this.of(account, String(id)).map(({ scheme, identifier }) => ({
      superscheme: PARTICIPANT_SCHEME,
      scheme,
      identifier,
    }));
    return json(200, {
      id,
      party_name: `Entity ${id}`,
      acts_as_receiver: true,
      peppol_identifiers: identifiers,
    });
  }

  add({ params, body }: Call, account: string): Answer {
    const entity = params['id'] ?? '';
    const { superscheme, scheme = '', identifier = '' } = membersOf(body);
    const refuse = (source: string, details: string): Answer => json(422, [{ source, details }]);
    if (superscheme !== PARTICIPANT_SCHEME) return refuse('superscheme', 'is not included in the list');
    const icd = ICDS[scheme];
    if (icd === undefined) return refuse('scheme', 'is not included in the list');
    const who = participant(`${icd}:${identifier}`);
    if (!who) return refuse('identifier', 'is invalid');
    this.names.learn(who);
    const now = this.names.find(who.value);
    if (now?.dns !== 'none' && now?.smp !== 'not-found')
      return refuse('identifier', 'is already registered in the network');
    this.names.register(who, { provider: PROVIDER, account });
    this.state.keep(ROUTE, KIND, who.value, { account, entity, scheme, identifier } satisfies Kept);
    return json(200, { superscheme, scheme, identifier });
  }

  remove({ params }: Call, account: string): Answer {
    const known = this.of(account, params['id'] ?? '').find(
      ({ scheme, identifier }) => scheme === params['scheme'] && identifier === params['identifier'],
    );
    const who = known && participant(`${ICDS[known.scheme] ?? ''}:${known.identifier}`);
    if (!who) return { status: 404 };
    if (this.names.registeredAt(who.value)?.provider === PROVIDER) this.names.unregister(who);
    this.state.unkeep(ROUTE, KIND, who.value);
    return { status: 204 };
  }

  private of(account: string, entity: string): readonly Kept[] {
    return this.state
      .allKept<Kept>(ROUTE, KIND)
      .filter((one) => one.account === account && one.entity === entity);
  }
}

function membersOf(body: Buffer): Partial<Record<'superscheme' | 'scheme' | 'identifier', string>> {
  try {
    const read = JSON.parse(body.toString()) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(read).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
