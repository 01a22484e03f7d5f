import type { ClientRecord } from '../../../domain/clients/client-record.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { pageToWire } from '../call/wire.ts';

export const clientHandlers = {
  listClients: async ({ caller, query }, { useCases }) =>
    answer(200, pageToWire(await useCases.listClients.run(caller, query), clientEntry)),

  setProfile: async ({ caller, body: sent, parameters, requestId }, { useCases }) => {
    const change = {
      name: sent.name,
      partner: sent.partner,
      stage: sent.stage,
      contactEmail: sent.contact_email,
      language: sent.language,
      legalEntities: sent.legal_entities,
      countries: sent.countries,
      retentionDays: sent.retention_days,
      collect: sent.collect,
      collectThirdParty: sent.collect_third_party,
      includeCanonical: sent.include_canonical,
      plausibility: sent.plausibility,
      connectors: sent.connectors,
      fr: sent.fr,
      de: sent.de,
    };
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const record = await useCases.setProfile.run(caller, parameters.client, given, requestId);
    return answer(200, wholeRecord(record));
  },

  readProfile: async ({ caller, parameters }, { useCases }) => {
    const record = await useCases.readProfile.run(caller, parameters.client);
    return answer(200, wholeRecord(record));
  },
} satisfies Partial<Handlers>;

/** Contract 2.11. */
const clientEntry = (record: ClientRecord): AnswerJson<'listClients'>['data'][number] => ({
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
  include_canonical: record.includeCanonical ?? false,
  updated_at: record.updatedAt.toISOString(),
  plausibility: record.plausibility ?? {},
});

const wholeRecord = (record: ClientRecord): AnswerJson<'readProfile'> => ({
  ...clientEntry(record),
  connectors_set: connectorsSet(record),
});

const connectorsSet = ({ connectorsSet: set }: ClientRecord) =>
  Object.fromEntries(Object.entries(set).map(([name, groups]) => [name, groups.split(' ')]));
