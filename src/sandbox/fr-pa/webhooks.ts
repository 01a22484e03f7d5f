import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Answer, type Call, json } from '../network.ts';
import type { State } from '../state.ts';
import { ackOf, type Flow, flowToWire } from './flow.ts';
import { objectIn, problem, ROUTE, type Tenant, type Version } from './platform.ts';

const KEY_BYTES = 32;
const CALL_MS = 5000;

interface Webhook {
  readonly webhookId: string;
  readonly tenant: string;
  readonly signingKey: string;
  readonly createdAt: string;
  readonly callbackUrl: string;
  readonly flowTypes?: readonly string[];
  readonly flowDirection?: string;
  readonly ackStatus?: string;
  readonly isGone?: true;
}

/**
 * Callbacks about changes. Each is sent once, and never again after a restart. For a client id with `-REPEATING` each is sent
 * twice, and that of the flow before follows once more.
 */
export class Webhooks {
  constructor(private readonly state: State) {}

  subscribe(version: Version, tenant: Tenant, call: Call): Answer {
    if (version !== '1.3') return problem(501, 'The sandbox plays webhooks of version 1.3 alone.');
    const request = objectIn(call);
    const url = request?.['callbackUrl'];
    if (typeof url !== 'string' || !URL.canParse(url)) return problem(400, 'callbackUrl is required.');
    const webhook = {
      ...request,
      callbackUrl: url,
      webhookId: randomUUID(),
      tenant: tenant.id,
      signingKey: randomBytes(KEY_BYTES).toString('base64'),
      createdAt: new Date().toISOString(),
    } satisfies Webhook;
    this.state.keep(ROUTE, 'webhook', webhook.webhookId, webhook);
    const { webhookId, signingKey, createdAt } = webhook;
    return json(201, { webhookId, signingKey, createdAt });
  }

  list(tenant: Tenant): Answer {
    const webhooks = this.of(tenant.id).map(({ tenant: _, signingKey: __, ...shown }) => shown);
    return json(200, { count: webhooks.length, webhooks });
  }

  remove(tenant: Tenant, { params }: Call): Answer {
    const webhook = this.of(tenant.id).find(({ webhookId }) => webhookId === params['webhookUid']);
    if (!webhook) return problem(404, 'There is no such webhook.');
    this.state.keep(ROUTE, 'webhook', webhook.webhookId, { ...webhook, isGone: true } satisfies Webhook);
    return { status: 204 };
  }

  /** Calls back when the flow exists and its acknowledgement is final. */
  announce = (flow: Flow): void => {
    for (const webhook of this.of(flow.tenant))
      setTimeout(() => void this.call(webhook, flow), Math.max(0, flow.readyAt - Date.now())).unref();
  };

  private async call(webhook: Webhook, flow: Flow): Promise<void> {
    const now = Date.now();
    if (!isAbout(webhook, flow, now)) return;
    const body = JSON.stringify(flowToWire(flow, now));
    await this.post(webhook, body);
    if (!/-REPEATING(?![A-Z])/.test(webhook.tenant)) return;
    await this.post(webhook, body);
    const before = this.state.findKept<string>(ROUTE, 'called', webhook.webhookId);
    this.state.keep(ROUTE, 'called', webhook.webhookId, body);
    if (before !== undefined) await this.post(webhook, before);
  }

  private async post(webhook: Webhook, body: string): Promise<void> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = signatureOf(body, timestamp, webhook.signingKey);
    await fetch(webhook.callbackUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Afnor-Signature': signature,
        'Afnor-Signature-Timestamp': timestamp,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MS),
    }).catch(() => undefined);
  }

  private of(tenant: string | null): readonly Webhook[] {
    return this.state
      .allKept<Webhook>(ROUTE, 'webhook')
      .filter((webhook) => !webhook.isGone && (tenant === null || webhook.tenant === tenant));
  }
}

const isAbout = (webhook: Webhook, flow: Flow, now: number): boolean =>
  (webhook.flowTypes?.includes(flow.flowType) ?? true) &&
  (webhook.flowDirection ?? flow.flowDirection) === flow.flowDirection &&
  (webhook.ackStatus ?? ackOf(flow, now)) === ackOf(flow, now);

/** Annex A: SHA-256 of `<body>@<timestamp>`, then HMAC-SHA256 with the key over those 32 bytes. */
export function signatureOf(body: string, timestamp: string, signingKey: string): string {
  const fingerprint = createHash('sha256').update(`${body}@${timestamp}`).digest();
  return createHmac('sha256', Buffer.from(signingKey, 'base64')).update(fingerprint).digest('base64');
}
