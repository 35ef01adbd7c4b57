import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { testData } from "../test-data.ts";

/** A vendor's own API description, cut to what is used. */
export const sliceOf = (name: string): string => testData(`api-descriptions/${name}.slice.json`);

/** Somebody who answers like a vendor's official description, and refuses what that does not allow. */
export interface Prism {
  readonly origin: string;
  close(): Promise<void>;
}

/** Another takes a port that was free a moment ago, now and then. */
const TRIES = 3;

/** Starts Stoplight's Prism on the description of one vendor. It is ready when this is. */
export async function startPrism(name: string): Promise<Prism> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryPrism(name, await freePort());
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

async function tryPrism(name: string, port: number): Promise<Prism> {
  const cli = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
  const child = spawn(process.execPath, [cli, "mock", "-h", "127.0.0.1", "-p", String(port), sliceOf(name)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Prism is listening")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", reject);
    void ended.then(() => reject(new Error(`Prism did not start: ${said.slice(-2_000)}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
