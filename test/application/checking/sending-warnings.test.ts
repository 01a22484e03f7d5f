import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { SendingWarnings } from '../../../src/application/checking/sending-warnings.ts';
import type { ExaminedDocument } from '../../../src/application/checking/subject.ts';
import type { Addressing, AddressedParty } from '../../../src/domain/vocabulary/addressing.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { AN_ADDRESSING } from '../../support/records.ts';

const TURN = { client: 'acme', whenBusy: 'refuse' } as const;
const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

const party = (more: Partial<AddressedParty>): AddressedParty => ({
  country: 'RO',
  endpoint: null,
  ids: [],
  ...more,
});
const between = (seller: AddressedParty, buyer: AddressedParty, typeCode = '380'): Addressing => ({
  ...AN_ADDRESSING,
  typeCode,
  seller,
  buyer,
});

const file = (addressing: Addressing, specification = BILLING): ExaminedDocument => ({
  kind: 'ubl',
  mediaType: 'application/xml',
  bytes: new Uint8Array(),
  syntax: 'ubl-invoice',
  specification,
  number: 'X-1',
  issueDate: '2026-10-05',
  addressing,
});

type LookUp = ConstructorParameters<typeof SendingWarnings>[0]['lookUpBuyer'];

async function warned(
  route: Route,
  document: ExaminedDocument,
  lookUp: LookUp = { briefly: () => assert.fail('no look-up is made') },
): Promise<readonly string[]> {
  const reader = { readFile: () => assert.fail('a finished file is not read again') };
  const warnings = new SendingWarnings({ lookUpBuyer: lookUp, reader, catalogue: { find: () => undefined } });
  const found = await warnings.run(route, document, TURN);
  for (const { severity, whoFixes } of found) assert.deepEqual([severity, whoFixes], ['warning', 'erp']);
  return found.map(({ code, term, message }) => `${code} ${term}: ${english(message)}`);
}

describe('a dry run of a finished file', () => {
  const bare = party({});
  const romanian = party({ vatId: 'RO14399840' });

  it('warns on RO-EFACTURA if the file has no tax number under which ANAF accepts it', async () => {
    const consequence = 'The service sends it to ANAF under this number, so ANAF would reject it.';
    assert.deepEqual(await warned('RO-EFACTURA', file(between(bare, romanian))), [
      `EI-RO-CIF BT-31: The file has no Romanian tax number (CIF) of the seller. ${consequence}`,
    ]);
    assert.deepEqual(await warned('RO-EFACTURA', file(between(romanian, bare, '389'))), [
      `EI-RO-CIF BT-48: The file has no Romanian tax number (CIF) of the buyer. ${consequence}`,
    ]);
    assert.deepEqual(await warned('RO-EFACTURA', file(between(romanian, bare))), []);
    assert.deepEqual(await warned('FR-PA', file(between(bare, bare))), []);
  });

  it('warns on RO-EFACTURA that the rules of Romania do not check a CII file', async () => {
    const [warning = '', ...more] = await warned(
      'RO-EFACTURA',
      file({ ...between(romanian, romanian), root: 'CrossIndustryInvoice' }),
    );
    assert.match(warning, /^EI-RO-CII BT-24: The rules of CIUS-RO are published for UBL only/);
    assert.deepEqual(more, []);
  });

  it('warns of a mistyped identifier, with party and term', async () => {
    const mistyped = between(party({ country: 'DE', vatId: 'DE136695977' }), party({ vatId: 'RO14399841' }));
    assert.deepEqual(await warned('DE-XRECHNUNG', file(mistyped)), [
      'EI-ID-VAT BT-31: Of the seller: The VAT id does not have the form of its country; a digit is probably wrong.',
      'EI-ID-CUI BT-48: Of the buyer: The check digit of this CUI is wrong.',
    ]);
    // FA(3) has the NIP without the country.
    const polish = between(
      party({ country: 'PL', vatId: '5260250275' }),
      party({ country: 'PL', vatId: '5260250274' }),
    );
    assert.deepEqual(await warned('PL-KSEF', file(polish)), [
      'EI-ID-NIP BT-31: Of the seller: The check digit of this NIP is wrong.',
    ]);
    const gln = { scheme: '0088', id: '4000001123453' };
    assert.deepEqual(await warned('FR-PA', file(between(bare, party({ endpoint: gln })))), [
      'EI-ID-GLN BT-49: Of the buyer: The check digit of this GLN is wrong.',
    ]);
  });

  it('looks up the receiver on PEPPOL for the document type of the file, briefly', async () => {
    const asked: unknown[] = [];
    const lookUp: LookUp = {
      briefly: async (...call) => {
        asked.push(call);
        return { registered: 'no' };
      },
    };
    assert.deepEqual(await warned('PEPPOL', file(AN_ADDRESSING), lookUp), [
      'EI-PEPPOL-NO-ROUTE BT-49: The receiver is not registered in Peppol for this kind of document: sending would fail.',
    ]);
    const { namespace, root, process = '' } = AN_ADDRESSING;
    const documentType = `${namespace}::${root}##${BILLING}::2.1`;
    assert.deepEqual(asked, [
      ['acme', { candidates: ['0208:0123456749'], isAddressed: true, documentType, process }],
    ]);
  });

  it('warns of an unknown registration, and for identifiers that Peppol does not have', async () => {
    const unknown =
      'EI-PEPPOL-LOOK-UP BT-49: It is unknown whether the receiver is registered in Peppol: there was no answer within a second.';
    const failing: LookUp = { briefly: async () => ({ registered: 'unknown' }) };
    assert.deepEqual(await warned('PEPPOL', file(AN_ADDRESSING), failing), [unknown]);
    assert.deepEqual(await warned('PEPPOL', file(AN_ADDRESSING, 'urn:peppol:pint:billing-1@jp-1')), [
      unknown,
    ]);
  });

  it('has no warning for a receiver without a Peppol address, or a registered one', async () => {
    const unaddressed = { ...AN_ADDRESSING, buyer: party({ endpoint: { scheme: 'EM', id: 'a@b.example' } }) };
    assert.deepEqual(await warned('PEPPOL', file(unaddressed)), []);
    const registered: LookUp = { briefly: async () => ({ registered: 'yes' }) };
    assert.deepEqual(await warned('PEPPOL', file(AN_ADDRESSING), registered), []);
  });
});
