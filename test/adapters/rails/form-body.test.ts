import assert from 'node:assert/strict';
import { formBody } from '../../../src/adapters/rails/form-body.ts';

describe('a multipart form', () => {
  const content = Uint8Array.of(0, 13, 10, 45, 45, 255);

  it('is read by Node as it was written, with each byte of a file', async () => {
    const { type, body } = formBody('b-1', [
      { name: 'about', type: 'application/json', content: Buffer.from('{"ä":1}') },
      { name: 'file', fileName: 'x.pdf', type: 'application/pdf', content },
    ]);
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
    assert.equal(form.get('about'), '{"ä":1}');
    const file = form.get('file');
    assert.ok(file instanceof File);
    assert.deepEqual([file.name, file.type], ['x.pdf', 'application/pdf']);
    assert.deepEqual(new Uint8Array(await file.arrayBuffer()), content);
  });

  it('names no file for a part that is a value with a type', () => {
    const { body } = formBody('b-1', [
      { name: 'about', type: 'application/json', content: Buffer.from('{}') },
    ]);
    assert.equal(
      Buffer.from(body).toString(),
      '--b-1\r\nContent-Disposition: form-data; name="about"\r\nContent-Type: application/json\r\n\r\n{}\r\n--b-1--\r\n',
    );
  });
});
