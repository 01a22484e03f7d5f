import { Erp } from '../../support/erp.ts';
import type { Service } from '../../support/service.ts';
import { Chance } from './chance.ts';
import { FORMATS } from './description.ts';
import { markedExample } from './invoices.ts';
import type { Tenant } from './tenants.ts';

/** A file built by the service, with the name and the marker of its tenant. */
export interface BuiltFile {
  readonly text: string;
  readonly tenant: Tenant;
}

const TRIES = 20;

/** Files to be mutated: one per format that the service builds. */
export async function builtFiles(service: Service, tenant: Tenant): Promise<readonly BuiltFile[]> {
  const erp = new Erp(service, tenant.key);
  const files: BuiltFile[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    const submission = {
      ...(markedExample(tenant, new Chance(0, 'files', n)) as object),
      formats: [FORMATS[n % FORMATS.length]],
    };
    const { status, json } = await erp.post<{ id: string }>('/invoices', submission);
    if (status !== 202) continue;
    const { documents, document_sha256: sha256 } = await erp.settled(json.id, 60_000);
    const built = documents.find((each) => each.sha256 === sha256);
    const file = built && (await erp.get(built.href));
    if (file?.text.startsWith('<')) files.push({ text: file.text, tenant });
  }
  if (files.length === 0) throw new Error('no file was built that could be changed');
  return files;
}

/** The file with the data of another client. */
export const fileOf = ({ text, tenant }: BuiltFile, other: Tenant, number: string): string =>
  text.replaceAll(tenant.mark, other.mark).replaceAll(new RegExp(`RE-${tenant.name}-\\d+`, 'g'), number);
