/** Calls that are counted together, and their limit within this many seconds. */
interface Capped {
  readonly what: string;
  readonly of: RegExp;
  readonly windows: readonly (readonly [seconds: number, limit: number])[];
}

export interface CappedRoute {
  readonly route: string;
  readonly example: string;
  readonly whose: string;
  /** They share the invoices evenly. */
  readonly clients: readonly string[];
  readonly end: string;
  /** The first one is the call for which invoices wait. */
  readonly caps: readonly [Capped, ...Capped[]];
  /** The last call for an invoice. */
  readonly last: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  /** The calls of most sends, if invoices may be sent in batches. */
  readonly batch?: { readonly sent: RegExp; readonly most: number };
}

/** A session of KSeF, and the calls within it. */
const IN_KSEF = {
  example: 'over-pl-ksef',
  route: 'PL-KSEF',
  end: 'accepted',
  caps: [
    {
      what: 'sends',
      of: /^POST .*\/sessions\/online\/[^/]+\/invoices$/,
      windows: [
        [1, 10],
        [60, 30],
        [3600, 180],
      ],
    },
    {
      what: 'statuses',
      of: /^GET .*\/sessions\/[^/]+\/invoices(\/[^/]+|\?.*)?$/,
      windows: [
        [1, 30],
        [60, 120],
        [3600, 1200],
      ],
    },
    {
      what: 'lists of a session',
      of: /^GET .*\/sessions\/[^/]+\/invoices(\?.*)?$/,
      windows: [
        [1, 10],
        [60, 20],
        [3600, 200],
      ],
    },
    {
      what: 'opened sessions',
      of: /^POST .*\/sessions\/online$/,
      windows: [
        [1, 10],
        [60, 30],
        [3600, 120],
      ],
    },
    {
      what: 'receipts',
      of: /^GET .*\/upo$/,
      windows: [
        [1, 10],
        [60, 120],
        [3600, 1200],
      ],
    },
  ],
  last: /\/upo$/,
} as const satisfies Omit<CappedRoute, 'whose' | 'clients'>;

/** The limits of the contract's table (part 8) and of KSeF for one company, as the simulated network counts them. */
export const CAPPED_ROUTES: readonly CappedRoute[] = [
  {
    route: 'RO-EFACTURA',
    whose: 'one client',
    example: 'over-ro-efactura',
    clients: ['acme'],
    end: 'accepted',
    caps: [{ what: 'calls', of: /\/FCTEL\/rest\//, windows: [[60, 1000]] }],
    last: /\/descarcare\?/,
  },
  { ...IN_KSEF, whose: 'one client', clients: ['acme'] },
  {
    ...IN_KSEF,
    whose: 'one client in batches',
    clients: ['acme'],
    env: { KSEF_BATCH: '1' },
    caps: [
      ...IN_KSEF.caps,
      {
        what: 'opened batches',
        of: /^POST .*\/sessions\/batch$/,
        windows: [
          [1, 10],
          [60, 20],
          [3600, 60],
        ],
      },
    ],
    batch: { sent: /^POST .*\/sessions\/batch\/[^/]+\/close$/, most: 200 },
  },
  // Each client alone may send as many invoices as KSeF accepts from their company.
  { ...IN_KSEF, whose: 'two clients of one company', clients: ['acme', 'zeta'] },
];
