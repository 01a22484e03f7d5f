import { type Caller, LOCAL_CLIENT } from '../../domain/access/caller.ts';
import type { CareItem, CareStatus } from '../../domain/lifecycle/care-item.ts';
import type { Clock } from '../../ports/clock.ts';
import { type CareLists, listsOf } from './own-care.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { listedClient } from '../access/tenancy.ts';
import { cutPage, type Page } from '../../ports/page.ts';
import { newestFirst } from './listed-care.ts';
import type { CareNote } from './note-on-care.ts';

/** Contract 4.16: rows that a client key receives at most; the operator receives all. */
const MAX_FOR_CLIENT = 200;

/** Age as of one instant. */
export interface AgedItem extends CareItem {
  readonly ageSeconds: number;
  readonly note?: CareNote | undefined;
}

export class ListCare {
  constructor(
    private readonly ports: CareLists & {
      readonly clock: Clock;
      readonly content: Pick<TextSealer, 'openText'>;
    },
  ) {}

  /**
   * Newest first.
   * @throws CallFailed `not-found` when a client key names another client.
   */
  async run(caller: Caller, { client, status, after, code, id }: CareRequest): Promise<Page<AgedItem>> {
    const listed = { client: listedClient(caller, client), status, id };
    const limit = caller.kind === 'client' ? MAX_FOR_CLIENT : Infinity;
    // An invoice among those before may have an older row, so a further page is read from the start.
    const isWhole = limit === Infinity || after !== undefined || code !== undefined;
    const query = isWhole ? listed : { ...listed, limit: limit + 1 };
    let rows: CareItem[] = [];
    for (const list of listsOf(this.ports)) rows.push(...(await list.careList(query)));
    if (code !== undefined) rows = rows.filter(({ row }) => row.code === code);
    rows.sort(newestFirst);
    const later = after === undefined ? rows : rowsAfter(rows, after);
    const now = this.ports.clock.now();
    const page = cutPage(later, limit, cursorOf);
    const notes = await Promise.all(page.rows.map((item) => this.noteOf(item)));
    return {
      ...page,
      rows: page.rows.map((item, n) => ({ ...item, ageSeconds: age(item, now), note: notes[n] })),
    };
  }

  /** The list says what is wrong; a note that cannot be opened is left out. */
  private async noteOf({ client, row: { sealedNote } }: CareItem): Promise<CareNote | undefined> {
    if (sealedNote === undefined) return undefined;
    return this.ports.content
      .openText(client ?? LOCAL_CLIENT, sealedNote)
      .then((text) => JSON.parse(text) as CareNote)
      .catch(() => undefined);
  }
}

interface CareRequest {
  readonly client?: string | undefined;
  readonly status: CareStatus;
  /** Only rows of this record. */
  readonly id?: string | undefined;
  /** Only rows of this code. */
  readonly code?: string | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
}

/** `<milliseconds of the opening>.<id of the invoice>.<code>` */
const cursorOf = ({ id, row }: CareItem): string => `${row.openedAt.getTime()}.${id}.${row.code}`;

/** The row of the cursor may be gone from the list: a person has handled it, and with it all rows of the invoice. */
function rowsAfter(rows: readonly CareItem[], cursor: string): readonly CareItem[] {
  const at = rows.findIndex((item) => cursorOf(item) === cursor);
  if (at >= 0) return rows.slice(at + 1);
  const [time, id = ''] = cursor.split('.');
  const before = { id, row: { openedAt: new Date(Number(time)) } };
  return rows.filter((item) => newestFirst(before, item) < 0);
}

/** Not below zero if the clock was set back. */
const age = ({ row }: CareItem, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - row.openedAt.getTime()) / 1000));
