import { answering, type InstantRoute } from './instant-route.ts';

const TOKEN = JSON.stringify({ access_token: 'bench', refresh_token: 'bench', expires_in: 3600 });
const CHECKING = '<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1" stare="in prelucrare"/>';
const take = (index: number): string =>
  `<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" ExecutionStatus="0" index_incarcare="${index}"/>`;

/** RO e-Factura: accepts every upload, and never finishes its check. */
export async function instantAnaf(): Promise<InstantRoute> {
  let index = 0;
  const { url, ...server } = await answering(({ path, body }) => {
    if (path.endsWith('/token')) return { type: 'application/json', body: TOKEN };
    if (!path.endsWith('/upload')) return { type: 'application/xml', body: CHECKING };
    return { type: 'application/xml', body: take((index += 1)), document: () => body };
  });
  const env = { ANAF_URL: url, ANAF_OAUTH_URL: url };
  return { ...server, route: 'RO-EFACTURA', example: 'over-ro-efactura.json', env };
}
