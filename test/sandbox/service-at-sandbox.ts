import { aSandbox, type TestSandbox } from './running.ts';
import { OPERATOR_KEY } from '../support/erp.ts';
import { emptyFolder } from '../support/folder.ts';
import { type Service, startService } from '../support/service.ts';

/** A service in an empty folder, with simulated networks of its own, for the tests of a `describe`. */
export function serviceAtSandbox(own: NodeJS.ProcessEnv = {}) {
  const folder = emptyFolder();
  let sandbox: TestSandbox | undefined;
  let service: Service | undefined;
  before(async () => {
    sandbox = await aSandbox();
    const env = { SIM_PORT: String(sandbox.port), OPERATOR_KEY, ...own };
    service = await startService({ cwd: folder.path, env });
  });
  after(async () => {
    await service?.stop();
    await sandbox?.stop();
    folder.remove();
  });
  return {
    folder: folder.path,
    /** From the first test on. */
    get service(): Service {
      return service!;
    },
  };
}
