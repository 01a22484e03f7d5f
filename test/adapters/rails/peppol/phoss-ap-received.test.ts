import assert from 'node:assert/strict';
import { documentIn } from '../../../../src/adapters/rails/peppol/inbound-invoices.ts';
import { reportCountries } from '../../../../src/adapters/rails/peppol/phoss-ap-countries.ts';
import { fetchReceived } from '../../../../src/adapters/rails/peppol/phoss-ap-received.ts';
import type { CollectedPage } from '../../../../src/ports/rail/receiving.ts';
import type { Connection } from '../../../../src/adapters/rails/peppol/connection.ts';
import type { OutboundAnswer } from '../../../../src/ports/outbound.ts';
import { BILLING, envelope, invoice } from '../../../sandbox/peppol/sending.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const anAnswer = (status: number, body: string): OutboundAnswer => ({
  outcome: 'answered',
  status,
  headers: {},
  body: Buffer.from(body),
});

/** An access point with an inbound history, and its answer for each payload. */
function accessPoint(
  rows: readonly object[],
  payloads: Readonly<Record<string, OutboundAnswer>>,
): Connection {
  return {
    accessPoint: { sender: '9930:de123456789' },
    namedBy: 'client',
    call: async ({ path }: { path: string }) =>
      payloads[/inbound\/([^/]+)\/payload/.exec(path)?.[1] ?? ''] ?? anAnswer(200, JSON.stringify(rows)),
  } as unknown as Connection;
}

const row = (id: string, minute: number, own: object = {}) => ({
  sbdhInstanceID: id,
  receivedDT: `2026-11-20T10:${String(minute).padStart(2, '0')}:00Z`,
  docTypeID: `busdox-docid-qns::${BILLING}`,
  receiverID: 'iso6523-actorid-upis::9930:de123456789',
  status: 'forwarded',
  ...own,
});
const collect = (connection: Connection, knownIds: readonly string[] = [], after: string | null = null) =>
  fetchReceived(connection, {
    credential: { client: 'acme', id: null, kind: 'access-point', value: '' },
    after,
    isKnown: async (id) => knownIds.includes(id),
    take: async () => undefined,
    now: new Date(),
  });

describe('the envelope of an invoice that was received over Peppol', () => {
  it('is removed, and the document stays byte for byte', () => {
    const document = invoice('Ü-1');
    assert.equal(text(documentIn(Buffer.from(envelope(document)))), document);
    const prefixed = envelope(document)
      .replaceAll(/<(\/?)(StandardBusinessDocument|StandardBusinessDocumentHeader)([\s>])/g, '<$1sh:$2$3')
      .replace('xmlns=', 'xmlns:sh=');
    assert.equal(text(documentIn(Buffer.from(prefixed))), document);
  });

  it('stays on a document that needs its namespaces', () => {
    const leaning = envelope('<x:Invoice><x:ID>1</x:ID></x:Invoice>');
    assert.equal(text(documentIn(Buffer.from(leaning))), leaning);
    assert.equal(text(documentIn(Buffer.from('<Invoice/>'))), '<Invoice/>');
  });
});

describe('the country of a participant at phoss-ap', () => {
  const open = { c4CountryCode: null };
  const rows = [
    row('c', 3, open),
    row('told', 3, { c4CountryCode: 'DE' }),
    row('stranger', 2, { ...open, receiverID: 'iso6523-actorid-upis::9930:de000' }),
    row('refused', 2, { ...open, status: 'rejected' }),
    row('a', 1, open),
  ];
  const payloads = Object.fromEntries(
    ['a', 'c', 'told'].map((id) => [id, anAnswer(200, envelope(invoice(id)))]),
  );
  /** The documents that were told of, by what the access point answers to it. */
  async function told(answer: OutboundAnswer, country?: string): Promise<readonly (string | null)[]> {
    const ids: (string | null)[] = [];
    const at = accessPoint(rows, payloads);
    const page = await collect({
      ...at,
      accessPoint: { ...at.accessPoint, ...(country !== undefined && { country }) },
      call: async (request) => {
        if (request.method === 'GET') return at.call(request);
        ids.push(new URL(request.path, 'http://ap').searchParams.get('sbdhInstanceID'));
        return answer;
      },
    });
    assert.ok('documents' in page && page.documents.length === 3, 'what is collected does not depend on it');
    return ids;
  }

  it('is told for each own document without one', async () => {
    assert.deepEqual(await told(anAnswer(200, '{}'), 'DE'), ['c', 'a']);
  });

  it('is not told if the credential does not name it', async () => {
    assert.deepEqual(await told(anAnswer(200, '{}')), []);
  });

  it('is told for every document of a page, each call with little time', async () => {
    const calls: number[] = [];
    const { accessPoint: own, ...at } = accessPoint([], {});
    const connection: Connection = {
      ...at,
      accessPoint: { ...own, country: 'DE' },
      call: async ({ timeoutMs }) => {
        calls.push(timeoutMs);
        return anAnswer(200, '{}');
      },
    };
    await reportCountries(
      connection,
      Array.from({ length: 100 }, (_, n) => row(`d${n}`, 1, open)),
    );
    assert.deepEqual([calls.length, Math.max(...calls)], [100, 5_000]);
  });

  for (const [is, answer] of Object.entries({
    'has one already': anAnswer(400, '""'),
    'has gone': anAnswer(404, '""'),
  }))
    it(`is told for the others if a document ${is}`, async () => {
      assert.deepEqual(await told(answer, 'DE'), ['c', 'a']);
    });

  for (const [is, answer] of Object.entries({
    'takes no calls': anAnswer(503, ''),
    'refuses the log-in': anAnswer(401, ''),
    'does not answer': { outcome: 'unanswered' } as unknown as OutboundAnswer,
  }))
    it(`waits for the next look if the access point ${is}`, async () => {
      assert.deepEqual(await told(answer, 'DE'), ['c']);
    });
});

