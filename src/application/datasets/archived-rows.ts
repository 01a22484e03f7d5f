import type { InvoiceFigures, VatFigures } from '../../domain/invoice/figures.ts';
import { csvLine } from '../../domain/vocabulary/csv.ts';
import { join, Wording } from '../../domain/page/wording.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { KeptBytes } from '../../ports/archives.ts';
import type { MissingFile } from '../exports/missing-files.ts';
import type { ProofReader } from '../proof/show-proof.ts';
import { addTo, ArchivedSums, countedIn, type RateSum } from './archived-sums.ts';
import { headLine, inWords, type TableForm } from './table-words.ts';

/** What the table and the index of an archive say of an invoice. */
export interface ArchivedRow {
  readonly direction: 'out' | 'in';
  readonly id: string;
  readonly ref: string;
  readonly number?: string | undefined;
  readonly folder: string;
  readonly files: readonly ArchivedFile[];
  readonly missing: readonly MissingFile[];
  readonly figures: InvoiceFigures;
  readonly client: string;
  readonly route: string;
  readonly environment: string;
  readonly state: string;
  readonly networkNumber?: string | undefined;
  readonly buyerStatus?: string | undefined;
  readonly sha256?: string | undefined;
  readonly receivedAt: string;
  /** The number of the later one that counts in its place, or its id. */
  readonly sentAgainAs?: string | undefined;
}

export interface ArchivedFile {
  readonly kind: string;
  readonly path: string;
}

/** Rates beyond so many are added up in columns of their own. */
const MAX_RATE_COLUMNS = 40;
const OTHER = 'other';

/** The rows of an archive while it is made. They are kept compressed, so that a large archive needs little memory. */
export class ArchivedRows {
  private readonly rates = new Set<string>();
  readonly counts = { out: 0, in: 0, missing: 0 };
  readonly sums = new ArchivedSums();
  /** The first and the last day of the invoices. */
  issued: readonly [first: string, last: string] | undefined;
  private readonly companies = new Set<string>();

  constructor(private readonly bytes: KeptBytes) {}

  add(row: ArchivedRow): void {
    this.counts[row.direction] += 1;
    this.counts.missing += row.missing.length;
    this.noteDay(row.figures.issueDate);
    this.noteCompany(row);
    this.sums.add(row, this.sumsOf(row.figures.rates));
    this.bytes.add(new TextEncoder().encode(`${JSON.stringify(row)}\n`));
  }

  *all(): Generator<ArchivedRow> {
    // A record is never in two pieces.
    for (const piece of this.bytes.chunks())
      for (const line of new TextDecoder().decode(piece).split('\n'))
        if (line !== '') yield JSON.parse(line) as ArchivedRow;
  }

  /** Of whom all invoices are: it sent or received them. Undefined if they are of several. */
  get company(): string | undefined {
    const [first, second] = this.companies;
    return second === undefined ? first : undefined;
  }

  private noteCompany({ direction, figures: { seller, buyer } }: ArchivedRow): void {
    const name = direction === 'out' ? seller : buyer;
    if (name && this.companies.size < 2) this.companies.add(name);
  }

  private noteDay(day = ''): void {
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return;
    const [first, last] = this.issued ?? [day, day];
    this.issued = [day < first ? day : first, day > last ? day : last];
  }

  async *table(form: TableForm): AsyncGenerator<string> {
    const { reader } = form;
    const rates = [...this.rates].toSorted();
    yield headLine(
      COLUMNS.map(([name]) => name),
      form,
      rates.flatMap((rate) => rateHeads(rate, reader)),
    );
    for (const row of this.all()) {
      const sums = this.sumsOf(row.figures.rates);
      const cells = rates.flatMap((rate) => {
        const { taxable, tax } = sums.get(rate) ?? {};
        return [taxable, tax];
      });
      const { direction, route } = row;
      const stated = COLUMNS.map(([column, cellOf]) => {
        const cell = cellOf(row);
        return reader ? inWords(cell, { column, route, direction }, reader) : cell;
      });
      yield csvLine([...stated, ...cells], form);
    }
  }

