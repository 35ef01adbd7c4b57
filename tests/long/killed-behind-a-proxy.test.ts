import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as send } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { hasOwnPostgres, OwnPostgres } from "../support/own-postgres.ts";
import { Person } from "../support/person.ts";
import { freePort, ServerProcess } from "../support/server-process.ts";
import { fileSteadily } from "../support/steady-filing.ts";

// KILLS=200 DATABASE_KILLS=50 npm run test:long -- killed-behind-a-proxy
const KILLS = Number(process.env["KILLS"] ?? 200);
const DATABASE_KILLS = Number(process.env["DATABASE_KILLS"] ?? 50);

const closers: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** As a load balancer does: the next process where one does not take the connection, and never a second try of what was taken. */
async function balance(ports: readonly number[]): Promise<{ readonly port: number; readonly server: Server }> {
  let turn = 0;
  const server = createServer((asked, answered) => {
    const parts: Buffer[] = [];
    asked.on("data", (part: Buffer) => parts.push(part));
    asked.on("error", () => answered.destroy());
    asked.on("end", () => {
      turn += 1;
      const pass = (tries: number) => {
        const port = ports[(turn + tries) % ports.length]!;
        const { method, url, headers } = asked;
        const onward = send({ host: "localhost", port, method, path: url, headers }, (answer: IncomingMessage) => {
          answered.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(answered);
          answer.on("error", () => answered.destroy());
        });
        onward.on("error", (error: NodeJS.ErrnoException) => {
          if (error.code === "ECONNREFUSED" && tries + 1 < ports.length) pass(tries + 1);
          else if (answered.headersSent) answered.destroy();
          else answered.writeHead(502).end();
        });
        onward.end(Buffer.concat(parts));
      };
      pass(0);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return { port, server };
}

test.skipIf(!hasOwnPostgres)(
  `two web and two workers behind a proxy: ${KILLS} kills of theirs and ${DATABASE_KILLS} of PostgreSQL lose and double nothing`,
  { timeout: (KILLS + DATABASE_KILLS) * 60_000 + 300_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-kills-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const database = await OwnPostgres.create(
      path.join(folder, "pg"),
      "data",
      await freePort(),
      "max_connections = 300",
    );
    closers.push(() => database.kill());
    await database.start();
    const ports = [await freePort(), await freePort()] as const;
    const proxy = await balance(ports);
    closers.push(() => {
      proxy.server.closeAllConnections();
      proxy.server.close();
    });
    const shared = {
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString("base64"),
      CONNECTIONS_KEY: randomBytes(32).toString("base64"),
      APP_URL: `http://localhost:${proxy.port}`,
      STORAGE_US_URL: `file://${folder}/us`,
      STORAGE_EU_URL: `file://${folder}/eu`,
      ANCHORS_URL: `file://${folder}/anchors`,
    };
    const open = async (name: string, role: "web" | "worker", port?: number) => {
      const { CONNECTIONS_KEY, ...web } = shared;
      const env = role === "web" ? web : { ...web, CONNECTIONS_KEY };
      const server = await ServerProcess.on(path.join(folder, name), { ...env, ROLE: role }, port);
      closers.push(() => server.stop("SIGKILL"));
      await server.start();
      return server;
    };
    const servers = [
      await open("web-1", "web", ports[0]),
      await open("web-2", "web", ports[1]),
      await open("worker-1", "worker"),
      await open("worker-2", "worker"),
    ] as const;
    const url = shared.APP_URL;
    const tokenFor = (email: string) => Promise.any([servers[2].tokenFor(email), servers[3].tokenFor(email)]);
    const ana = await Person.signUp(url, "Ana", "ana@example.test", tokenFor);
    const company = await ana.found("Killed Ltd");
    // As an operator would: hundreds of kills last longer than a day's changes.
    await database.query(
      `INSERT INTO app.limit_overrides (company_id, key) SELECT DISTINCT '${company}'::uuid, key FROM app.limits`,
    );
    const load = fileSteadily(ana, company);
    const starts: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = servers[kill % servers.length]!;
      await setTimeout(100 + Math.random() * 400);
      await server.stop("SIGKILL");
      starts.push(await server.start());
    }
    for (let kill = 0; kill < DATABASE_KILLS; kill += 1) {
      await setTimeout(300 + Math.random() * 700);
      await database.kill();
      await database.start();
      await eventually("a process that is ready again", async () => {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined);
        return answer?.status === 200 || undefined;
      });
    }
    await load.stop();
    expect(await load.check()).toEqual([]);
    const strange = [...load.statuses.keys()].filter(
      (status) => ![200, 201, 402, 403, 409, 429, 502, 503, 0].includes(status),
    );
    expect(strange, "never 500").toEqual([]);
    const middle = starts.toSorted((a, b) => a - b)[starts.length >> 1] ?? 0;
    console.info(
      `${KILLS} + ${DATABASE_KILLS} kills, ${load.sent()} changes, restarts p50 ${Math.round(middle)} ms, answers ${JSON.stringify([...load.statuses])}`,
    );
    expect(load.sent()).toBeGreaterThan(KILLS);
  },
);