describe('the inbound history of phoss-ap', () => {
  it('gives the new invoices of the own participant, oldest first', async () => {
    const rows = [
      row('c', 3),
      row('answer', 3, { docTypeID: 'busdox-docid-qns::x::ApplicationResponse##y::2.1' }),
      row('stranger', 2, { receiverID: 'iso6523-actorid-upis::9930:de000' }),
      row('refused', 2, { status: 'rejected' }),
      row('b', 2),
      row('a', 1),
    ];
    const payloads = Object.fromEntries(
      ['a', 'b', 'c'].map((id) => [id, anAnswer(200, envelope(invoice(id)))]),
    );
    const page = await collect(accessPoint(rows, payloads), ['b']);
    assert.ok('documents' in page);
    assert.deepEqual(
      page.documents.map(({ railId, bytes }) => [railId, text(bytes)]),
      [
        ['a', invoice('a')],
        ['c', invoice('c')],
      ],
    );
    assert.equal(page.isLast, true);
  });

  for (const [what, answer] of [
    ['the access point fails', anAnswer(503, '')],
    ['it is empty', anAnswer(200, '')],
    ['it is forbidden', anAnswer(403, '')],
    ['it is refused', anAnswer(400, '')],
  ] as const)
    it(`gives the others behind an invoice that cannot be fetched now, and that one later: ${what}`, async () => {
      const rows = [row('b', 2), row('a', 1)];
      const payloads = { a: answer, b: anAnswer(200, envelope(invoice('b'))) };
      const stored: string[] = [];
      let after: string | null = null;
      const collectAt = async (minute: number, connection: Connection): Promise<CollectedPage> => {
        const page = await fetchReceived(connection, {
          credential: { client: 'acme', id: null, kind: 'access-point', value: '' },
          after,
          isKnown: async (id) => stored.includes(id),
          take: async () => undefined,
          now: new Date(Date.UTC(2026, 10, 20, 10, minute)),
        });
        assert.ok('documents' in page);
        stored.push(...page.documents.map(({ railId }) => railId));
        after = page.next ?? after;
        return page;
      };
      const first = await collectAt(3, accessPoint(rows, payloads));
      assert.ok(first.missing && first.failure);
      await collectAt(3, accessPoint(rows, payloads));
      assert.deepEqual(stored, ['b']);
      const repaired = { a: anAnswer(200, envelope(invoice('a'))) };
      assert.equal((await collectAt(30, accessPoint([], repaired))).missing, undefined);
      assert.deepEqual(stored, ['b', 'a']);
    });

  it('gives none again that was deleted, though the list shows it as the newest, nor passes over one whose id ends alike', async () => {
    const rows = [row('0001-of@access-point.example', 2), row('0002-of@access-point.example', 2)];
    const payloads = Object.fromEntries(
      rows.map(({ sbdhInstanceID: id }) => [encodeURIComponent(id), anAnswer(200, envelope(invoice(id)))]),
    );
    const first = await collect(accessPoint(rows, payloads));
    assert.ok('documents' in first && first.documents.length === 2);
    const again = await collect(accessPoint(rows, payloads), [], first.next);
    assert.deepEqual('documents' in again && again.documents, []);
  });

  it('gives nothing while the access point limits calls', async () => {
    const limited = { a: anAnswer(429, ''), b: anAnswer(200, envelope(invoice('b'))) };
    assert.ok('mapping' in (await collect(accessPoint([row('b', 2), row('a', 1)], limited))));
  });
});
