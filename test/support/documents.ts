import { DocumentBuilder } from '../../src/domain/documents/document-builder.ts';
import { profileOf } from '../../src/domain/routes/all.ts';
import { writeDocument } from '../../src/domain/documents/write-document.ts';
import type { En16931Invoice } from '../../src/domain/invoice/en16931.ts';
import { readSyntaxes } from '../../src/processes/read-syntaxes.ts';

/** By the tables of the project. */
export const SYNTAXES = readSyntaxes();
export const DOCUMENTS = new DocumentBuilder(SYNTAXES, profileOf);

/** Written although our own rules and limits may refuse it. */
export const written = (syntax: string, invoice: En16931Invoice): string =>
  writeDocument(SYNTAXES.formOf(syntax, invoice.typeCode), invoice);
