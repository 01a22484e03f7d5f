import type { Caller } from '../../domain/access/caller.ts';
import type { ConversionOrder, Converter } from '../../ports/converter.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import { actingFor } from '../access/tenancy.ts';
import { explainFailure } from '../catalogue/explain-findings.ts';
import { convert } from '../converting/convert-stored.ts';
import { checkConverted, type Judged } from './check-converted.ts';
import type { ExamineDocument } from './examine-document.ts';

/** Turns an invoice into another form and judges what it has written; stores nothing. */
export class ConvertInvoice {
  constructor(
    private readonly ports: {
      readonly printer: Converter;
      readonly examine: Pick<ExamineDocument, 'run'>;
      readonly catalogue: Catalogue;
    },
  ) {}

  /** @throws CallFailed `validation-failed`: the file is no invoice, or the form cannot state it; `busy` */
  async run(caller: Caller, order: ConversionOrder): Promise<Judged> {
    const { printer, examine, catalogue } = this.ports;
    const access = { client: actingFor(caller, undefined), whenBusy: 'refuse' } as const;
    const origin = order.form === 'canonical' ? 'built' : 'file';
    try {
      return await checkConverted(examine, await convert(printer, order), order, access);
    } catch (error) {
      throw explainFailure(error, catalogue, origin);
    }
  }
}
