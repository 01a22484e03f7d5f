import { type Endpoint, type NetworkDependencies, type Network, text } from '../network.ts';
import { eInvoiceBeEndpoints } from './access-point/e-invoice-be/e-invoice-be.ts';
import { InboundInvoices } from './access-point/inbound-invoices.ts';
import { phase4Endpoints } from './access-point/phase4.ts';
import { PhossAp } from './access-point/phoss/phoss-ap.ts';
import { recommandEndpoints } from './access-point/recommand/recommand.ts';
import { Sending } from './access-point/sending.ts';
import { storecoveEndpoints } from './access-point/storecove/storecove.ts';
import { Answers } from './answers/answers.ts';
import { certificates } from './lookup/certificates.ts';
import { directoryEndpoint } from './lookup/directory.ts';
import { dnsResponder } from './lookup/dns.ts';
import { phossSmpEndpoints } from './access-point/phoss/phoss-smp.ts';
import { SMP_PATHS, smpEndpoints } from './lookup/smp.ts';
import { Names } from './participants.ts';
import { Schemas } from '../schemas.ts';

const ROUTE = 'PEPPOL';
const BASE = '/peppol';

/** Peppol: five kinds of access points, and the three ways to find a receiver. */
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
  const options = { sending, answers, invoices, state, pace, schemas, names };
  const trusted: Endpoint = {
    method: 'GET',
    path: '/smp-ca.pem',
    answer: () => text(200, own.smpCa.certificate),
  };
  return {
    route: ROUTE,
    base: BASE,
    endpoints: [
      ...phase4Endpoints(sending, answers),
      ...new PhossAp(options).endpoints,
      ...recommandEndpoints(options),
      ...eInvoiceBeEndpoints(options),
      ...storecoveEndpoints(options),
      ...phossSmpEndpoints(state, names),
      ...smpEndpoints({ names, certificates: own, address }),
      directoryEndpoint(names, limits),
      trusted,
    ],
    giveAnswer: answers.give,
    layReady: invoices.layReady,
    datagram: dnsResponder(
      names,
      (who) => {
        const at = who && names.registeredAt(who.value);
        return address + (at ? `/${at.provider}/smp` : SMP_PATHS[0]);
      },
      (type, name, rcode) => state.callEnded(state.callCame(ROUTE, type, name, undefined), rcode),
    ),
  };
}
