import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { hasOwnPostgres, OwnPostgres } from "../support/own-postgres.ts";
import { freePort, ServerProcess } from "../support/server-process.ts";

/** As an installation on many machines has them. */
const roles = ["web", "signer", "worker", "web", "signer"];
/** What a start holds on average, with its supervisor and its connections. More of them than fit would have the kernel end some. */
const BYTES_OF_ONE = 210e6;

// STARTS=100 npm run test:long -- many-starts
const STARTS = Number(process.env["STARTS"] ?? Math.min(100, Math.floor(freemem() / BYTES_OF_ONE)));

const closers: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

test.skipIf(!hasOwnPostgres)(
  `O6: of ${STARTS} processes that start at once on an empty database none exits, and each becomes ready`,
  { timeout: STARTS * 20_000 + 120_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-starts-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const settings = `max_connections = ${100 + 20 * STARTS}`;
    const database = await OwnPostgres.create(path.join(folder, "pg"), "data", await freePort(), settings);
    closers.push(() => database.kill("SIGQUIT"));
    await database.start();
    const shared = {
      // What a process that only starts has no use for: without it each holds 100 MB more.
      NODE_OPTIONS: "--max-semi-space-size=2",
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString("base64"),
      STORAGE_US_URL: `file://${folder}/us`,
      STORAGE_EU_URL: `file://${folder}/eu`,
      ANCHORS_URL: `file://${folder}/anchors`,
    };
    // One, on a database of its own, compiles what all of them read.
    process.env["NODE_COMPILE_CACHE"] ??= path.join(folder, "compiled");
    const first = await ServerProcess.on(path.join(folder, "first"));
    await first.start();
    await first.stop();
    const servers = await Promise.all(
      Array.from({ length: STARTS }, (_, at) =>
        ServerProcess.on(path.join(folder, `server-${at}`), { ...shared, ROLE: roles[at % roles.length]! }),
      ),
    );
    closers.push(() => Promise.all(servers.map((server) => server.stop("SIGKILL"))));
    const began = performance.now();
    const ended = await Promise.allSettled(servers.map((server) => server.start()));
    const all = performance.now() - began;
    const failed = ended.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
    expect(failed).toEqual([]);
    const serving = servers.filter(({ env }) => env["ROLE"] === "web");
    const answers = await Promise.all(serving.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
    expect(new Set(answers)).toEqual(new Set([200]));
    console.info(`${STARTS} starts at once: all ready after ${Math.round(all)} ms`);
  },
);
