import { answering, type InstantRoute } from './instant-route.ts';

const TAKEN = JSON.stringify({
  overallSuccess: true,
  sendingResult: 'SUCCESS',
  as4ReceivedSignalMsg: '<R/>',
});
const SENT = JSON.stringify({ status: 'sent', mlsStatus: 'not_applicable' });
const INVOICE = /<(?:\w+:)?Invoice[\s\S]*Invoice>/;

/** Peppol: an access point that delivers every document. */
export async function instantAccessPoint(): Promise<InstantRoute> {
  const { url, ...server } = await answering(({ method, path, body }) => {
    if (path.startsWith('/api/outbound/status/')) return { type: 'application/json', body: SENT };
    if (method !== 'POST') return { status: 404, type: 'application/json', body: '{}' };
    const [document = ''] = INVOICE.exec(body.toString()) ?? [];
    return { type: 'application/json', body: TAKEN, document: () => Buffer.from(document) };
  });
  return { ...server, route: 'PEPPOL', example: 'over-peppol.json', env: { ACCESS_POINT_URL: url } };
}
