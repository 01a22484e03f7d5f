/** Sends mail to people. */
export interface Mailer {
  /** @throws Error if the mail server did not take it. */
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>;
}
