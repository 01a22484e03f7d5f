import { ROWS } from '../../application/stores/rows.ts';
import { AUDIT_FIELDS } from '../../ports/audit-log.ts';
import { EVENT_FIELDS, LEASE_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import { DELIVERY_FIELDS } from '../../domain/webhooks/delivery.ts';
import { OUTGOING_FIELDS } from '../../domain/statuses/outgoing-status.ts';
import type { Fields } from '../../domain/vocabulary/fields.ts';
import { columnsOf } from './field-columns.ts';
import { SENT } from './invoice-rows.ts';
import { RECEIVED } from './received-rows.ts';
import { REPORTS } from './report-rows.ts';
import { SALE_FIELDS } from '../../domain/reports/reported-sale.ts';

interface OfFields {
  readonly fields: Fields;
  /** Columns that are not fields. */
  readonly beside: readonly string[];
}

const OF_LEASES = columnsOf(LEASE_FIELDS, 'lease');

/** Tables whose columns are fields. A new field that may be absent becomes a column of an older store without a migration. */
export const TABLES: Readonly<Record<string, OfFields>> = {
  ...Object.fromEntries(
    Object.values(ROWS).map((rows) => [
      rows.table,
      { fields: rows.fields, beside: 'isWork' in rows && rows.isWork ? OF_LEASES : [] },
    ]),
  ),
  invoice: { fields: SENT.fields, beside: OF_LEASES },
  event: { fields: EVENT_FIELDS, beside: ['position', 'invoice_id', 'client'] },
  audit: { fields: AUDIT_FIELDS, beside: ['id', 'fold'] },
  webhook_delivery: { fields: DELIVERY_FIELDS, beside: OF_LEASES },
  received: { fields: RECEIVED.fields, beside: OF_LEASES },
  tax_report: { fields: REPORTS.fields, beside: OF_LEASES },
  reported_sale: { fields: SALE_FIELDS, beside: [] },
  outgoing_status: { fields: OUTGOING_FIELDS, beside: OF_LEASES },
};

/**
 * Of invoices that are few, in the order of a list. Their columns may be later than the table, so no migration makes these indexes. What is
 * to be filed has none: an invoice would write it with each of its states, and the index of its client has the state.
 */
export const LATER_INDEXES = [
  `CREATE INDEX IF NOT EXISTS invoice_to_fetch ON invoice (client, created_at, id)
   WHERE to_fetch_since IS NOT NULL AND fetched_at IS NULL AND mailed_at IS NULL`,
  `CREATE INDEX IF NOT EXISTS invoice_answered ON invoice (client, buyer_status, created_at, id)
   WHERE buyer_status IS NOT NULL`,
] as const;
