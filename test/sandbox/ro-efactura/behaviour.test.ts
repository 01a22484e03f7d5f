import assert from 'node:assert/strict';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { Anaf, invoice, SELLER } from './anaf.ts';
import { whileTimeStands } from '../../support/standing-time.ts';
import { rowsOfProof } from '../../support/volume.ts';

describe('the sandbox of ANAF', () => {
  let sandbox: TestSandbox;
  let anaf: Anaf;
  before(async () => {
    sandbox = await aSandbox();
    anaf = await Anaf.loggedIn(sandbox.url);
  });
  after(() => sandbox.stop());

  const numbers = async (): Promise<readonly unknown[]> => {
    const { data } = await jsonOf(`${sandbox.url}/control/documents?route=RO-EFACTURA`);
    return (data as Record<string, unknown>[]).map(({ number }) => number);
  };
  const outcome = async (number: string): Promise<string> => {
    try {
      const answer = await anaf.call(`upload?standard=UBL&cif=${SELLER}`, {
        method: 'POST',
        body: invoice(number),
      });
      const text = await answer.text();
      const index = /index_incarcare="(\d+)"/.exec(text)?.[1];
      if (index !== undefined) return /stare="([^"]+)"/.exec(await anaf.ended(index))?.[1] ?? 'no state';
      return `${answer.status} ${/errorMessage="([^.]+)/.exec(text)?.[1] ?? text.slice(0, 7)}`;
    } catch {
      return 'nothing';
    }
  };

  for (const [ending, first, second, held] of [
    ['-REJECT', 'nok', 'nok', 0],
    ['-DUPLICATE', 'nok', 'nok', 0],
    ['-NOTTAKEN', 'XML cu erori nepreluat de sistem', 'XML cu erori nepreluat de sistem', 0],
    ['-SLOW', 'ok', 'nok', 1],
    ['-TIMEOUT', 'nothing', 'nok', 1],
    ['-LOST', '500 {\n  "ti', 'nok', 1],
    ['-5XX', '503 Service', '503 Service', 0],
    ['-5XX-ONCE', '503 Service', 'ok', 1],
    ['-HTML', '200 <!DOCTY', 'ok', 1],
    ['-TECH', '200 A aparut o eroare tehnica', 'ok', 1],
    ['-ACCEPT', 'ok', 'nok', 1],
  ] as const)
    it(`plays ${ending}`, async () => {
      const number = `B-1${ending}`;
      assert.deepEqual([await outcome(number), await outcome(number)], [first, second]);
      assert.equal((await numbers()).filter((each) => each === number).length, held);
    });

  it('plays -LIMIT on the first question for the status', async () => {
    const index = await anaf.taken(invoice('B-2-LIMIT'));
    assert.match(await anaf.status(index), /S-au facut deja 100 descarcari/);
    assert.match(await anaf.ended(index), /stare="ok"/);
  });

  it('answers a hundred statuses of one file a day, and ten downloads', async () => {
    const index = await anaf.taken(invoice('B-3'));
    const status = await anaf.ended(index);
    const id = /id_descarcare="(\d+)"/.exec(status)?.[1];
    const downloads = await Promise.all(Array.from({ length: 11 }, () => anaf.textOf(`descarcare?id=${id}`)));
    assert.equal(downloads.filter((text) => text.startsWith('PK')).length, 10);
    assert.match(downloads.find((text) => !text.startsWith('PK')) ?? '', /S-au facut deja 10 descarcari/);
    const statuses = await Promise.all(Array.from({ length: 101 }, () => anaf.status(index)));
    assert.ok(statuses.some((text) => text.includes('S-au facut deja 100 descarcari')));
  });

  for (const allowed of rowsOfProof([1000]))
    it(`answers the call after ${allowed} in a minute with 429 and the pause`, async () => {
      const busy = await Anaf.loggedIn(sandbox.url, 'a-busy-token');
      await whileTimeStands(async (forwardMs) => {
        let calls = 0;
        let answer: Response;
        do {
          answer = await busy.call('stareMesaj');
          calls += 1;
        } while (answer.status !== 429 && calls <= allowed);
        assert.deepEqual([answer.status, calls], [429, allowed + 1]);
        const seconds = Number(answer.headers.get('retry-after'));
        assert.ok(seconds >= 1 && seconds <= 60, `${seconds} s`);
        forwardMs(seconds * 1000);
        assert.notEqual((await busy.call('stareMesaj')).status, 429);
      });
    });

  it('sends JSON as plain text, and an empty list as an error', async () => {
    const answer = await anaf.call('listaMesajeFactura?zile=5&cif=4240');
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(await answer.text(), /"eroare":"Nu exista mesaje in ultimele 5 zile"/);
  });

  for (const [title, query, says] of [
    ['too many days', 'zile=61&cif=1', 'intre 1 si 60'],
    ['an unknown filter', 'zile=6&cif=1&filtru=X', 'E, T, P sau R'],
    ['a CIF that is none', 'zile=6&cif=RO1', 'nu este un numar'],
  ] as const)
    it(`refuses a list of ${title}`, async () => {
      assert.ok((await anaf.textOf(`listaMesajeFactura?${query}`)).includes(says));
    });

  for (const [title, start, end, page, says] of [
    ['an old start', -61 * 86_400_000, 0, '1', 'mai vechi de 60 de zile'],
    ['an end before the start', -1000, -2000, '1', 'nu poate fi &lt;= startTime'],
    ['an end in the future', -1000, 60_000, '1', 'nu poate in viitor'],
    ['a page that is none', -1000, -10, 'x', 'pagina = x'],
  ] as const)
    it(`refuses a paged list with ${title}`, async () => {
      const now = Date.now();
      const query = `startTime=${now + start}&endTime=${now + end}&cif=1&pagina=${page}`;
      const text = await anaf.textOf(`listaMesajePaginatieFactura?${query}`);
      assert.ok(text.includes(says.replace('&lt;', '<')), text);
    });

  it('tells its own time, which POST /control/clock sets, and lists by it', async () => {
    const index = await anaf.taken(invoice('CLOCK-1x'));
    await anaf.ended(index);
    const setAhead = (seconds: number) =>
      jsonOf(`${sandbox.url}/control/clock`, posted({ route: 'RO-EFACTURA', ahead_seconds: seconds }));
    await setAhead(3600);
    const [from, to] = [Date.now() + 3_000_000, Date.now() + 3_600_000];
    const list = `listaMesajePaginatieFactura?startTime=${from}&endTime=${to}&cif=${SELLER}&pagina=1`;
    const answer = await anaf.call(list);
    assert.ok(Date.parse(answer.headers.get('date') ?? '') >= from);
    assert.ok((await answer.text()).includes(index));
    await setAhead(0);
    assert.match(await anaf.textOf(list), /nu poate in viitor/);
  });

  it('returns the same refresh token, or a new one and invalidates the old one', async () => {
    assert.equal((await anaf.refresh('plain'))['refresh_token'], 'plain');
    const first = await anaf.refresh('mine-ROTATING');
    const next = String(first['refresh_token']);
    assert.equal((await anaf.refresh('mine-ROTATING'))['error'], 'invalid_grant');
    assert.equal(typeof (await anaf.refresh(next))['access_token'], 'string');
  });

  it('refuses a token that ends -REFUSED, and answers with a page once for -HTML', async () => {
    assert.equal((await anaf.refresh('token-REFUSED'))['error'], 'invalid_grant');
    assert.equal((await anaf.refresh('token', 'secret-REFUSED'))['error'], 'invalid_client');
    await assert.rejects(anaf.refresh('token-HTML'), SyntaxError);
    assert.equal(typeof (await anaf.refresh('token-HTML'))['access_token'], 'string');
  });

  it('answers 401 if the access token has expired', async () => {
    await whileTimeStands(async (forwardMs) => {
      const short = await Anaf.loggedIn(sandbox.url, 'token-SHORT');
      assert.equal((await short.call('stareMesaj?id_incarcare=1')).status, 200);
      forwardMs(4000);
      assert.equal((await short.call('stareMesaj?id_incarcare=1')).status, 401);
    });
  });

  it('redirects a person with a code that can be used once', async () => {
    const target = 'https://erp.example/back';
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'c',
      redirect_uri: target,
      state: 's',
    });
    const sent = await fetch(`${anaf.base}/anaf-oauth2/v1/authorize?${query}`, { redirect: 'manual' });
    const location = new URL(sent.headers.get('location') ?? '');
    assert.equal(location.searchParams.get('state'), 's');
    const exchange = (): Promise<Record<string, unknown>> =>
      jsonOf(`${anaf.base}/anaf-oauth2/v1/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from('c:s').toString('base64')}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: location.searchParams.get('code') ?? '',
          redirect_uri: target,
        }),
      });
    assert.equal(typeof (await exchange())['refresh_token'], 'string');
    assert.equal((await exchange())['error'], 'invalid_grant');
  });
});
