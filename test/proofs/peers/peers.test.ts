import assert from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import { PeerBench } from '../../judges/peers/measure-peer.ts';
import { PEER_PROGRAMS } from '../../judges/peers/peer-programs.ts';
import { findJudge } from '../../support/judges.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { printCount } from '../counts.ts';

/** So many drawn invoices of 21 KB. All sizes: `npm run bench -- peers`. */
const DOCUMENTS = 100;
const MAX_MS = 900_000;

/** Processor times of a busy machine are too high, the more threads a program has. */
const isQuiet = (): boolean => (loadavg()[0] ?? Infinity) < availableParallelism();

/** Nothing is demanded of the others; this project has the recorded verdict on each case. */
describeByReference('programs that a user could take instead, on the recorded cases of XRechnung', () => {
  let bench: PeerBench;
  before(async function () {
    this.timeout(MAX_MS);
    bench = await PeerBench.open();
  });
  after(() => bench.remove());

  for (const peer of PEER_PROGRAMS) {
    const missing = peer.judge === undefined ? undefined : findJudge(peer.judge).missing;
    const title = `${peer.name} is asked: ${peer.checks}`;
    if (missing !== undefined) {
      it.skip(`${title} (${missing})`);
      continue;
    }
    it(title, async () => {
      const { recorded, equal, invalidAccepted, unanswered } = await bench.agreement(peer);
      const left = unanswered > 0 ? `, ${unanswered} without a verdict` : '';
      const of = `${peer.name}, of ${recorded}${left}`;
      printCount({ of, unit: 'verdicts as recorded', count: equal });
      printCount({ of: peer.name, unit: 'invalid documents accepted', count: invalidAccepted });
      if (peer.judge === undefined) assert.deepEqual([equal, invalidAccepted], [recorded, 0]);
      if (!isQuiet()) return;
      const { perDocumentMs } = await bench.speed(peer, '21 KB', DOCUMENTS);
      if (perDocumentMs !== undefined)
        printCount({
          of: peer.name,
          unit: 'ms of processor time an invoice of 21 KB',
          count: Math.round(perDocumentMs * 100) / 100,
        });
    }).timeout(MAX_MS);
  }
});
