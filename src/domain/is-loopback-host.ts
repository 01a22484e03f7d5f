/** Whether what goes to the host never leaves this machine. Another spelling of a loopback address counts as elsewhere. */
export const isLoopbackHost = ({ hostname }: Pick<URL, 'hostname'>): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
