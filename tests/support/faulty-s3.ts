import { createServer, request } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a bucket's service does in place of answering. */
type S3Fault = (asked: IncomingMessage, answer: ServerResponse) => void;

const refuse =
  (status: number, code: string): S3Fault =>
  (_, answer) =>
    void answer
      .writeHead(status, { "content-type": "application/xml" })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);

/** Eight ways in which buckets fail. */
export const s3Faults = {
  "answers 500": refuse(500, "InternalError"),
  "asks to slow down": refuse(503, "SlowDown"),
  "denies access": refuse(403, "AccessDenied"),
  "has no such bucket": refuse(404, "NoSuchBucket"),
  "breaks connections": (asked) => void asked.socket.destroy(),
  "breaks off its answers": (_, answer) => {
    answer.writeHead(200, { "content-length": 1_000 });
    answer.write("half", () => answer.destroy());
  },
  "never answers": () => {},
  "has no room": (asked, answer) => {
    asked.resume();
    refuse(507, "QuotaExceeded")(asked, answer);
  },
} satisfies Record<string, S3Fault>;

export type S3FaultName = keyof typeof s3Faults;

/** Stands before a service and passes everything on, but for the fault that it was told to have. */
export interface FaultyS3 {
  readonly origin: string;
  /** From now on; undefined for none. A bucket without room still reads. */
  have(fault: S3FaultName | undefined): void;
  close(): Promise<void>;
}

/** Starts one before the service that listens on `port` of this machine. */
export async function startFaultyS3(port: number): Promise<FaultyS3> {
  let fault: S3FaultName | undefined;
  const server = createServer((asked, answer) => {
    if (fault !== undefined && (fault !== "has no room" || asked.method === "PUT" || asked.method === "POST"))
      return s3Faults[fault](asked, answer);
    const { method, url: path, headers } = asked;
    const onward = request({ host: "127.0.0.1", port, method, path, headers }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    have: (next) => {
      fault = next;
      // Who waits for an answer that never comes is asked again by nobody.
      if (next === undefined) server.closeAllConnections();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
