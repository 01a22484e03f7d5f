import { converting, printing } from '../../src/adapters/pdf/print.ts';
import type { Page } from '../../src/domain/page/page.ts';
import type { Printer } from '../../src/ports/printer.ts';
import { readSyntaxes } from '../../src/processes/read-syntaxes.ts';

const syntaxes = readSyntaxes();
const print = printing(syntaxes);
const convert = converting(syntaxes);

/** Prints at once, and copies the input as a thread does. */
export class FakePrinter implements Printer {
  hybrid(hybrid: Parameters<Printer['hybrid']>[0]): Promise<Uint8Array> {
    return print(structuredClone({ task: 'hybrid', hybrid }));
  }

  async page(order: Parameters<Printer['page']>[0]): Promise<Page> {
    const json = await print(structuredClone({ task: 'page', order }));
    return JSON.parse(new TextDecoder().decode(json)) as Page;
  }

  data(order: Parameters<Printer['data']>[0]): Promise<Uint8Array> {
    return print(structuredClone({ task: 'data', order }));
  }

  view(order: Parameters<Printer['view']>[0]): Promise<Uint8Array> {
    return print(structuredClone({ task: 'view', order }));
  }

  async archived(order: Parameters<Printer['archived']>[0]): ReturnType<Printer['archived']> {
    const json = await print(structuredClone({ task: 'archived', order }));
    return JSON.parse(new TextDecoder().decode(json)) as Awaited<ReturnType<Printer['archived']>>;
  }

  proof(order: Parameters<Printer['proof']>[0]): Promise<Uint8Array> {
    return print(structuredClone({ task: 'proof', order }));
  }

  async convert(order: Parameters<Printer['convert']>[0]): ReturnType<Printer['convert']> {
    return structuredClone(await convert(structuredClone(order)));
  }
}
