import { answering, type InstantRoute } from './instant-route.ts';

const TOKEN = JSON.stringify({ access_token: 'bench', expires_in: 3600 });
const NOTHING = JSON.stringify({ limit: 100, results: [] });
const FILE = /\r\n\r\n(<\?xml[\s\S]*)\r\n--/;

/** A French platform: accepts every flow, and never finishes its check. */
export async function instantFrenchPlatform(): Promise<InstantRoute> {
  let index = 0;
  const { url, ...server } = await answering(({ method, path, body }) => {
    const type = 'application/json';
    if (path.endsWith('/token')) return { type, body: TOKEN };
    if (path.endsWith('/search')) return { type, body: NOTHING };
    const [flowId = ''] = method === 'GET' ? path.split('/').slice(-1) : [`F-${(index += 1)}`];
    if (method === 'GET')
      return { type, body: JSON.stringify({ flowId, acknowledgement: { status: 'Pending' } }) };
    const [, document = ''] = FILE.exec(body.toString()) ?? [];
    return { status: 202, type, body: JSON.stringify({ flowId }), document: () => Buffer.from(document) };
  });
  return { ...server, route: 'FR-PA', example: 'over-fr-pa.json', env: { PA_URL: url } };
}
