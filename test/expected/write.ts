import { writeFileSync } from 'node:fs';
import { DOCUMENTS } from '../support/documents.ts';
import { textOf } from '../support/text-of.ts';
import { parsed } from '../domain/parsed.ts';
import { EXPECTED } from './expected.ts';

// `npx tsx test/expected/write.ts`: writes the expected documents again; read the difference before you commit it.
for (const { name, route, format, document, xmlFile } of EXPECTED) {
  const built = await DOCUMENTS.build(parsed(document), route, format);
  if (built.ok) writeFileSync(xmlFile, textOf(built.document));
  else process.stderr.write(`${name}: ${JSON.stringify(built.findings)}\n`);
}
