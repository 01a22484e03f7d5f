import { userInfo } from 'node:os';

/** The user of this machine: of a container there may be a number alone. */
export function whoReleases(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
