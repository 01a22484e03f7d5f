import { type Door, type NetworkDependencies, type Network, text } from '../network.ts';
import { eInvoiceBeDoors } from './access-point/e-invoice-be.ts';
import { InboundInvoices } from './access-point/inbound-invoices.ts';
import { phase4Doors } from './access-point/phase4.ts';
import { PhossAp } from './access-point/phoss-ap.ts';
import { recommandDoors } from './access-point/recommand.ts';
import { Sending } from './access-point/sending.ts';
import { Answers } from './answers/answers.ts';
import { certificates } from './lookup/certificates.ts';
import { directoryDoor } from './lookup/directory.ts';
import { dnsResponder } from './lookup/dns.ts';
import { SMP_PATHS, smpDoors } from './lookup/smp.ts';
import { Names } from './participants.ts';
import { Schemas } from '../schemas.ts';

const ROUTE = 'PEPPOL';
const BASE = '/peppol';

/** Peppol: four kinds of access points, and the three ways to find a receiver. */
export async function openPeppol(dependencies: NetworkDependencies): Promise<Network> {
  const { state, pace, folder, limits } = dependencies;
  const address = dependencies.url + BASE;
  const names = new Names(state);
  const own = await certificates(state, folder);
  const answers = new Answers(state, pace);
  const invoices = new InboundInvoices(state);
  const schemas = new Schemas(dependencies.rulesDir);
  const sending = new Sending({
    state,
    pace,
    names,
    certificates: own,
    answers,
    address,
    judge: ({ payload, document }) =>
      document && schemas.fault(payload, document.localName) !== undefined ? ['MLS-RE-SV'] : [],
  });
  const trusted: Door = {
    method: 'GET',
    path: '/smp-ca.pem',
    answer: () => text(200, own.smpCa.certificate),
  };
  return {
    route: ROUTE,
    base: BASE,
    doors: [
      ...phase4Doors(sending, answers),
      ...new PhossAp({ sending, answers, invoices, state, pace }).doors,
      ...recommandDoors({ sending, answers, invoices, state, schemas }),
      ...eInvoiceBeDoors({ sending, answers, invoices, state, pace, schemas }),
      ...smpDoors({ names, certificates: own, address }),
      directoryDoor(names, limits),
      trusted,
    ],
    giveAnswer: answers.give,
    layReady: invoices.layReady,
    datagram: dnsResponder(names, address + SMP_PATHS[0], (type, name, rcode) =>
      state.callEnded(state.callCame(ROUTE, type, name, undefined), rcode),
    ),
  };
}
