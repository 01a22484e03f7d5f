import assert from 'node:assert/strict';
import { notReportedFile, saleBeside } from '../../../src/domain/routes/sales-beside.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { frenchInvoice } from '../french-sample.ts';
import { parsed } from '../parsed.ts';
import { all, type Edit, set, untouched } from '../sample.ts';
import { abroad, OWN, toConsumer } from './fr-pa/reports/samples.ts';

describe('a sale whose invoice goes over a route without reports', () => {
  const looked = (edit: Edit, defaults: object | undefined = OWN, route: Route = 'PEPPOL') => {
    const found = saleBeside(
      parsed(edit(frenchInvoice())),
      route,
      defaults as Record<string, unknown> | undefined,
    );
    if (!found) return undefined;
    return 'sale' in found
      ? [found.route, ...found.sale.entries.map(({ kind }) => kind)]
      : [found.finding.code, found.finding.field];
  };

  it('abroad, or to a consumer, is stated in a report of ours', () => {
    assert.deepEqual(looked(abroad), ['FR-PA', '10.1']);
    assert.deepEqual(looked(toConsumer), ['FR-PA', '10.3']);
    for (const route of ['RO-EFACTURA', 'DE-XRECHNUNG'] as const)
      assert.deepEqual(looked(abroad, OWN, route), ['FR-PA', '10.1']);
  });

  it('gets a warning if the record does not say that the service reports', () => {
    for (const defaults of [undefined, {}, { ...OWN, reports: 'platform' }])
      assert.deepEqual(looked(abroad, defaults ?? {}), ['EI-FR-NOT-REPORTED', undefined]);
  });

  it('gets a warning at what a report cannot state', () => {
    const unnamed = set('buyer', { name: 'Rossi SRL', address: { city: 'Torino', country: 'IT' } });
    assert.deepEqual(looked(unnamed), ['EI-FR-NOT-REPORTED', 'buyer.vat_id']);
    assert.deepEqual(looked(all(abroad, set('invoice.issue_date', '2026-08-01'))), [
      'EI-FR-NOT-REPORTED',
      'invoice.issue_date',
    ]);
  });

  it('is none between French companies, of a seller elsewhere, nor over the route that reports', () => {
    assert.equal(looked(untouched), undefined);
    assert.equal(looked(all(abroad, set('seller.address.country', 'BE'))), undefined);
    assert.equal(looked(abroad, OWN, 'FR-PA'), undefined);
  });

  it('of a finished file is known by the countries alone', () => {
    const codes = (seller: string | null, buyer: string | null, route: Route = 'PEPPOL') =>
      notReportedFile({ seller: { country: seller }, buyer: { country: buyer } }, route).map(
        ({ code }) => code,
      );
    assert.deepEqual(codes('FR', 'IT'), ['EI-FR-NOT-REPORTED']);
    assert.deepEqual(codes('FR', 'IT', 'FR-PA'), []);
    assert.deepEqual(
      [codes('FR', 'MQ'), codes('BE', 'IT'), codes('FR', null), codes(null, 'IT')],
      [[], [], [], []],
    );
  });
});
