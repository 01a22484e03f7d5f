import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ParseOption, XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

const PARSING = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;

/** The schema file in an installed pack, by the document's root; two forms of KSeF have one. */
const SCHEMAS: Readonly<Record<string, { readonly pack: RegExp; readonly file: string }>> = {
  Invoice: { pack: /^ubl-2\.1\.built-in/, file: 'source/UBL-Invoice.xsd' },
  CreditNote: { pack: /^ubl-2\.1\.built-in/, file: 'source/UBL-CreditNote.xsd' },
  Faktura: { pack: /^fa3-1-0E\.built-in/, file: 'source/schemat_FA(3)_v1-0E.xsd' },
  'Faktura VAT RR': { pack: /^fa-rr-1-1E\.built-in/, file: 'source/schemat_FA_RR(1)_v1-1E.xsd' },
  CrossIndustryInvoice: { pack: /^cii-d16b\.built-in/, file: 'source/rsm.xsd' },
};

/** The schemas with which the receiver's side checks documents. The sandbox reads them from the installed packs. */
export class Schemas {
  // Compiling one takes a tenth of a second and memory outside JavaScript's heap, so each is compiled once.
  private readonly compiled = new Map<string, XsdValidator | undefined>();

  /** @param folder of installed packs. A document without an installed schema is not checked. */
  constructor(private readonly folder: string) {
    readFilesOnce();
  }

  /**
   * The violations of the schema of its root, as the parser reports them. Undefined if there are none, or no schema is
   * installed.
   */
  fault(bytes: Buffer, root: string): string | undefined {
    return this.error(bytes, root)?.message;
  }

  /** The same, one text per violation. */
  faults(bytes: Buffer, root: string): readonly string[] {
    return this.error(bytes, root)?.details.map(({ message }) => message.trim()) ?? [];
  }

  private error(bytes: Buffer, root: string): XmlValidateError | undefined {
    const schema = this.schema(root);
    if (!schema) return undefined;
    const document = XmlDocument.fromBuffer(bytes, { option: PARSING });
    try {
      schema.validate(document);
      return undefined;
    } catch (error) {
      if (error instanceof XmlValidateError) return error;
      throw error;
    } finally {
      document.dispose();
    }
  }

  private schema(localName: string): XsdValidator | undefined {
    if (!this.compiled.has(localName)) this.compiled.set(localName, this.compile(localName));
    return this.compiled.get(localName);
  }

  private compile(localName: string): XsdValidator | undefined {
    const schema = SCHEMAS[localName];
    const pack = schema && newestOf(this.folder, schema.pack);
    if (!pack) return undefined;
    const path = join(this.folder, pack, schema.file);
    const document = XmlDocument.fromBuffer(readFileSync(path), { url: path, option: PARSING });
    try {
      return XsdValidator.fromDoc(document);
    } finally {
      document.dispose();
    }
  }
}

let readsFiles = false;

/** The number of libxml2's input providers in a process is limited, and tests start many sandboxes. */
function readFilesOnce(): void {
  if (!readsFiles) xmlRegisterFsInputProviders();
  readsFiles = true;
}

/** The last installed version of a pack, as after an upgrade; undefined if there is none. */
function newestOf(folder: string, pack: RegExp): string | undefined {
  const installed = namesIn(folder)
    .filter((name) => pack.test(name))
    .map((name) => ({ name, since: statSync(join(folder, name)).mtimeMs }));
  return installed.sort((one, other) => other.since - one.since)[0]?.name;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
