import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formOfProfile } from '../../src/domain/documents/form-of-profile.ts';
import { readDocument } from '../../src/domain/documents/read-document.ts';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import type { RuledSyntax } from './built-in-rules.ts';
import { canonicalOf } from '../../src/domain/invoice/canonical-of.ts';
import { SYNTAXES } from './documents.ts';
import { REFERENCE_DATA } from './reference-data.ts';
import { xmlRoot } from './xml-root.ts';

/** A published invoice whose content is terms that the canonical form has. */
export interface Sample {
  readonly name: string;
  readonly syntax: RuledSyntax;
  readonly text: string;
  /** BT-24. */
  readonly specification: string;
  /** With the terms that its profile has. */
  readonly canonical: Record<string, unknown>;
}

/** Suites of fragments, each made for one rule, and suites of other syntaxes. */
const NO_SAMPLES = /unit|fa3/;

interface Verdict {
  readonly case: string;
  readonly syntax: string;
  readonly xsd_valid: boolean;
}

/** The samples among the recorded cases. */
export function* publicSamples(): Generator<Sample> {
  const folder = join(REFERENCE_DATA, 'conformance');
  const lines = readFileSync(join(folder, 'verdicts.jsonl'), 'utf8').split('\n');
  for (const line of lines.filter((one) => one !== '')) {
    const { case: name, syntax, xsd_valid: isValid } = JSON.parse(line) as Verdict;
    if (!isValid || NO_SAMPLES.test(name.split('/')[0] ?? '')) continue;
    const { text = '' } = decodeXml(readFileSync(join(folder, 'cases', name)));
    const root = xmlRoot(text);
    const form = SYNTAXES.forms.find(({ expandedRoot }) => expandedRoot === root.name);
    if (!form) throw new Error(`${name} is of no form`);
    const { invoice, extensions } = readDocument(form, root);
    if (extensions.length > 0) continue;
    yield {
      name,
      syntax: syntax === 'cii' ? 'cii' : 'ubl',
      text,
      specification: invoice.specification ?? '',
      canonical: withoutProcess(canonicalOf(readDocument(formOfProfile(form, root), root).invoice)),
    };
  }
}

/** BT-23 of other countries than France is that of the document's specification. */
const withoutProcess = ({ invoice, ...document }: Record<string, unknown>): Record<string, unknown> => {
  const { business_process: _, ...header } = invoice as Record<string, unknown>;
  return { ...document, invoice: header };
};
