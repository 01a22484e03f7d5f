import type { Caller } from '../../domain/access/caller.ts';
import type { ConversionOrder, Converter } from '../../ports/converter.ts';
import { actingFor } from '../access/tenancy.ts';
import { convert } from '../converting/convert-stored.ts';
import { checkConverted, type Judged } from './check-converted.ts';
import type { ExamineDocument } from './examine-document.ts';

/** Turns an invoice into another form and judges what it has written; stores nothing. */
export class ConvertInvoice {
  constructor(
    private readonly ports: { readonly printer: Converter; readonly examine: Pick<ExamineDocument, 'run'> },
  ) {}

  /** @throws CallFailed `validation-failed`: the file is no invoice, or the form cannot state it; `busy` */
  async run(caller: Caller, order: ConversionOrder): Promise<Judged> {
    const { printer, examine } = this.ports;
    const access = { client: actingFor(caller, undefined), whenBusy: 'refuse' } as const;
    return checkConverted(examine, await convert(printer, order), order, access);
  }
}
