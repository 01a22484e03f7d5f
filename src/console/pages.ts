import { CLIENTS } from './pages/clients/page.ts';
import { CONVERT } from './pages/convert/page.ts';
import { INVOICE_DOCUMENT, RECEIVED_DOCUMENT } from './pages/document/page.ts';
import { EVENTS } from './pages/events/page.ts';
import { INVOICE } from './pages/invoice/page.ts';
import { INVOICES } from './pages/invoices/page.ts';
import { LINKS } from './pages/links/page.ts';
import { NOW } from './pages/now/page.ts';
import { PLAYGROUND } from './pages/playground/page.ts';
import { RECEIVED_INVOICE } from './pages/received-invoice/page.ts';
import { RECEIVED } from './pages/received/page.ts';
import { REFUSALS } from './pages/refusals/page.ts';
import { REPORT } from './pages/report/page.ts';
import { REPORTS } from './pages/reports/page.ts';
import { CORRECT, NEXT, REPAIR } from './pages/repair/page.ts';
import { TO_CORRECT } from './pages/to-correct/page.ts';
import { WEBHOOKS } from './pages/webhooks/page.ts';
import { RULES } from './pages/rules/page.ts';
import { SEARCH } from './pages/search/page.ts';
import type { PageRow } from './shell/page-row.ts';

/** Every page, in the order of the navigation. The first that a key may see opens after the log-in. */
export const PAGES: readonly PageRow[] = [
  NOW,
  TO_CORRECT,
  REFUSALS,
  REPAIR,
  SEARCH,
  INVOICES,
  INVOICE,
  INVOICE_DOCUMENT,
  CORRECT,
  NEXT,
  RECEIVED,
  RECEIVED_INVOICE,
  RECEIVED_DOCUMENT,
  REPORTS,
  REPORT,
  EVENTS,
  WEBHOOKS,
  RULES,
  CONVERT,
  LINKS,
  CLIENTS,
  PLAYGROUND,
];
