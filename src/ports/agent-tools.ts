/** The calls of the API as tools for language models (MCP). */
export interface AgentTools {
  /** Answers one message of the protocol over HTTP. */
  answer(message: AgentMessage, caller: AgentCaller): Promise<AgentReply>;
}

export interface AgentMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
}

export interface AgentCaller {
  /** The key has the scope `submit`. */
  readonly maySubmit: boolean;
  /** Makes a call of the API with the key of the caller. */
  readonly call: (request: Request) => Promise<Response>;
}

export interface AgentReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
