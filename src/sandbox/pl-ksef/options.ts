import type { Answer, Call } from '../network.ts';
import { json } from '../network.ts';
import type { State } from '../state.ts';
import { bodyOf, type Members } from './bodies.ts';
import { refuse } from './errors.ts';
import { ROUTE } from './route.ts';
import { UPO_SIGNATURES, type UpoSignature } from './upo-seal.ts';

/** Options that users of the sandbox may change. A reset restores these. */
interface Options {
  /** As in production: the last digit of every NIP must be right. */
  readonly nip_check: boolean;
  /** Whether a duplicate's status has the original's numbers beside their text. */
  readonly duplicate_extensions: boolean;
  /** Whether an invoice with an accepted number ends 440. */
  readonly duplicate_check: boolean;
  /** How many steps after its acceptance queries find an invoice. */
  readonly metadata_lag_steps: number;
  /** Most invoices of an exported package; the result is cut off after them. */
  readonly export_max_invoices: number;
  /** Most bytes of a part of an exported package, before its encryption. */
  readonly export_part_bytes: number;
  /** How long an exported package may be fetched. */
  readonly export_seconds: number;
  /** How long a batch waits for each of its parts. */
  readonly batch_upload_seconds: number;
  /** Whether sellers are registered for attachments in e-Urząd Skarbowy. Without that KSeF takes none, also in a batch. */
  readonly attachments_registered: boolean;
  /** The state that the availability service (Latarnia) reports. KSeF itself answers 503 unless it is `AVAILABLE`. */
  readonly availability: Availability;
  /** Groups of `/rate-limits` with other limits. */
  readonly rate_limits: Readonly<Record<string, Most>>;
  /** How receipts are signed. */
  readonly upo_signature: UpoSignature;
}

/** Most calls. */
export interface Most {
  readonly perSecond: number;
  readonly perMinute: number;
  readonly perHour: number;
}

const AVAILABILITIES = ['AVAILABLE', 'MAINTENANCE', 'FAILURE', 'TOTAL_FAILURE'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

const USUAL: Options = {
  nip_check: false,
  duplicate_extensions: true,
  duplicate_check: true,
  metadata_lag_steps: 1,
  export_max_invoices: 10_000,
  export_part_bytes: 50_000_000,
  export_seconds: 3600,
  batch_upload_seconds: 1200,
  attachments_registered: true,
  availability: 'AVAILABLE',
  rate_limits: {},
  upo_signature: 'NONE',
};

export const optionsOf = (state: State): Options => ({
  ...USUAL,
  ...state.findKept<Partial<Options>>(ROUTE, 'options', 'all'),
});

/** `PUT /sandbox/options`: changes the named options. */
export function changeOptions(state: State, call: Call): Answer {
  const body = bodyOf(call);
  const now = optionsOf(state);
  const changed: Options = {
    nip_check: body.optionalFlag('nip_check') ?? now.nip_check,
    duplicate_extensions: body.optionalFlag('duplicate_extensions') ?? now.duplicate_extensions,
    duplicate_check: body.optionalFlag('duplicate_check') ?? now.duplicate_check,
    metadata_lag_steps: body.optionalWhole('metadata_lag_steps') ?? now.metadata_lag_steps,
    export_max_invoices: body.optionalWhole('export_max_invoices') ?? now.export_max_invoices,
    export_part_bytes: body.optionalWhole('export_part_bytes') ?? now.export_part_bytes,
    export_seconds: body.optionalWhole('export_seconds') ?? now.export_seconds,
    batch_upload_seconds: body.optionalWhole('batch_upload_seconds') ?? now.batch_upload_seconds,
    attachments_registered: body.optionalFlag('attachments_registered') ?? now.attachments_registered,
    availability: oneOf(AVAILABILITIES, 'availability', body) ?? now.availability,
    rate_limits: limitsIn(body.optionalMembers('rate_limits')) ?? now.rate_limits,
    upo_signature: oneOf(UPO_SIGNATURES, 'upo_signature', body) ?? now.upo_signature,
  };
  state.keep(ROUTE, 'options', 'all', changed);
  return json(200, changed);
}

function oneOf<T extends string>(values: readonly T[], name: string, body: Members): T | undefined {
  const text = body.optionalText(name);
  const known = values.find((one) => one === text);
  if (text !== undefined && !known) throw refuse(21405, `'${name}' ma być: ${values.join(', ')}.`);
  return known;
}

const GROUPS = [
  ...[
    'onlineSession',
    'onlineSessionClose',
    'batchSession',
    'batchSessionClose',
    'invoiceSend',
    'invoiceStatus',
    'sessionList',
    'sessionInvoiceList',
  ],
  ...[
    'sessionMisc',
    'invoiceMetadata',
    'invoiceExport',
    'invoiceExportStatus',
    'invoiceDownload',
    'collectiveIdentifier',
    'other',
  ],
];

function limitsIn(members: Members | undefined): Options['rate_limits'] | undefined {
  if (!members) return undefined;
  const named = GROUPS.flatMap((group): readonly (readonly [string, Most])[] => {
    const own = members.optionalMembers(group);
    const whole = (name: string): number => own?.whole(name) ?? 0;
    return own
      ? [[group, { perSecond: whole('perSecond'), perMinute: whole('perMinute'), perHour: whole('perHour') }]]
      : [];
  });
  return Object.fromEntries(named);
}
