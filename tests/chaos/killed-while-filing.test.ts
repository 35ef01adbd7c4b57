import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromBase64, toUtf8 } from "#domain/ledger/bytes.ts";
import { leafHash, verifyInclusion } from "#domain/ledger/merkle.ts";
import { eventually } from "../support/eventually.ts";
import { Person } from "../support/person.ts";
import { ServerProcess } from "../support/server-process.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** What one client sent and was told: the only truth the checker believes. */
interface Filed {
  readonly key: string;
  readonly bytes: Buffer;
  acknowledged?: { id: string; exhibit: string; sha256: string };
}

describe("what was acknowledged survives", () => {
  let folder: string;
  let server: ServerProcess;
  let ana: Person;
  let company: string;
  const kills = 12;
  const sent: Filed[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "exhibit-chaos-"));
    server = await ServerProcess.on(folder);
    await server.start();
    ana = await Person.signUp(server.url, "Ana", "ana@example.test", (email) => server.tokenFor(email));
    company = await ana.found("Chaos and Partners");
  });

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const file = async (item: Filed): Promise<number> => {
    const query = new URLSearchParams({
      name: `Item ${item.key}`,
      fileName: "item.bin",
      type: "Document",
      controls: "XC-01,XC-12",
    });
    const answer = await ana
      .upload(`/companies/${company}/evidence?${query}`, item.bytes, { "idempotency-key": item.key })
      .catch(() => undefined);
    if (answer?.status === 201) item.acknowledged = answer.body;
    return answer?.status ?? 0;
  };

  /** Files items without a pause until told to stop; what was not acknowledged is sent again with its key. */
  const keepFiling = async (stopped: { now: boolean }, statuses: Map<number, number>) => {
    while (!stopped.now) {
      const again = sent.find((item) => !item.acknowledged);
      const item = again ?? { key: randomUUID(), bytes: randomBytes(1 + Math.floor(Math.random() * 30_000)) };
      if (!again) sent.push(item);
      const status = await file(item);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 201) await setTimeout(30);
    }
  };

  const readiness = async () => {
    const answer = await fetch(`${server.url}/readyz`).catch(() => undefined);
    if (!answer) throw new Error(`the server is gone:\n${server.output.slice(-2_000)}`);
    return answer.status;
  };

  const check = async () => {
    for (const item of sent.filter((item) => !item.acknowledged)) {
      // The database may still be recovering; what matters is that repeating gets there in the end.
      let status = await file(item);
      for (let tries = 0; tries < 200 && status === 503; tries += 1) {
        await setTimeout(100);
        status = await file(item);
      }
      expect(status, "a repeated request succeeds").toBe(201);
    }
    const listed: { id: string; exhibit: string; sha256: string; ledgerIndex: number }[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: { body: { items: typeof listed; next: string | null } } = await ana.get(
        `/companies/${company}/evidence?limit=200${after ? `&after=${after}` : ""}`,
      );
      listed.push(...page.body.items);
      after = page.body.next;
    }
    expect(listed.length, "nothing is lost and nothing doubled").toBe(sent.length);
    expect(new Set(listed.map((item) => item.exhibit)).size).toBe(sent.length);
    const numbers = listed.map((item) => Number(item.exhibit.slice(3))).sort((a, b) => a - b);
    expect(numbers, "numbers have no gaps").toEqual(numbers.map((_, index) => index + 1));
    const byId = new Map(listed.map((item) => [item.id, item]));
    for (const item of sent) {
      expect(byId.get(item.acknowledged!.id)?.sha256).toBe(sha256(item.bytes).toString("hex"));
    }
    for (const item of sent.slice(-15)) {
      const download = await ana.get(`/companies/${company}/evidence/${item.acknowledged!.id}/file`);
      expect(
        Buffer.from(await download.response.arrayBuffer()).equals(item.bytes),
        "the bytes decrypt to what was sent",
      ).toBe(true);
      const { proof } = (await ana.get(`/companies/${company}/evidence/${item.acknowledged!.id}`)).body;
      verifyInclusion(
        sha256,
        leafHash(sha256, toUtf8(proof.entry)),
        proof.index,
        proof.size,
        proof.path.map((hash: string) => fromBase64(hash)!),
        fromBase64(proof.root)!,
      );
    }
  };

  test(
    "12 times kill -9 of the server while evidence is filed: nothing acknowledged is lost or doubled",
    { timeout: 600_000 },
    async () => {
      const stopped = { now: false };
      const statuses = new Map<number, number>();
      const clients = [keepFiling(stopped, statuses), keepFiling(stopped, statuses)];
      const starts: number[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        // However slow the machine is, something is filed by each start, and something else is under way.
        const before = statuses.get(201) ?? 0;
        await eventually("something that is filed", async () => (statuses.get(201) ?? 0) > before || undefined);
        await setTimeout(Math.random() * 350);
        await server.stop("SIGKILL");
        starts.push(await server.start());
      }
      stopped.now = true;
      await Promise.all(clients);
      await check();
      starts.sort((a, b) => a - b);
      console.log(
        `filed ${sent.length}, restarts p50 ${Math.round(starts[kills / 2]!)} ms, answers ${JSON.stringify([...statuses])}`,
      );
      expect(sent.length).toBeGreaterThan(kills);
    },
  );

  test(
    "5 times kill -9 of PostgreSQL: 503 meanwhile, and nothing acknowledged is lost or doubled",
    { timeout: 180_000 },
    async () => {
      const stopped = { now: false };
      const statuses = new Map<number, number>();
      const clients = [keepFiling(stopped, statuses), keepFiling(stopped, statuses)];
      for (let kill = 0; kill < 5; kill += 1) {
        await setTimeout(500);
        process.kill(postmasterOf(folder), "SIGKILL");
        // The server notices by itself: what it answers meanwhile is 503, and it comes back without being restarted.
        await eventually("a ready server", async () => (await readiness()) === 200 || undefined);
      }
      await setTimeout(300);
      stopped.now = true;
      await Promise.all(clients);
      await check();
      console.log(`answers ${JSON.stringify([...statuses])}`);
      expect(
        [...statuses.keys()].filter((status) => status !== 201 && status !== 503),
        "never 500, never a hang",
      ).toEqual([]);
      expect(statuses.get(503) ?? 0).toBeGreaterThan(0);
    },
  );

  test("SIGTERM ends with 0 within ten seconds, also while somebody watches and somebody files slowly", async () => {
    const asked = await ana.post(`/companies/${company}/exports`, {});
    const watched = await ana.get(`/companies/${company}/exports/${asked.body.id}/progress`);
    const query = new URLSearchParams({ name: "Slow", fileName: "slow.bin", type: "Document", controls: "XC-01" });
    const slow = request(`${server.url}/api/v1/companies/${company}/evidence?${query}`, {
      method: "POST",
      headers: {
        origin: server.url,
        cookie: ana.cookie,
        "content-type": "application/octet-stream",
        "content-length": 1_000,
      },
    });
    const ended = new Promise<number>((resolve) => {
      slow.once("response", (answer) => resolve(answer.statusCode ?? 0));
      slow.once("error", () => resolve(0));
    });
    slow.write("slowly");
    await setTimeout(500);
    const began = performance.now();
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await watched.response.text(), "the watcher is not told that the work ended").not.toContain("event: end");
    expect(await ended).not.toBe(201);
  });
});

/** The embedded server's pid, from the first line of its own pid file. */
function postmasterOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, "pg", "postmaster.pid"), "utf8").split("\n", 1)[0]);
}
