import { randomUUID } from 'node:crypto';
import { type Answer, type Call, json } from '../../../network.ts';
import type { State } from '../../../state.ts';
import { type Names, participant } from '../../participants.ts';
import { failure } from './documents.ts';

const ROUTE = 'PEPPOL';
const KIND = 'recommand-identifier';
const PROVIDER = 'recommand';
/** A company that sends and does not receive. */
const ONLY_SENDS = /-SENDER$/i;

/** As the API shows it (recommand-peppol f26b74e, api/companies/identifiers/shared.ts), and its team. */
interface Kept {
  readonly team: string;
  readonly shown: {
    readonly id: string;
    readonly companyId: string;
    readonly scheme: string;
    readonly identifier: string;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
}

/** Companies and their identifiers (recommand-peppol f26b74e, data/company-identifiers.ts and data/phoss-smp/index.ts). */
export class RecommandCompanies {
  constructor(
    private readonly state: State,
    private readonly names: Names,
  ) {}

  company({ params }: Call): Answer {
    const id = params['companyId'] ?? '';
    if (!isCompany(id)) return failure(404, 'Company not found');
    const at = '2026-01-01T00:00:00.000Z';
    const company = {
      id,
      teamId: 'team_sandbox',
      name: `Company ${id}`,
      address: 'Sandbox street 1',
      postalCode: '1000',
      city: 'Brussels',
      country: 'BE',
      enterpriseNumberScheme: null,
      enterpriseNumber: '',
      vatNumber: '',
      email: null,
      phone: null,
      isSmpRecipient: !ONLY_SENDS.test(id),
      isVerified: true,
      createdAt: at,
      updatedAt: at,
    };
    return json(200, { success: true, company });
  }

  identifiers({ params }: Call, team: string): Answer {
    const id = params['companyId'] ?? '';
    if (!isCompany(id)) return failure(404, 'Company not found');
    return json(200, { success: true, identifiers: this.of(team, id).map(({ shown }) => shown) });
  }

  create({ params, body }: Call, team: string): Answer {
    const companyId = params['companyId'] ?? '';
    if (!isCompany(companyId)) return failure(404, 'Company not found');
    const sent = identifierIn(body);
    if (!sent) return json(400, { success: false, errors: { scheme: ['Scheme is required'] } });
    const scheme = sent.scheme.replaceAll(/\D/g, '');
    const identifier = sent.identifier
      .toLowerCase()
      .trim()
      .replaceAll(/[^a-z0-9\-._~]/g, '');
    const address = `${scheme}:${identifier}`;
    if (scheme === '' || identifier === '')
      return failure(400, 'Invalid identifier. The identifier must be a non-empty string.');
    if (this.all().some(({ shown }) => shown.scheme === scheme && shown.identifier === identifier))
      return failure(
        400,
        `Company identifier with scheme '${sent.scheme}' and value '${sent.identifier}' already exists`,
      );
    const who = participant(address);
    if (!who) return failure(500, 'Could not create company identifier');
    this.names.learn(who);
    if (!ONLY_SENDS.test(companyId)) {
      const elsewhere = this.placeOf(address);
      if (elsewhere !== undefined)
        return failure(
          400,
          `Failed to register company identifier ${address}, it might already be registered with another SMP (${elsewhere}). Please revoke your registration with the other SMP and try again. Feel free to contact support@recommand.eu if you are unsure about how to proceed.`,
        );
      this.names.register(who, { provider: PROVIDER, account: `${team} ${companyId}` });
    }
    const now = new Date().toISOString();
    const id = `ci_${randomUUID().replaceAll('-', '')}`;
    const shown = { id, companyId, scheme, identifier, createdAt: now, updatedAt: now };
    this.state.keep(ROUTE, KIND, id, { team, shown } satisfies Kept);
    return json(200, { success: true, identifier: shown });
  }

  remove({ params }: Call, team: string): Answer {
    const known = this.of(team, params['companyId'] ?? '').find(
      ({ shown }) => shown.id === params['identifierId'],
    );
    if (!known) return failure(404, 'Company identifier not found');
    const who = participant(`${known.shown.scheme}:${known.shown.identifier}`);
    if (who && this.names.registeredAt(who.value)?.provider === PROVIDER) this.names.unregister(who);
    this.state.unkeep(ROUTE, KIND, known.shown.id);
    return json(200, { success: true });
  }

  /** The SMP that has it already. */
  private placeOf(address: string): string | undefined {
    const who = this.names.find(address);
    return who?.dns === 'none' || who?.smp === 'not-found' ? undefined : 'smp.sandbox.invalid';
  }

  private of(team: string, company: string): readonly Kept[] {
    return this.all().filter((one) => one.team === team && one.shown.companyId === company);
  }

  private all(): readonly Kept[] {
    return this.state.allKept<Kept>(ROUTE, KIND);
  }
}

const isCompany = (id: string): boolean => /^c_/.test(id);

function identifierIn(body: Buffer): { readonly scheme: string; readonly identifier: string } | undefined {
  try {
    const { scheme, identifier } = JSON.parse(body.toString()) as Record<string, unknown>;
    const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
    return isText(scheme) && isText(identifier) ? { scheme, identifier } : undefined;
  } catch {
    return undefined;
  }
}
