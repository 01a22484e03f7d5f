import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { everywhere } from './access-point.ts';
import { readMessage } from '../../../../src/adapters/rails/peppol/application-response.ts';
import { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import { PEPPOL_STATUSES as statuses } from '../../../../src/adapters/rails/peppol/status-mappings.ts';
import type { Inquiry } from '../../../../src/ports/rail/inquiry.ts';
import type { OpenedCredential } from '../../../../src/ports/rail/opened-credential.ts';
import type { StatusOrder } from '../../../../src/ports/rail/status-messages.ts';
import { PEPPOL } from '../../../application/statuses/world.ts';
import { aSandbox, type TestSandbox } from '../../../sandbox/running.ts';
import { envelope, invoice } from '../../../sandbox/peppol/sending.ts';
import { until } from '../../../support/until.ts';
import { aConsignment } from './consignment.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

/** The seller and the buyer are clients of the same simulated access point. */
const tokenOf = (token: string, sender = '9915:ids-sandbox'): OpenedCredential => ({
  ...{ client: token, id: null, kind: 'access-point' },
  value: JSON.stringify({ base_url: 'https://ap.example', token, sender_participant_id: sender }),
});

describe('Invoice Responses at a simulated access point', () => {
  let sandbox: TestSandbox;
  let rail: PeppolRail;
  before(async () => {
    sandbox = await aSandbox();
    const at = `${sandbox.url}/peppol/phoss-ap`;
    rail = new PeppolRail(new PatientClient(), { accessPoints: everywhere(at) });
  });
  after(() => sandbox.stop());

  const ORDER: StatusOrder = {
    ...{ code: 'RE', by: 'buyer', reasonCode: 'REF', note: 'Order <4711> & no other' },
    facts: { syntax: 'ubl-invoice', specification: null, number: 'R-1', issueDate: '2026-11-20' },
    ...{ addressing: PEPPOL, at: new Date('2026-11-23T09:00:00.000Z') },
  };

  function written(own: Partial<StatusOrder> = {}): Inquiry & { readonly bytes: Uint8Array } {
    const letter = rail.statusMessages.write({ ...ORDER, ...own });
    assert.ok('message' in letter);
    const { message: bytes, submissionId } = letter;
    return aConsignment({ bytes, submissionId, credential: tokenOf('buyer') });
  }
  const about = (number: string): Partial<StatusOrder> => ({ facts: { ...ORDER.facts, number } });

  async function sendInvoice(number: string): Promise<void> {
    const path = `${sandbox.url}/peppol/phoss-ap/api/outbound/submit-sbd`;
    const sent = await fetch(path, {
      method: 'POST',
      headers: { 'X-Token': 'seller' },
      body: envelope(invoice(number)),
    });
    assert.equal(sent.status, 200);
  }

  it('reach the seller once, as the answer of the buyer', async () => {
    await sendInvoice('R-1');
    const response = written();
    const { mapping } = await rail.statusMessages.send(response);
    assert.equal(mapping.meaning, 'delivered-so-far');
    assert.equal((await rail.statusMessages.poll(response)).mapping.meaning, 'delivered-so-far');
    let came: readonly string[] = [];
    await until(async () => {
      const page = await rail.fetchMessages(tokenOf('seller', '9930:de987654321'), null);
      const messages = page && 'messages' in page ? page.messages : [];
      came = messages.flatMap(({ effect: effect }) => (effect.kind === 'status' ? [effect.status] : []));
      return came.length > 0;
    }, 'the answer of the buyer');
    assert.deepEqual(came, ['refused']);
  });

  it('are found after a lost answer; a response that was not sent is not found', async () => {
    const response = written(about('R-2-LOST'));
    assert.deepEqual(
      withEnglish((await rail.statusMessages.ask(response)).mapping),
      withEnglish(statuses.notHeld),
    );
    assert.equal((await rail.statusMessages.send(response)).mapping.meaning, 'unclear');
    const found = await rail.statusMessages.ask({ ...response, isResend: true });
    assert.equal(found.mapping.meaning, 'delivered-so-far');
  });

  it('are refused with a message about that if the seller accepts no responses', async () => {
    const seller = { ...PEPPOL.seller, endpoint: { scheme: '9930', id: 'DE111110381' } };
    const { mapping } = await rail.statusMessages.send(written({ addressing: { ...PEPPOL, seller } }));
    assert.deepEqual(
      [mapping.meaning, mapping.code, mapping.owner],
      ['refused', 'EI-PEPPOL-NO-ROUTE', 'erp'],
    );
    assert.match(english(mapping.message), /seller accepts no Invoice Responses/);
  });

  it('are refused later, to the buyer who sent them, if the number of their invoice ends -MLSRE', async () => {
    const buyer = tokenOf('buyer', '9930:de123456789');
    const response = written(about('R-3-MLSRE'));
    assert.equal((await rail.statusMessages.send(response)).mapping.meaning, 'delivered-so-far');
    const messages = async () => {
      const page = await rail.fetchMessages(buyer, null);
      return page && 'messages' in page ? page.messages : [];
    };
    await until(async () => (await messages()).length > 0, 'the MLS');
    const [mls, ...more] = await messages();
    assert.deepEqual(withEnglish([mls?.about, more]), [{ submissionId: response.submissionId }, []]);
    assert.ok(mls?.effect.kind === 'refused');
    assert.deepEqual(withEnglish(mls.effect.mapping), withEnglish(statuses.notPassedOn));
    assert.deepEqual(withEnglish(mls.effect.ofStatus?.mapping), withEnglish(statuses.responseNotPassedOn));
    assert.match(english(mls.effect.ofStatus?.words?.message ?? ''), /status did not reach the seller/);
    const late = await rail.statusMessages.poll(response);
    assert.deepEqual(withEnglish(late.mapping), withEnglish(statuses.responseRefusedSince));
  });

  it('are not stored if they break a rule that the access point checks', async () => {
    const response = written();
    for (const [what, replaced] of [
      [/<cbc:ResponseCode>RE/, '<cbc:ResponseCode>XX'],
      [/<cac:Status>.*<\/cac:Status>/, ''],
      [/listID="OPStatusReason"/, 'listID="OPStatusAction"'],
      [/<cbc:RegistrationName>Buyer Ltd/, '<cbc:RegistrationName>'],
      [/<cbc:ProfileID>[^<]*/, '<cbc:ProfileID>another'],
      [/(<cbc:IssueTime>[^<]*<\/cbc:IssueTime>)(.*?<\/cac:SenderParty>)/, '$2$1'],
      [/<cbc:DocumentTypeCode>380<\/cbc:DocumentTypeCode>/, ''],
    ] as const) {
      const text = new TextDecoder().decode(response.bytes);
      const wrong = text.replace(what, replaced);
      assert.notEqual(wrong, text, String(what));
      const broken = { ...response, bytes: new TextEncoder().encode(wrong) };
      const { mapping } = await rail.statusMessages.send(broken);
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.notStored), String(what));
      assert.deepEqual(
        withEnglish((await rail.statusMessages.ask(response)).mapping),
        withEnglish(statuses.notHeld),
      );
    }
  });

  it('have the same text under another InstanceIdentifier', () => {
    const { bytes, submissionId } = written();
    const renewed = rail.statusMessages.renew(bytes);
    assert.notEqual(renewed.submissionId, submissionId);
    const [one, other] = [bytes, renewed.message].map((each) => new TextDecoder().decode(each));
    const element = (id: string): string => `<InstanceIdentifier>${id}</InstanceIdentifier>`;
    assert.equal(other, one!.replace(element(submissionId), element(renewed.submissionId)));
    assert.deepEqual(
      withEnglish(readMessage(renewed.message)?.effect),
      withEnglish(readMessage(bytes)?.effect),
    );
  });
});
