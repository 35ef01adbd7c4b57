import http from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A real server on this machine that answers as a test says. */
export interface Vendor {
  /** http://127.0.0.1:PORT */
  readonly origin: string;
  readonly arrived: readonly Arrived[];
  close(): Promise<void>;
}

/** Answers one request; `number` counts from 1. */
export type Answering = (response: http.ServerResponse, request: Arrived, number: number) => void;

/** Starts one on a free port. */
export async function startVendor(answer: Answering): Promise<Vendor> {
  const arrived: Arrived[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const arrival = { method, path: url, headers, body: Buffer.concat(chunks) };
      arrived.push(arrival);
      answer(response, arrival, arrived.length);
    });
    request.on("error", () => {});
  });
  // Only what a test says, and no answer when it says nothing.
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON. */
export function json(
  response: http.ServerResponse,
  body: unknown,
  status = 200,
  headers: http.OutgoingHttpHeaders = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
