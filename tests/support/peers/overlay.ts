import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What an overlay says; undefined where it leaves the word to the peer behind it. */
export interface OverlayAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/** Answers before a peer, or makes something else of its answer. */
export interface OverlayRules {
  /** `ask` puts a question of its own to the peer behind. */
  before?(
    url: URL,
    ask: (path: string) => Promise<any>,
  ): Promise<OverlayAnswer | undefined> | OverlayAnswer | undefined;
  after?(url: URL, status: number, body: any): OverlayAnswer;
}

/** A server in front of a peer, for what the peer leaves out. `behind` is asked for once the overlay has its origin. */
export async function startOverlay(
  behind: (origin: string) => Promise<{ readonly origin: string; readonly headers?: Record<string, string> }>,
  rules: OverlayRules,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  let peer = { origin: "", headers: {} as Record<string, string> };
  const ask = async (path: string) => (await fetch(`${peer.origin}${path}`, { headers: peer.headers })).json();
  const server = createServer((request, response) => {
    const say = ({ status, body }: OverlayAnswer, link?: string | null) => {
      response.writeHead(status, { "content-type": "application/json", ...(link && { link }) });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const answer = async () => {
      const url = new URL(request.url!, origin);
      const own = await rules.before?.(url, ask);
      if (own) return say(own);
      const headers = { ...peer.headers, authorization: request.headers.authorization ?? "" };
      const given = await fetch(`${peer.origin}${request.url}`, { method: request.method!, headers });
      const text = await given.text();
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      return say(rules.after?.(url, given.status, body) ?? { status: given.status, body }, given.headers.get("link"));
    };
    answer().catch((error: unknown) => say({ status: 500, body: { message: String(error) } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  peer = { headers: {}, ...(await behind(origin)) };
  return {
    origin,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
