interface Named {
  readonly invoice_number?: string;
  readonly invoice_ref: string;
}

/** As people call an invoice: by its number, and by its reference while it has none. */
export const nameOfInvoice = ({ invoice_number: number, invoice_ref: reference }: Named): string =>
  number ?? reference;
