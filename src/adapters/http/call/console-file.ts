export const CONSOLE_FILES = '/console/assets/';

export const isConsoleFile = (path: string): boolean => path.startsWith(CONSOLE_FILES);
