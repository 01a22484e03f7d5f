import { type Answer, type Call, json } from '../network.ts';
import { flowToWire, isThere } from './flow.ts';
import type { Flows } from './flows.ts';
import { problem, type Tenant } from './platform.ts';

const BYTES: readonly string[] = ['Original', 'Converted', 'ReadableView'];

/** `GET /v1/flows/{flowId}`; a flow of another tenant is unknown. */
export function readFlow(flows: Flows, tenant: Tenant, { params, query }: Call): Answer {
  const now = Date.now();
  const flow = flows.find(params['flowId'] ?? '');
  if (!flow || (flow.tenant !== null && flow.tenant !== tenant.id) || !isThere(flow, now))
    return problem(404, 'There is no such flow.');
  const kind = query.get('docType') ?? 'Metadata';
  if (kind === 'Metadata') return json(200, flowToWire(flow, now));
  if (!BYTES.includes(kind)) return problem(400, 'docType is Metadata, Original, Converted or ReadableView.');
  if (kind !== 'Original') return problem(404, 'The sandbox makes no other view of a flow.');
  const name = flow.info.name.replace(/[^\w.-]/g, '_');
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
    body: flows.bytesOf(flow),
  };
}
