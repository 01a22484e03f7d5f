import type { components } from '../../../client/client.ts';
import { collected } from '../../app/clients.ts';
import { service } from '../../app/session.ts';

export type Key = components['schemas']['KeyCore'];
export type Credential = components['schemas']['Credential'];
export type Registration = components['schemas']['Registration'];
export type Connection = components['schemas']['Connection'];
export type AuditRow = components['schemas']['AuditRow'];

/** The keys that work, newest first. */
export async function liveKeys(client: string): Promise<readonly Key[]> {
  const all = await collected(service().list('/keys', { client }));
  const live = all.filter((key) => key.revoked_at === undefined);
  return live.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
}

/** The credentials that are used. */
export async function liveCredentials(client: string): Promise<readonly Credential[]> {
  const all = await collected(service().list('/credentials', { client }));
  return all.filter((credential) => credential.revoked_at === undefined);
}

/** Those that are not over, and those that have failed and were not tried again; the newest first. */
export async function liveRegistrations(client: string): Promise<readonly Registration[]> {
  const all = await collected(service().registrations(client));
  const newest = new Map(all.map((one) => [one.participant, one.id]));
  return all
    .filter(({ id, participant, state }) =>
      state === 'failed' ? newest.get(participant) === id : state !== 'released',
    )
    .toReversed();
}

/** Those that are not over, and those that have failed and were not asked again; the newest first. */
export async function liveConnections(client: string): Promise<readonly Connection[]> {
  const all = await collected(service().connections(client));
  const newest = new Map(all.map((one) => [one.company, one.id]));
  return all
    .filter(({ id, company, state }) => (state === 'failed' ? newest.get(company) === id : state !== 'ended'))
    .toReversed();
}
