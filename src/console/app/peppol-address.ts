import { useAnswer } from './answer.ts';
import { type Documents, readFile } from './document-facts.ts';

interface Invoice extends Documents {
  readonly route: string;
}

/** Where a Peppol invoice goes: the address of its buyer (BT-49) in the document that was sent, `9930:DE136695976`. */
export function usePeppolAddress({ id, route, documents }: Invoice): string | undefined {
  const isSent = route === 'PEPPOL' && documents.some(({ kind }) => kind === 'ubl');
  const read = async (signal: AbortSignal): Promise<string | undefined> =>
    isSent ? addressIn(await readFile('invoices', id, 'ubl', signal)) : undefined;
  return useAnswer(read, [id, isSent]).data;
}

/** Undefined if the document names none: the caller named it then, and the service keeps it sealed. */
function addressIn(xml: string): string | undefined {
  const [party] = new DOMParser()
    .parseFromString(xml, 'application/xml')
    .getElementsByTagNameNS('*', 'AccountingCustomerParty');
  const endpoint = party?.getElementsByTagNameNS('*', 'EndpointID')[0];
  const [scheme, name] = [endpoint?.getAttribute('schemeID'), endpoint?.textContent?.trim()];
  return scheme && name ? `${scheme}:${name}` : undefined;
}
