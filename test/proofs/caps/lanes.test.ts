import assert from 'node:assert/strict';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { RailAnswer } from '../../../src/ports/rail/rail-answer.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { emptyFolder } from '../../support/folder.ts';
import { until } from '../../support/until.ts';
import { seed, startDelivery } from './delivery-worker.ts';

const INVOICES = 200;
const SLOTS = 16;

const clock = { offsetMs: 0, now: () => new Date() };

/** Gives no answer until it is released, and then answers at once. */
function stuckRail(route: Route) {
  let [asked, answered] = [0, 0];
  let isLetGo = false;
  const held: (() => void)[] = [];
  const rail = Object.assign(new FakeRail(), {
    route,
    newSubmissionId: () => `${route}-${(asked += 1)}`,
    send: async (): Promise<RailAnswer> => {
      if (!isLetGo) await new Promise<void>((go) => held.push(go));
      answered += 1;
      return { mapping: WORDS.delivered };
    },
  });
  return {
    rail,
    held,
    answered: () => answered,
    letGo: () => {
      isLetGo = true;
      for (const go of held) go();
    },
  };
}

describe('a route that is stuck', () => {
  it("takes no slot from another route, and none of that route's invoices wait behind it", async () => {
    const { path, remove } = emptyFolder();
    const [france, peppol] = [stuckRail('FR-PA'), stuckRail('PEPPOL')];
    const worker = await startDelivery({
      env: { STORE_URL: `sqlite:${path}/ids.db` },
      clock,
      rails: [peppol.rail, france.rail],
      slots: SLOTS,
    });
    const dueAt = new Date(Date.now() - 60_000);
    try {
      await seed(worker.stores, INVOICES, { route: 'FR-PA', dueAt });
      await worker.sweep();
      await until(() => france.held.length === SLOTS, 'all slots of FR-PA are taken');

      await seed(worker.stores, INVOICES, { route: 'PEPPOL', dueAt });
      await worker.sweep();
      await until(() => peppol.held.length === SLOTS, 'all slots of PEPPOL are taken');
      peppol.letGo();
      await until(() => peppol.answered() === INVOICES, 'all of PEPPOL are answered');

      assert.equal(france.answered(), 0);
      assert.equal(france.held.length, SLOTS);
    } finally {
      for (const { letGo } of [france, peppol]) letGo();
      await worker.stop();
      remove();
    }
  });
});
