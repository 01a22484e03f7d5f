import type { RouteStatuses } from '../profile.ts';

/** ANAF carries a text of the buyer about an invoice (RASP), and no codes: it accepts and refuses nothing. */
export const ROMANIAN_STATUSES: RouteStatuses = {
  seller: [],
  buyer: [{ status: 'message', code: 'RASP', reasons: null, needsReason: false, takesAmounts: false }],
  // UNTDID 1001: the buyer has issued it.
  selfBilledTypes: ['389'],
  reasonWords: {},
  wishes: [],
  buyersDocument: null,
  reasonsWithNote: [],
  wantsNote: [],
  note: 'required',
  order: null,
};
