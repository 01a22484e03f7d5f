/** A canonical document as JSON. */
export type Json = Record<string, unknown>;

/** A German invoice with every member that XRechnung requires. */
export function germanInvoice(): Json {
  return {
    invoice: {
      number: 'R-1',
      issue_date: '2026-10-05',
      due_date: '2026-11-04',
      currency: 'EUR',
      buyer_reference: '04011000-12345-03',
    },
    seller: {
      name: 'Brandt GmbH',
      vat_id: 'DE136695976',
      address: { street: 'Lindenstraße 8', city: 'Kassel', postcode: '34117', country: 'DE' },
      endpoint: { id: 'rechnung@brandt.example', scheme: 'EM' },
      contact: { name: 'Jonas Keller', phone: '+49 561 5550123', email: 'keller@brandt.example' },
    },
    buyer: {
      name: 'Stadtwerke Fulda-Nord',
      address: { city: 'Fulda', postcode: '36037', country: 'DE' },
      endpoint: { id: 'eingang@stadtwerke.example', scheme: 'EM' },
    },
    payment: { means_code: 58, iban: 'DE02120300000000202051' },
    lines: [{ name: 'Bohrer', quantity: 2, unit: 'C62', unit_price: 10, vat_category: 'S', vat_rate: 19 }],
  };
}

const steps = (path: string): string[] => path.split(/[.[\]]+/).filter((step) => step !== '');

export function valueAt(document: Json, path: string): unknown {
  return steps(path).reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document);
}

export type Edit = (document: Json) => Json;

export const untouched: Edit = (document) => document;

/** Sets the member at a path such as `lines[0].unit`. Lists on the way must exist; missing objects are created. */
export const set =
  (path: string, value: unknown): Edit =>
  (document) => {
    const copy = structuredClone(document);
    const way = steps(path);
    const last = way.pop()!;
    let at: Json = copy;
    for (const step of way) at = (at[step] ??= {}) as Json;
    at[last] = value;
    return copy;
  };

export const without =
  (path: string): Edit =>
  (document) => {
    const copy = structuredClone(document);
    const way = steps(path);
    const last = way.pop()!;
    Reflect.deleteProperty(way.reduce<unknown>((at, step) => (at as Json)[step], copy) as Json, last);
    return copy;
  };

export const all =
  (...edits: Edit[]): Edit =>
  (document) =>
    edits.reduce((edited, edit) => edit(edited), document);
