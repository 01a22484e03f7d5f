import assert from 'node:assert/strict';
import type { DeliveryService } from '../../../src/client/client.ts';
import { credentialRemarks } from '../../../src/commands/doctor/credentials.ts';

const NOW = new Date('2026-11-28T09:30:00Z');

async function verdictOn(lastDay: string | undefined): Promise<string> {
  const row = { client: 'acme', route: 'PL-KSEF', ...(lastDay !== undefined && { expires_on: lastDay }) };
  const list = async function* () {
    yield row;
  };
  const [{ verdict, says } = {}] = await credentialRemarks(
    { list } as Pick<DeliveryService, 'list'>,
    [],
    NOW,
  );
  return `${verdict}: ${says}`;
}

describe('what ids doctor says of a credential', () => {
  const cases = {
    '2026-11-27': 'wrong: acme for PL-KSEF ended on 2026-11-27',
    '2026-11-28': 'look: acme for PL-KSEF ends on 2026-11-28',
    '2026-12-28': 'look: acme for PL-KSEF ends on 2026-12-28',
    '2026-12-29': 'ok: 1 live, none ends within 30 days',
  };
  for (const [lastDay, says] of Object.entries(cases))
    it(`agrees with the service about one that ends on ${lastDay}`, async () =>
      assert.equal(await verdictOn(lastDay), says));
  it('has none that ends without a last day', async () =>
    assert.equal(await verdictOn(undefined), 'ok: 1 live, none ends within 30 days'));
});
