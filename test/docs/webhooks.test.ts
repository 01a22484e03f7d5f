import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EVENT_EXAMPLES, SHOWN_SECRET, webhookPage } from '../../scripts/docs/webhook-page.ts';
import { INVOICE_STATES, writesEvent } from '../../src/domain/lifecycle/states.ts';

const PAGE = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

/** Each delivery on the page: headers, then the body as it goes over the wire. */
const DELIVERIES = [...PAGE.matchAll(/```http\n([\s\S]*?)\n\n([\s\S]*?)\n```/g)].map(
  ([, headers = '', body = '']) => ({
    headers: new Map(headers.split('\n').map((line) => line.split(': ') as [string, string])),
    text: JSON.stringify(JSON.parse(body)),
  }),
);

describe('docs/webhooks.md', () => {
  it('shows the events that the code makes (run npm run docs)', async () =>
    assert.equal(PAGE, await webhookPage(PAGE)));

  it('shows an event of each status, a received invoice and the test', () => {
    const statuses = DELIVERIES.map(({ text }) => (JSON.parse(text) as { status: string }).status);
    for (const status of [...INVOICE_STATES.filter(writesEvent), 'test'])
      assert.ok(statuses.includes(status), status);
    assert.equal(DELIVERIES.length, EVENT_EXAMPLES.length + 1);
    assert.ok(DELIVERIES.some(({ text }) => text.includes('"direction":"in"')));
  });

  it('shows signatures that a receiver can verify', () => {
    for (const { headers, text } of DELIVERIES) {
      const [, t = '', v1] = /^t=(\d+),v1=(\w+)$/.exec(headers.get('X-Service-Signature') ?? '') ?? [];
      assert.equal(v1, createHmac('sha256', SHOWN_SECRET).update(`${t}.${text}`).digest('hex'));
    }
  });
});
