import { type Credential, isLive } from '../../domain/credentials/credential.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import { ABSENT, between, oneOf, over } from '../../ports/rows.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import type { OpenRows, RowOf } from './rows.ts';

export function credentialStore(open: OpenRows): CredentialStore {
  const rows = open('credentials');
  const list = async (...query: Parameters<typeof rows.list>): Promise<readonly Credential[]> =>
    (await rows.list(...query)).map(credentialOf);
  const find = async (id: string): Promise<Credential | undefined> => (await list({ id }, { order: [] }))[0];
  return {
    find,
    add: (credential, now, audit) => {
      const slot = slotOf(credential);
      return repeatOnConflict(async () => {
        if (await rows.add({ ...credential, slot }, audit)) return 'added';
        const holder = await rows.find({ slot });
        if (holder && isLive(holder, now)) return 'exists';
        // If it was replaced meanwhile by one with a later last day, it keeps its slot.
        if (holder)
          await rows.change({ id: holder.id, expiresOn: holder.expiresOn ?? ABSENT }, { slot: undefined });
        return undefined;
      });
    },
    list: ({ client, after, limit }) =>
      list({ client, id: after === undefined ? undefined : over(after) }, { order: ['id'], limit }),
    ofRoute: (client, route) => list({ client, route, revokedAt: ABSENT }, { order: [] }),
    replace: async (id, { sealedValue, expiresOn }, audit) => {
      const change = { sealedValue, expiresOn, problem: undefined };
      const isReplaced = await rows.change({ id, revokedAt: ABSENT }, change, audit);
      const present = await find(id);
      return present && !isReplaced ? 'revoked' : present;
    },
    noteProblem: async (id, problem) => void (await rows.change({ id }, { problem })),
    revoke: async (id, at, audit) => {
      await rows.change({ id, revokedAt: ABSENT }, { revokedAt: at, slot: undefined }, audit);
      return find(id);
    },
    ofKinds: (route, kinds, limit) =>
      list({ route, kind: oneOf(kinds), revokedAt: ABSENT }, { order: ['id'], limit }),
    expiring: (first, last, limit, client) =>
      list(
        { client, expiresOn: between(first, last), revokedAt: ABSENT },
        { order: ['expiresOn', 'id'], limit },
      ),
  };
}

const slotOf = ({ client, route, kind, legalEntity }: Credential): string =>
  JSON.stringify([client, route, kind, legalEntity ?? null]);

const credentialOf = ({ slot: _slot, ...credential }: RowOf<'credentials'>): Credential => credential;
