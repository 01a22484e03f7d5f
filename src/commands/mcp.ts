import { once } from 'node:events';
import { required } from '../client/required.ts';
import { type ConnectionOptions, withConnection } from './frame/connection.ts';
import type { Define, Frame } from './frame/frame.ts';

export const mcp: Define = (command, frame) => {
  withConnection(command)
    .addHelpText(
      'after',
      `
Speaks the Model Context Protocol on standard input and output, for an assistant that starts it (docs/guides/agent.md). A key with the scope read is enough to read; checks need submit. With MCP_SEND=1 and such a key it also sends.`,
    )
    .action(frame.act((options: ConnectionOptions) => serve(options, frame)));
};

async function serve(options: ConnectionOptions, frame: Frame): Promise<void> {
  const service = frame.service(options);
  const { environment, scopes } = required(await service.api.GET('/keys/self'));
  const [{ serveStdio }, { toolServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../agents/tool-server.ts'),
  ]);
  // Standard output has messages of the protocol only.
  const report = (error: unknown): void =>
    frame.terminal.note(error instanceof Error ? error.message : String(error));
  const maySend = frame.env['MCP_SEND'] === '1' && scopes.includes('submit');
  const { version } = frame;
  serveStdio(() => toolServer({ service, environment, version, maySend, report }), { onerror: report });
  await once(process.stdin, 'end');
}
