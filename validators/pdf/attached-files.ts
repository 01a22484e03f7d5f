import { attachmentsOf } from './attachments.ts';
import { PdfBroken, PdfOverLimit } from './read/failure.ts';
import { PdfFile } from './read/pdf-file.ts';

/** A file that was taken out of a PDF. */
interface TakenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The files inside a PDF; undefined if it cannot be read. Nothing is drawn, run or fetched. */
export function attachedFiles(pdf: Uint8Array): readonly TakenFile[] | undefined {
  try {
    const file = new PdfFile(pdf);
    return attachmentsOf(file).flatMap(({ name, stream }) =>
      stream ? [{ name, bytes: file.decoded(stream) }] : [],
    );
  } catch (error) {
    if (error instanceof PdfBroken || error instanceof PdfOverLimit) return undefined;
    throw error;
  }
}
