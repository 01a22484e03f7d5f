import { type DownloadedFile, fileReply } from '../call/files.ts';
import type { OpenCall } from '../call/handlers.ts';
import type { FileReply } from '../call/answer.ts';
import { inOtherWords } from '../../../domain/words/texts.ts';
import { jsonReply, pageReply, wantsPage } from '../call/wanted-form.ts';
import { type Report, reportPage } from './report-page.ts';

/** A download. A report is a page, or told in another language, if the caller asks for it: it is then no longer the kept file. */
export async function downloadReply(
  file: DownloadedFile,
  { request, translator }: Pick<OpenCall, 'request' | 'translator'>,
): Promise<FileReply> {
  const isReport = file.document.kind === 'validation-report';
  if (isReport && (wantsPage(request) || request.query['lang'] !== undefined)) {
    const words = await translator();
    const report = JSON.parse(new TextDecoder().decode(file.bytes)) as Report;
    return wantsPage(request)
      ? pageReply(reportPage(report, words), words)
      : jsonReply(inOtherWords(report, words.text), words);
  }
  return fileReply(file, request.headers['if-none-match']);
}
