import type { ClientRecord, ClientStage } from '../../../domain/clients/client-record.ts';
import type { DoubtModes } from '../../../domain/checks/pre-check/doubts.ts';
import type { StatedDefaults } from '../../../domain/invoice/completions/completion.ts';
import type { Language } from '../../../domain/words/language.ts';
import type { Route } from '../../../domain/vocabulary/route.ts';
import type { Handlers } from '../call/handlers.ts';

interface ProfileBody {
  readonly name?: string | null;
  readonly partner?: string | null;
  readonly stage?: ClientStage | null;
  readonly contact_email?: string | null;
  readonly language?: Language | null;
  readonly legal_entities?: readonly string[] | null;
  readonly countries?: readonly string[] | null;
  readonly retention_days?: { readonly text: string } | null;
  readonly collect?: readonly Route[] | null;
  readonly collect_third_party?: boolean | null;
  readonly plausibility?: DoubtModes | null;
  readonly connectors?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>> | null;
  readonly fr?: StatedDefaults | null;
  readonly de?: StatedDefaults | null;
}

export const clientHandlers = {
  listClients: async ({ caller, request }, { useCases }) => {
    const query = request.query as { partner?: string; after?: string };
    const { records, truncated } = await useCases.listClients.run(caller, query);
    const next = truncated ? records.at(-1)?.client : undefined;
    return { status: 200, json: { data: records.map(clientEntry), truncated, next } };
  },

  setProfile: async ({ caller, body, parameters, requestId }, { useCases }) => {
    const sent = body.json as ProfileBody;
    const change = {
      name: sent.name,
      partner: sent.partner,
      stage: sent.stage,
      contactEmail: sent.contact_email,
      language: sent.language,
      legalEntities: sent.legal_entities,
      countries: sent.countries,
      retentionDays: sent.retention_days && Number(sent.retention_days.text),
      collect: sent.collect,
      collectThirdParty: sent.collect_third_party,
      plausibility: sent.plausibility,
      connectors: sent.connectors,
      fr: sent.fr,
      de: sent.de,
    };
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const record = await useCases.setProfile.run(caller, parameters.client ?? '', given, requestId);
    return { status: 200, json: wholeRecord(record) };
  },

  readProfile: async ({ caller, parameters }, { useCases }) => {
    const record = await useCases.readProfile.run(caller, parameters.client ?? '');
    return { status: 200, json: wholeRecord(record) };
  },
} satisfies Partial<Handlers>;

/** Contract 2.11. */
const clientEntry = (record: ClientRecord) => ({
  client: record.client,
  name: record.name ?? null,
  partner: record.partner ?? null,
  stage: record.stage,
  contact_email: record.contactEmail ?? null,
  language: record.language,
  legal_entities: record.legalEntities,
  countries: record.countries,
  retention_days: record.retentionDays ?? null,
  collect: record.collect,
  collect_third_party: record.collectThirdParty ?? false,
  updated_at: record.updatedAt.toISOString(),
});

const wholeRecord = (record: ClientRecord) => ({
  ...clientEntry(record),
  plausibility: record.plausibility ?? {},
  connectors_set: connectorsSet(record),
});

const connectorsSet = ({ connectorsSet: set }: ClientRecord) =>
  Object.fromEntries(Object.entries(set).map(([name, groups]) => [name, groups.split(' ')]));
