import assert from 'node:assert/strict';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { Line } from '../../../src/domain/invoice/canonical.ts';
import { subInvoiceVat } from '../../../src/domain/invoice/sub-invoices.ts';
import type { VatGroup } from '../../../src/domain/invoice/vat-group.ts';

const group = (objects: readonly { readonly id: string; readonly scheme?: string }[]): Line => {
  const [invoicedObject, ...furtherObjects] = objects;
  return { lineType: 'GROUP', invoicedObject, furtherObjects } as unknown as Line;
};

const breakdown = (reason: string, vat: number): VatGroup =>
  ({ exemption: { reason }, taxAmount: new Decimal(vat) }) as unknown as VatGroup;

describe('the VAT of a sub-invoice', () => {
  const vatOf = (line: Line, ...groups: VatGroup[]): string | undefined =>
    subInvoiceVat(line, groups)?.toFixed();

  it('is that of the breakdowns that name it', () =>
    assert.equal(
      vatOf(
        group([
          { id: 'M1', scheme: 'AVV' },
          { id: 'F-1', scheme: 'AFL' },
        ]),
        breakdown('#F-1# a', 2),
        breakdown('#F-1#', 3),
        breakdown('#F-2#', 5),
      ),
      '5',
    ));

  it('is unknown for a group without a number, whatever a reason says', () => {
    for (const objects of [[], [{ id: 'F-1' }], [{ id: 'M1', scheme: 'AVV' }]])
      assert.equal(vatOf(group(objects), breakdown('#undefined#', 2), breakdown('#M1#', 3)), undefined);
  });
});
