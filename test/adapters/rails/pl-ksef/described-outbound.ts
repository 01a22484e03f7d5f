import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../../../src/ports/outbound.ts';
import { assertCallDescribed, assertDescribed } from '../../../sandbox/pl-ksef/description.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

/** Calls to addresses that KSeF states in its answers. */
export const PART = 'PUT (part of a batch)';
export const LINK = 'GET (receipt by its address)';
export const EXPORTED = 'GET (part of an export)';

/** Passes every call on, and checks it and its answer against the published description. */
export class DescribedOutbound implements Outbound {
  readonly calls: string[] = [];
  /** Codes of refusals that replace the next answers to a call. */
  readonly instead = new Map<string, readonly number[]>();
  private readonly wanted: (Upload & { readonly part: Batch['batchFile']['fileParts'][number] })[] = [];
  private readonly links = new Map<string, typeof LINK | typeof EXPORTED>();
  private readonly client = new PatientClient();

  constructor(private readonly base: string) {}

  async call(request: OutboundRequest): Promise<OutboundAnswer> {
    const { method, url, headers = {}, body } = request;
    if (method === 'PUT') return this.put(request);
    const link = this.links.get(url);
    if (link) return this.download(request, link);
    const path = url.slice(this.base.length);
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]),
    );
    const text = body?.length ? Buffer.from(body).toString() : undefined;
    const call = assertCallDescribed({ method, path, headers: lower, body: text });
    this.calls.push(call);
    const answer = await this.client.call(request);
    if (answer.outcome !== 'answered') return answer;
    const content = Buffer.from(answer.body).toString();
    const type = answer.headers['content-type'] ?? '';
    const response = new Response(null, { status: answer.status, headers: { 'content-type': type } });
    const read: unknown = type.includes('json') ? JSON.parse(content) : content;
    assertDescribed(method, path, response, read);
    if (call === 'POST /sessions/batch') this.noteUploads(JSON.parse(text!) as Batch, read as Uploads);
    for (const [found = ''] of JSON.stringify(read).matchAll(/(?<="(?:upoD|d)ownloadUrl":")[^"]+/g))
      this.links.set(found, LINK);
    if (call === 'GET /invoices/exports/{referenceNumber}') this.noteParts(read as Exported);
    return this.replaceAnswer(call, answer);
  }

  private replaceAnswer(call: string, answer: OutboundAnswer): OutboundAnswer {
    const [code, ...more] = this.instead.get(call) ?? [];
    this.instead.set(call, more);
    return code === undefined || answer.outcome !== 'answered'
      ? answer
      : { ...answer, status: 400, body: refusal(code) };
  }

  /** The status describes this call: its method, its address, unchanged and without a token. */
  private async download(request: OutboundRequest, link: string): Promise<OutboundAnswer> {
    assert.deepEqual([request.method, Object.keys(request.headers ?? {})], ['GET', []]);
    this.calls.push(link);
    return this.replaceAnswer(link, await this.client.call(request));
  }

  private noteParts({ package: made }: Exported): void {
    for (const { method, url } of made?.parts ?? []) {
      assert.equal(method, 'GET');
      this.links.set(url, EXPORTED);
    }
  }

  reasonAgainst(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  private noteUploads({ batchFile }: Batch, { partUploadRequests }: Uploads): void {
    for (const { ordinalNumber, ...wanted } of partUploadRequests) {
      const part = batchFile.fileParts.find((each) => each.ordinalNumber === ordinalNumber);
      if (part) this.wanted.push({ ...wanted, part });
    }
  }

  /** The answer to the announcement describes this call: address, headers, size and hash. */
  private async put(request: OutboundRequest): Promise<OutboundAnswer> {
    const { method, url, headers, body = new Uint8Array() } = request;
    const wanted = this.wanted.find((each) => each.url === url);
    assert.ok(wanted, `KSeF did not state ${url}`);
    assert.deepEqual({ method, headers }, { method: wanted.method, headers: wanted.headers });
    const fileHash = createHash('sha256').update(body).digest('base64');
    assert.deepEqual([body.length, fileHash], [wanted.part.fileSize, wanted.part.fileHash]);
    this.calls.push(PART);
    return this.client.call(request);
  }
}

/** The status of an export. */
interface Exported {
  readonly package?: { readonly parts: readonly { readonly method: string; readonly url: string }[] } | null;
}

/** The announcement of a batch. */
interface Batch {
  readonly batchFile: {
    readonly fileParts: readonly {
      readonly ordinalNumber: number;
      readonly fileSize: number;
      readonly fileHash: string;
    }[];
  };
}

interface Uploads {
  readonly partUploadRequests: readonly (Upload & { readonly ordinalNumber: number })[];
}

interface Upload {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const refusal = (code: number): Uint8Array => Buffer.from(JSON.stringify({ errors: [{ code }] }));
