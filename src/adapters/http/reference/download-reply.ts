import { type DownloadedFile, fileReply } from '../call/files.ts';
import type { OpenCall } from '../call/handlers.ts';
import type { FileReply } from '../call/answer.ts';
import { pageReply, wantsPage } from '../call/wanted-form.ts';
import { type Report, reportPage } from './report-page.ts';

/** A download. A report is a page if the caller asks for one. */
export async function downloadReply(
  file: DownloadedFile,
  { request, translator }: Pick<OpenCall, 'request' | 'translator'>,
): Promise<FileReply> {
  if (file.document.kind === 'validation-report' && wantsPage(request)) {
    const words = await translator();
    return pageReply(reportPage(JSON.parse(new TextDecoder().decode(file.bytes)) as Report, words), words);
  }
  return fileReply(file, request.headers['if-none-match']);
}
