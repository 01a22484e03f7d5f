import { headed } from '../../client/options.ts';
import type { ConversionTarget, Route, ValidationReport } from '../../client/client.ts';
import { required } from '../../client/required.ts';
import { FLAG, given, list, object, open, text, TEXT, type Tool, tool, ToolRefused } from '../tool.ts';

/** Each route, and who is reached by it. */
const ROUTES: Readonly<Record<Route, string>> = {
  PEPPOL: 'a participant of Peppol',
  'DE-XRECHNUNG': 'a German buyer, as XRechnung or ZUGFeRD',
  'PL-KSEF': 'KSeF in Poland',
  'RO-EFACTURA': 'ANAF in Romania',
  'FR-PA': 'the approved platform of a French company',
};
const described = (names: Readonly<Record<string, string>>): string =>
  `${Object.entries(names)
    .map(([name, is]) => `${name}: ${is}`)
    .join('; ')}.`;
const ROUTE = {
  type: 'string',
  enum: Object.keys(ROUTES),
  description: `Where the invoice goes. ${described(ROUTES)}`,
};
const DOCUMENT = {
  type: 'object',
  description:
    'The canonical invoice: {"invoice":{"number","issue_date","due_date","currency"},"seller":{"name","vat_id","address":{"street","city",' +
    '"postcode","country"},"endpoint":{"scheme","id"},"contact":{"name","phone","email"}},"buyer":{…},"payment":{"means_code","iban"},' +
    '"lines":[{"name","quantity","unit","unit_price","vat_category","vat_rate"}]}; totals are computed. Amounts may be texts. A finding ' +
    'names a member that is missing or wrong; convert_file to canonical shows the form of any invoice.',
};
/** Each form, and what it is. */
const FORMS: Readonly<Record<ConversionTarget, string>> = {
  canonical: 'JSON',
  ubl: 'XML of EN 16931',
  cii: 'XML of EN 16931',
  fa3: 'XML for KSeF',
  'xrechnung-ubl': 'XML of XRechnung',
  'xrechnung-cii': 'XML of XRechnung',
  facturx: 'a PDF with XML',
  view: 'a page as PDF',
};
const FORMAT = text('The document to build, as zugferd, if the route offers several.');
const DAY = text('A day of the rules, YYYY-MM-DD; today if left out.', { pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const VERDICT = open({
  valid: FLAG,
  route: TEXT,
  layers: list(open({ layer: TEXT, outcome: TEXT, findings: list({ type: 'object' }) })),
});

/** The documents that were built are megabytes. */
const verdict = ({ documents: _, ...report }: ValidationReport) => report;

const SIGNS_OF_BASE64 = /^[A-Za-z0-9+/][A-Za-z0-9+/]*={0,2}$/;

const FILE = {
  xml: text('The file, if it is XML.', { maxLength: 5_000_000 }),
  base64: text('The file in base64, if it is a PDF.', { maxLength: 5_000_000 }),
};

interface GivenFile {
  readonly xml?: string;
  readonly base64?: string;
}

function fileOf({ xml, base64 }: GivenFile): Blob {
  if ((xml === undefined) === (base64 === undefined))
    throw new ToolRefused('Give the file in xml or in base64, not in both.');
  if (base64 !== undefined && !SIGNS_OF_BASE64.test(base64)) throw new ToolRefused('base64 is no base64.');
  return new Blob([base64 === undefined ? xml! : Buffer.from(base64, 'base64')]);
}

export const CHECK_TOOLS: readonly Tool[] = [
  tool<{ route: Route; document: object; format?: string; on?: string }>({
    name: 'check_invoice',
    title: 'Check an invoice',
    description:
      'Builds the document of a canonical invoice and checks it by the official rules. Each finding says what is wrong, where (field), ' +
      'and what to do (fix_hint, patch). Needs a key with the scope submit.',
    effect: 'asks',
    input: object({ route: ROUTE, document: DOCUMENT, format: FORMAT, on: DAY }, ['route', 'document']),
    output: VERDICT,
    run: async ({ route, document, format, on }, { api }) => {
      const formats = format === undefined ? {} : { formats: [format] };
      const body = { route, document, ...formats } as never;
      const query = given({ on });
      return verdict(required(await api.POST('/validate', { params: { query }, body })) as ValidationReport);
    },
  }),
  tool<{ route: Route; on?: string } & GivenFile>({
    name: 'check_file',
    title: 'Check a finished file',
    description:
      'Checks a finished invoice file (UBL, CII, FA(3), or a hybrid PDF) by the official rules. Needs a key with the scope submit.',
    effect: 'asks',
    input: object(
      {
        route: ROUTE,
        ...FILE,
        on: DAY,
      },
      ['route'],
    ),
    output: VERDICT,
    run: async ({ route, on, ...file }, { api }) => {
      const body = fileOf(file);
      const isPdf = (await body.slice(0, 5).text()) === '%PDF-';
      const report = await api.POST('/validate/xml', {
        params: { query: { route, ...given({ on }) } },
        headers: { 'Content-Type': isPdf ? 'application/pdf' : 'application/xml' },
        body: body as never,
        bodySerializer: (file) => file,
      });
      return verdict(required(report) as ValidationReport);
    },
  }),
  tool<{ to: ConversionTarget; document?: object } & GivenFile>({
    name: 'convert_file',
    title: 'Convert an invoice',
    description:
      'Reads an invoice file (UBL, CII, FA(3), or a hybrid PDF) as canonical JSON, or writes it, or canonical JSON, in another form. Each value that the other ' +
      'form cannot say is in losses, each that was derived in differences, each rule of the other form that the result breaks in findings: ' +
      'it is valid only if valid is true. Needs a key with the scope submit.',
    effect: 'reads',
    input: object(
      {
        to: {
          type: 'string',
          enum: Object.keys(FORMS),
          description: `The form. ${described(FORMS)}`,
        },
        ...FILE,
        document: {
          ...DOCUMENT,
          description: 'In place of a file: a canonical invoice, as check_invoice takes it.',
        },
      },
      ['to'],
    ),
    output: open(
      {
        valid: FLAG,
        findings: list({ type: 'object' }),
        losses: list({ type: 'object' }),
        differences: list({ type: 'object' }),
      },
      ['findings', 'losses', 'differences'],
    ),
    run: async ({ to, document, ...file }, service) => {
      if (document === undefined) return service.convert(fileOf(file), to);
      if (file.xml !== undefined || file.base64 !== undefined)
        throw new ToolRefused('Give a file or a document, not both.');
      return service.convert(document as never, to);
    },
  }),
];

export const SEND_TOOL = tool<{
  idempotency_key: string;
  document: object;
  route?: Route;
  invoice_ref?: string;
  format?: string;
  client?: string;
}>({
  name: 'send_invoice',
  title: 'Send an invoice',
  description:
    'Submits a canonical invoice. Check it first, and call this only after a person has confirmed receiver, amount and route. A repeated ' +
    'call takes the same idempotency_key, or the invoice may be sent twice.',
  effect: 'sends',
  input: object(
    {
      idempotency_key: text(
        'Names this sending, as the id of the document in the ERP: the same key never sends a second invoice.',
        {
          minLength: 8,
          maxLength: 100,
          pattern: '^[\\x21-\\x7e]+$',
        },
      ),
      document: DOCUMENT,
      route: {
        ...ROUTE,
        description: `${ROUTE.description} The service chooses if it is left out.`,
      },
      invoice_ref: text("The ERP's own id of the document; its number if left out.", { maxLength: 100 }),
      format: FORMAT,
      client: text('The client that sends; for keys of an operator.', { maxLength: 64 }),
    },
    ['idempotency_key', 'document'],
  ),
  output: open({ id: TEXT, state: TEXT }),
  run: async ({ idempotency_key: idempotencyKey, format, ...submission }, { api }) => {
    const formats = format === undefined ? {} : { formats: [format] };
    const body = { ...submission, ...formats } as never;
    const { links: _, ...intake } = required(
      await api.POST('/invoices', { ...headed({ idempotencyKey }), body }),
    );
    return intake;
  },
});
