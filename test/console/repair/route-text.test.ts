import assert from 'node:assert/strict';
import sinon from 'sinon';
import { overRoute } from '../../../src/console/pages/repair/route-text.ts';

const ORIGINAL = `{
  "route": "DE-XRECHNUNG",
  "formats": ["zugferd"],
  "document": { "total": 10.50 }
}`;
const CHOSEN = '{ "document": { "total": 10.50 } }';

describe('a submission over another route', () => {
  it('has the route and takes its format, and stays as it is written beside them', () => {
    const moved = overRoute(ORIGINAL, 'PEPPOL', ORIGINAL);
    assert.deepEqual(JSON.parse(moved), { route: 'PEPPOL', document: { total: 10.5 } });
    assert.ok(moved.includes('"document": { "total": 10.50 }'));
  });

  it('has the formats that it came with as soon as it goes over its own route again', () => {
    const back = overRoute(overRoute(ORIGINAL, 'PEPPOL', ORIGINAL), 'DE-XRECHNUNG', ORIGINAL);
    assert.deepEqual(JSON.parse(back), JSON.parse(ORIGINAL));
  });

  it('is the same text over the same route', () => {
    assert.equal(overRoute(ORIGINAL, 'DE-XRECHNUNG', ORIGINAL), ORIGINAL);
    assert.equal(overRoute(CHOSEN, undefined, CHOSEN), CHOSEN);
  });

  it('names none if the service chooses it', () => {
    const named = overRoute(CHOSEN, 'PEPPOL', CHOSEN);
    assert.deepEqual(JSON.parse(named), { document: { total: 10.5 }, route: 'PEPPOL' });
    assert.deepEqual(JSON.parse(overRoute(named, undefined, CHOSEN)), JSON.parse(CHOSEN));
  });

  it('is read once, as the original is', () => {
    const watched = sinon.createSandbox();
    const parse = watched.spy(JSON, 'parse');
    try {
      overRoute(CHOSEN, 'PEPPOL', ORIGINAL);
      const texts = parse.getCalls().map(({ args: [text] }) => String(text));
      assert.deepEqual(
        texts.filter((text) => text.startsWith('{')),
        [CHOSEN, ORIGINAL],
      );
    } finally {
      watched.restore();
    }
  });
});
