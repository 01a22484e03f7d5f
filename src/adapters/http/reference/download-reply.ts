import type { Request } from 'express';
import { type DownloadedFile, fileReply } from '../call/files.ts';
import type { Reply } from '../call/reply.ts';
import { pageReply, wantsPage } from '../call/wanted-form.ts';
import { type Report, reportPage } from './report-page.ts';

/** A download. A report is a page if the caller asks for one. */
export function downloadReply(file: DownloadedFile, request: Request): Reply {
  if (file.document.kind === 'validation-report' && wantsPage(request))
    return pageReply(reportPage(JSON.parse(new TextDecoder().decode(file.bytes)) as Report));
  return fileReply(file, request.headers['if-none-match']);
}
