import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignedXml } from 'xml-crypto';
import { type Metadata, readMetadata } from '../../../src/adapters/peppol-lookup/service-metadata.ts';
import { readSigned } from '../../../src/adapters/peppol-lookup/signed-answer.ts';
import { all, readTree, sourceOf } from '../../../src/adapters/xml/xml-tree.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';

const FOLDER = join(REFERENCE_DATA, 'routes/data/peppol/smp');
/** All of them are valid at this time. */
const THEN = new Date('2015-06-01T00:00:00Z');

/** An endpoint for AS4 is active. */
const isSentTo = (metadata: Metadata): boolean => metadata.says === 'endpoint' && !metadata.isInactive;

/** Its line ends were changed after signing; Java's XMLDSig reports this, too. */
const BROKEN = 'signed-service-metadata1.xml';

/** Old signatures of SMPs of the network: with SHA-1, which is forbidden today, and by a former CA. */
describeByReference('the published SMP answers', () => {
  for (const name of readdirSync(FOLDER)) {
    const xml = readFileSync(join(FOLDER, name), 'utf8');
    const tree = readTree(xml)!;
    const [signature] = all(tree, 'Signature');
    const text = (path: string): string => all(tree, `ServiceMetadata/ServiceInformation/${path}`)[0]!.text;
    const process = text('ProcessList/Process/ProcessIdentifier');
    const asked = {
      participant: text('ParticipantIdentifier').toLowerCase(),
      documentType: text('DocumentIdentifier'),
      process,
    };

    it(`${name} is about its participant, and offers no AS4 at that time`, () => {
      assert.ok(!isSentTo(readMetadata(tree, asked, THEN)));
      assert.throws(() => readMetadata(tree, { ...asked, participant: '0088:1' }, THEN), /something else/);
    });

    it(`${name} ${name === BROKEN ? 'was changed after it was signed' : 'has a valid signature'}`, () => {
      const der = all(signature!, 'KeyInfo/X509Data/X509Certificate')[0]!.text;
      const signer = new X509Certificate(Buffer.from(der, 'base64'));
      const check = new SignedXml({ publicCert: signer.toString(), getCertFromKeyInfo: () => null });
      check.loadSignature(sourceOf(signature!, xml));
      assert.equal(check.checkSignature(xml), name !== BROKEN);
      if (name === BROKEN) return;
      const [signed] = check.getSignedReferences();
      assert.ok(!isSentTo(readMetadata(readTree(signed!)!, asked, THEN)));
    });

    it(`${name} is not accepted`, () => {
      assert.throws(() => readSigned(xml, [], THEN), /not trusted/);
    });
  }
});
