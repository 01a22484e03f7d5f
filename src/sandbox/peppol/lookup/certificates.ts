import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authority, certify, type Identity } from '../../certificates.ts';
import type { State } from '../../state.ts';

/** Signers and receivers in the sandbox network. A CA of this sandbox certifies each. */
export interface Certificates {
  readonly smpCa: Identity;
  readonly apCa: Identity;
  /** Of the SMPs; redirects lead to the second and the third. */
  readonly smps: readonly [Identity, Identity, Identity];
  readonly accessPoint: Identity;
  readonly expiredAccessPoint: Identity;
}

const KEPT_AS = 'certificates';
const ROUTE = 'PEPPOL';

/** Created at the first start. Also written as files to `folder`, for programs that trust them. */
export async function certificates(state: State, folder: string): Promise<Certificates> {
  const made = await state.lasting(ROUTE, KEPT_AS, make);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'peppol-smp-ca.pem'), made.smpCa.certificate);
  writeFileSync(join(folder, 'peppol-ap-ca.pem'), made.apCa.certificate);
  return made;
}

async function make(): Promise<Certificates> {
  const [smpCa, apCa] = await Promise.all([
    authority('SANDBOX SERVICE METADATA PUBLISHER CA'),
    authority('SANDBOX ACCESS POINT CA'),
  ]);
  const [first, second, third, accessPoint, expired] = await Promise.all([
    certify('PSM000001', 'SANDBOX SMP', smpCa),
    certify('PSM000002', 'SANDBOX SMP', smpCa),
    certify('PSM000003', 'SANDBOX SMP', smpCa),
    certify('POP000001', 'SANDBOX AP', apCa),
    certify('POP000495', 'SANDBOX AP', apCa, { from: -3, until: -1 }),
  ]);
  return {
    smpCa: smpCa.identity,
    apCa: apCa.identity,
    smps: [first, second, third],
    accessPoint,
    expiredAccessPoint: expired,
  };
}
