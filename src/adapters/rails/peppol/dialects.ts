import type { DialectName } from './access-point.ts';
import type { Dialect } from './dialect.ts';
import { eInvoiceBe } from './e-invoice-be.ts';
import { phase4 } from './phase4.ts';
import { phossAp } from './phoss-ap.ts';
import { recommand } from './recommand.ts';
import { storecove } from './storecove.ts';

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  'phoss-ap': phossAp,
  recommand,
  'e-invoice-be': eInvoiceBe,
  storecove,
  phase4,
};
