import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import {
  type ClientRecord,
  type ClientStage,
  isStopped,
  newClient,
} from '../../domain/clients/client-record.ts';
import {
  applyChange,
  changedConnectors,
  type ClientSettings,
  groupsSet,
} from '../../domain/clients/client-settings.ts';
import type { DoubtModes } from '../../domain/checks/pre-check/doubts.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { refusedSettings } from '../../domain/mapping/connector-settings.ts';
import { ROUTE_PROFILES } from '../../domain/routes/all.ts';
import type { Mappings } from '../../domain/mapping/mappings.ts';
import type { Language } from '../../domain/words/language.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { badRequest, requestFinding } from '../requests/request-finding.ts';
import { openSettings, sealSettings } from './sealed-settings.ts';

/** A member left out keeps its value, null empties it. */
interface ProfileChange {
  readonly name?: string | null | undefined;
  readonly partner?: string | null | undefined;
  readonly stage?: ClientStage | null | undefined;
  readonly contactEmail?: string | null | undefined;
  readonly language?: Language | null | undefined;
  readonly legalEntities?: readonly string[] | null | undefined;
  readonly countries?: readonly string[] | null | undefined;
  readonly retentionDays?: number | null | undefined;
  readonly collect?: readonly Route[] | null | undefined;
  readonly collectThirdParty?: boolean | null | undefined;
  readonly includeCanonical?: boolean | null | undefined;
  readonly plausibility?: DoubtModes | null | undefined;
  readonly connectors?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>> | null | undefined;
  readonly fr?: ClientSettings['fr'] | null | undefined;
  readonly de?: ClientSettings['de'] | null | undefined;
}

interface Ports {
  readonly clients: ClientStore;
  readonly content: TextSealer;
  readonly clock: Clock;
  readonly mappings: Mappings;
}

/** How often a change is tried again after the record was changed by another process. */
const TRIES = 10;

/** Sets a client's record. Only the operator calls it; the description of the call says so. */
export class SetProfile {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `bad-request`, `not-found` (the client was deleted), `no-master-key`, `busy` */
  async run(caller: Caller, client: string, change: ProfileChange, requestId: string): Promise<ClientRecord> {
    this.refuseWrong(change.connectors);
    refuseWrongDefaults(change);
    const { clients, clock } = this.ports;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = (await clients.find(client)) ?? newClient(client, clock.now());
      if (before.deletedAt)
        throw new CallFailed({
          kind: 'not-found',
          detail: say('calls.client-was-deleted-its-id-is-not-used'),
        });
      const record = await this.applyChange(before, change);
      const audit = {
        at: record.updatedAt,
        action: 'client_profile_set',
        actor: caller.keyId,
        client,
        subject: client,
        requestId,
        details: { fields: Object.keys(change).sort().join(' '), stage: record.stage },
      };
      if (await clients.replace(record, audit)) return record;
    }
    throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
  }

  private async applyChange(before: ClientRecord, change: ProfileChange): Promise<ClientRecord> {
    const { clock, content } = this.ports;
    const {
      sealedSettings: _sealed,
      name: _n,
      partner: _p,
      contactEmail: _c,
      language: _l,
      retentionDays: _r,
      plausibility: _m,
      collectThirdParty: _t,
      includeCanonical: _i,
      ...rest
    } = before;
    const opened = await openSettings(before, content);
    const settings: ClientSettings = {
      ...opened,
      connectors: changedConnectors(opened.connectors, change.connectors),
      fr: applyChange(opened.fr, change.fr),
      de: applyChange(opened.de, change.de),
    } as ClientSettings;
    const isSame = [change.connectors, change.fr, change.de].every((one) => one === undefined);
    const sealedSettings = isSame
      ? before.sealedSettings
      : await sealSettings(before.client, settings, content);
    const stage = applyChange(before.stage, change.stage) ?? 'onboarding';
    const values = {
      name: applyChange(before.name, change.name),
      partner: applyChange(before.partner, change.partner),
      contactEmail: applyChange(before.contactEmail, change.contactEmail),
      language: applyChange(before.language, change.language),
      retentionDays: applyChange(before.retentionDays, change.retentionDays),
      plausibility: applyChange(before.plausibility, change.plausibility),
      collectThirdParty: applyChange(before.collectThirdParty, change.collectThirdParty),
      includeCanonical: applyChange(before.includeCanonical, change.includeCanonical),
      sealedSettings,
    };
    return {
      ...rest,
      ...(Object.fromEntries(
        Object.entries(values).filter(([, value]) => value !== undefined),
      ) as typeof values & {}),
      version: before.version + 1,
      stage,
      ...(isStopped(stage) && stage !== before.stage && { stoppedAt: clock.now() }),
      legalEntities: applyChange(before.legalEntities, change.legalEntities) ?? [],
      countries: applyChange(before.countries, change.countries) ?? [],
      collect: applyChange(before.collect, change.collect) ?? [],
      connectorsSet: groupsSet(settings.connectors),
      updatedAt: clock.now(),
    } as ClientRecord;
  }

  /** @throws CallFailed `bad-request` naming each member that is wrong. */
  private refuseWrong(connectors: ProfileChange['connectors']): void {
    for (const [name, groups] of Object.entries(connectors ?? {})) {
      const path = `connectors.${name}`;
      const chosen = this.ports.mappings.choose(name, undefined);
      if (!chosen.ok) throw badRequest(path, chosen.message);
      const given = Object.entries(groups ?? {}).filter(([, value]) => value !== null);
      const errors = refusedSettings(Object.fromEntries(given), path).map(({ field = path, message }) =>
        requestFinding(field, message),
      );
      refuse(errors);
      const version = groups?.mapping_version;
      const choice =
        typeof version === 'string' ? this.ports.mappings.choose(name, version) : { ok: true as const };
      if (!choice.ok) throw badRequest(`${path}.mapping_version`, choice.message);
    }
  }
}

/** Checks the members that the client's record states for a route. @throws CallFailed `bad-request` */
function refuseWrongDefaults(change: ProfileChange): void {
  for (const { clientDefaults, mailing } of ROUTE_PROFILES)
    for (const stated of [clientDefaults, mailing]) {
      const sent = stated && change[stated.member];
      if (!sent) continue;
      const findings = stated.check(sent);
      refuse(findings.map(({ field, message }) => requestFinding(field ?? stated.member, message)));
    }
}

function refuse(errors: readonly Finding[]): void {
  if (errors.length === 0) return;
  throw new CallFailed({
    kind: 'bad-request',
    detail: sentences(...errors.map(({ message }) => message)),
    errors,
  });
}
