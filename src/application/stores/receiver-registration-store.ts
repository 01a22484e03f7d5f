import { isOver, type ReceiverRegistration } from '../../domain/registrations/receiver-registration.ts';
import type { ReceiverRegistrations } from '../../ports/receiver-registrations.ts';
import { ABSENT, oneOf, over, under } from '../../ports/rows.ts';
import { careOfRecords } from '../care/listed-care.ts';
import { replaceVersion } from './replace-version.ts';
import { type OpenRows, type RowOf, ROWS } from './rows.ts';

export function receiverRegistrationStore(open: OpenRows): ReceiverRegistrations {
  const rows = open('receiver_registrations');
  const list = async (...query: Parameters<typeof rows.list>): Promise<readonly ReceiverRegistration[]> =>
    (await rows.list(...query)).map(registrationOf);
  return {
    add: async (registration, audit) =>
      (await rows.add({ ...registration, slot: slotOf(registration) }, audit)) ? 'added' : 'exists',
    find: async (id) => (await list({ id }, { order: [] }))[0],
    findLive: async ({ route, participant }) =>
      (await list({ slot: slotOf({ route, participant }) }, { order: [] }))[0],
    list: ({ client, after, limit }) =>
      list({ client, id: after === undefined ? undefined : over(after) }, { order: ['id'], limit }),
    ofClient: (client) => list({ client }, { order: ['id'] }),
    unfinished: async (before, limit) => {
      const page = { order: ['updatedAt', 'id'], limit } as const;
      const updatedAt = under(before);
      const open = await list({ state: oneOf(UNFINISHED), updatedAt }, page);
      const unseen = await list({ state: 'active', seenAt: ABSENT, updatedAt }, page);
      return [...open, ...unseen].slice(0, limit);
    },
    // The row of a registration that is over leaves its slot to the next.
    replace: (registration, audit) => {
      const row: RowOf<'receiver_registrations'> = isOver(registration)
        ? registration
        : { ...registration, slot: slotOf(registration) };
      return replaceVersion(rows, ROWS.receiver_registrations, row, audit);
    },
    careList: async ({ client, ...query }) =>
      careOfRecords(await list({ client }, { order: ['id'] }), ({ participant }) => participant, query),
  };
}

const UNFINISHED = ['asked', 'looked_up', 'requested', 'releasing'] as const;

const slotOf = ({ route, participant }: Pick<ReceiverRegistration, 'route' | 'participant'>): string =>
  JSON.stringify([route, participant]);

const registrationOf = ({
  slot: _slot,
  ...registration
}: RowOf<'receiver_registrations'>): ReceiverRegistration => registration;
