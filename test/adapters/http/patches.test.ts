import assert from 'node:assert/strict';
import { submission, withDocument } from './bodies.ts';
import { type RunningApi, withOwnClients } from './harness.ts';

interface Found {
  readonly code: string;
  readonly field?: string;
  readonly expected?: string;
  readonly stated?: string;
  readonly patch?: readonly { readonly op: string; readonly path: string; readonly value: string }[];
}

/** Replaces the value at a pointer (RFC 6901) in a copy. */
function replaced(body: object, { path, value }: { readonly path: string; readonly value: string }): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const steps = path.split('/').slice(1);
  const last = steps.pop()!;
  const holder = steps.reduce((at, step) => at[step] as Record<string, unknown>, copy);
  assert.ok(last in holder, path);
  holder[last] = value;
  return copy;
}

/** Mistakes with one right value, and where it belongs. */
const MISTAKES = {
  'a total that differs from the lines': {
    body: submission({ erp_totals: { total_vat: '99999.99' } }),
    path: '/erp_totals/total_vat',
  },
  'a code in small letters': {
    body: withDocument('invoice.currency', 'eur'),
    path: '/document/invoice/currency',
  },
  'an everyday word for a unit': {
    body: withDocument('lines.0.unit', 'hours'),
    path: '/document/lines/0/unit',
  },
} as const;

describe('a patch of a finding', () => {
  let api: RunningApi;
  let key: string;

  withOwnClients((own) => ({ api, key } = own));

  const check = async (body: object): Promise<readonly Found[]> => {
    const answer = await api.call('POST', '/validate', { key, body });
    assert.equal(answer.status, 200, answer.text);
    return (answer.json.layers as { findings: Found[] }[]).flatMap(({ findings }) => findings);
  };

  for (const [mistake, { body, path }] of Object.entries(MISTAKES))
    it(`corrects ${mistake}, and brings no other finding`, async () => {
      const before = await check(body);
      const [found] = before.filter(({ patch }) => patch);
      assert.equal(found?.patch?.[0]?.path, path, JSON.stringify(before));
      const after = await check(replaced(body, found.patch![0]!));
      const known = new Set((await check(submission())).map(({ code }) => code));
      assert.deepEqual(
        after.filter(({ code }) => !known.has(code)),
        [],
      );
    });

  it('stands beside the figures that the message names', async () => {
    const [found] = await check(submission({ erp_totals: { total_vat: '99999.99' } }));
    assert.equal(found!.stated, '99999.99');
    assert.deepEqual(found!.patch, [
      { op: 'replace', path: '/erp_totals/total_vat', value: found!.expected },
    ]);
  });

  it('is left out where no single right value follows', async () => {
    const found = await check(withDocument('invoice.currency', 'Euros'));
    assert.ok(found.length > 0 && found.every(({ patch }) => patch === undefined), JSON.stringify(found));
  });
});
