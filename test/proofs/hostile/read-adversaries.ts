import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { ADVERSARIES } from './adversarial.ts';
import { read } from '../../validators/engine/xml/reading.ts';

/** A program: reads each document and prints the name of those with an unexpected result. */
for (const [name, { make, parser }] of Object.entries(ADVERSARIES)) {
  const result = read(Buffer.from(make()), new Vocabulary());
  const ended = 'kind' in result ? result.kind : 'reads';
  if (ended !== parser) console.log(`${name}: ${ended}, not ${parser}`);
}
