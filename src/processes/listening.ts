import { isIPv6 } from 'node:net';
import { SettingRefused } from './settings/settings.ts';

/** The address of a listener: a port, on one address or on all interfaces. */
interface ListenAddress {
  readonly port: number;
  readonly host?: string | undefined;
}

const ALL: ReadonlySet<string | undefined> = new Set([undefined, '0.0.0.0', '::']);

/** An address that reaches a listener from this machine. */
export function localAddress({ host, port }: ListenAddress): string {
  if (host === undefined || ALL.has(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

export const takenPort = (setting: string, port: number): SettingRefused =>
  new SettingRefused(
    setting,
    `${port} is taken by another process. If that is this service, it runs already; else set ${setting} to a free port.`,
  );

/**
 * Names the setting to change if a port cannot be listened on.
 * @param prefix of its settings: empty, or `METRICS_`.
 */
export const cannotListen =
  (prefix: '' | 'METRICS_', { port, host }: ListenAddress) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const portName = `${prefix}PORT`;
    switch (code) {
      case 'EADDRINUSE':
        throw takenPort(portName, port);
      case 'EACCES':
        throw new SettingRefused(portName, `${port} may not be used by this user.`);
      case 'EADDRNOTAVAIL':
      case 'EINVAL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        throw new SettingRefused(`${prefix}HOST`, `${host ?? ''} is no address of this machine (${code}).`);
      default:
        throw error;
    }
  };