  /** A document may state a rate twice. */
  private sumsOf(rates: readonly VatFigures[]): ReadonlyMap<string, RateSum> {
    const sums = new Map<string, RateSum>();
    for (const { taxable = 0, tax = 0, ...rate } of rates) addTo(sums, this.rateOf(rate), { taxable, tax });
    return sums;
  }

  /** `S_19`; category and rate are the words of others. */
  private rateOf({ category = '', rate = '' }: VatFigures): string {
    const isUsual = /^[A-Z]{1,2}$/.test(category) && rate.length <= 8;
    const name = isUsual ? [category, rate].filter((part) => part !== '').join('_') : OTHER;
    const known = this.rates.has(name) || this.rates.size < MAX_RATE_COLUMNS ? name : OTHER;
    this.rates.add(known);
    return known;
  }
}

const rateHeads = (rate: string, reader: ProofReader | undefined): readonly string[] =>
  reader
    ? (['taxable', 'amount'] as const).map((name) =>
        reader.say(`tables.vat-${name}`, { rate: rateText(rate, new Wording(reader.language), reader.say) }),
      )
    : [`vat_${rate}_taxable`, `vat_${rate}_amount`];

/** `S_19` as `19 % · Standard rate`. */
export function rateText(name: string, wording: Wording, say: ProofReader['say']): string {
  if (name === OTHER) return say('archive.other-rates');
  const [category = '', rate] = name.split('_');
  const percent =
    rate !== undefined && /^\d+(\.\d+)?$/.test(rate) ? wording.percent(new Decimal(rate)) : rate;
  return join([percent, wording.codeName('vatCategories', category)], ' · ');
}

type Cell = (row: ArchivedRow) => string | Decimal | undefined;

const figure =
  (name: 'withoutVat' | 'vat' | 'total' | 'due'): Cell =>
  ({ figures: { [name]: amount } }) =>
    amount === undefined ? undefined : new Decimal(amount);

const COLUMNS: readonly (readonly [name: string, cell: Cell])[] = [
  ['direction', ({ direction }) => direction],
  ['invoice_number', ({ number, figures }) => number ?? figures.number],
  ['type_code', ({ figures }) => figures.typeCode],
  ['issue_date', ({ figures }) => figures.issueDate],
  ['due_date', ({ figures }) => figures.dueDate],
  ['seller', ({ figures }) => figures.seller],
  ['seller_vat_id', ({ figures }) => figures.sellerVatId],
  ['buyer', ({ figures }) => figures.buyer],
  ['buyer_vat_id', ({ figures }) => figures.buyerVatId],
  ['currency', ({ figures }) => figures.currency],
  ['total_without_vat', figure('withoutVat')],
  ['total_vat', figure('vat')],
  ['total_with_vat', figure('total')],
  ['amount_due', figure('due')],
  ['route', ({ route }) => route],
  ['environment', ({ environment }) => environment],
  ['counted_in', ({ sentAgainAs, ...row }) => countedIn({ ...row, isReplaced: sentAgainAs !== undefined })],
  ['sent_again_as', ({ sentAgainAs }) => sentAgainAs],
  ['network_number', ({ networkNumber }) => networkNumber],
  ['state', ({ state }) => state],
  ['buyer_status', ({ buyerStatus }) => buyerStatus],
  ['received_at', ({ receivedAt }) => receivedAt],
  ['document_sha256', ({ sha256 }) => sha256],
  ['client', ({ client }) => client],
  ['invoice_ref', ({ ref }) => ref],
  ['invoice_id', ({ id }) => id],
  ['folder', ({ folder }) => folder],
  ['missing_files', ({ missing }) => missing.map(({ kind, why }) => `${kind} (${why})`).join(', ')],
];
