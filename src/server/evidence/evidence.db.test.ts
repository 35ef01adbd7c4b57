import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

describe("evidence through the API", () => {
  let running: RunningApp;
  let ana: Person;
  let company: string;

  beforeAll(async () => {
    running = await runApp();
    ana = await running.person("Ana");
    company = await ana.found("Evidence Ltd");
  });
  afterAll(() => running.close());

  const address = (change: Record<string, string> = {}) =>
    `/companies/${company}/evidence?${new URLSearchParams({ name: "Policy", fileName: "policy.pdf", type: "Policy", controls: "XC-01", ...change })}`;
  const files = async () =>
    (await readdir(running.folder, { recursive: true })).filter(
      (name) => name.endsWith(".sealed") || name.endsWith(".partial"),
    );

  test("a file comes back as it was sent, and lies sealed on the disk", async () => {
    const bytes = Buffer.concat([Buffer.from("%PDF-1.7 CANARY"), randomBytes(3_000_000)]);
    const filed = await ana.upload(address(), bytes);
    expect(filed.status).toBe(201);
    expect(filed.body).toMatchObject({
      mediaType: "application/pdf",
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    const download = await ana.get(`/companies/${company}/evidence/${filed.body.id}/file`);
    expect(Buffer.from(await download.response.arrayBuffer()).equals(bytes)).toBe(true);
    for (const name of await files())
      expect((await readFile(path.join(running.folder, name))).includes("CANARY")).toBe(false);
  });

  test("nothing is ever shown as a page of ours: a file is an attachment in a sandbox", async () => {
    for (const [name, content] of [
      ["page.html", "<script>alert(1)</script>"],
      ["picture.svg", "<svg onload='alert(1)'/>"],
      ["app.js", "alert(1)"],
    ] as const) {
      const filed = await ana.upload(address({ fileName: name }), content);
      const { headers } = (await ana.get(`/companies/${company}/evidence/${filed.body.id}/file`)).response;
      expect(headers.get("content-type")).not.toMatch(/html|svg|javascript|xml/);
      expect(headers.get("content-disposition")).toMatch(/^attachment; /);
      expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("a file name cannot break out of its header", async () => {
    const name = 'a"; filename="evil.exe‮fdp.😀.txt';
    const filed = await ana.upload(address({ fileName: name }), "text");
    const disposition = (await ana.get(`/companies/${company}/evidence/${filed.body.id}/file`)).response.headers.get(
      "content-disposition",
    )!;
    expect(disposition.match(/filename="[^"]*"/g)).toHaveLength(1);
    expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1]!)).toBe(name);
  });

  test("an empty file, an unknown control and a wrong type are refused, and nothing is left behind", async () => {
    const before = (await files()).length;
    expect((await ana.upload(address(), "")).body.code).toBe("file-empty");
    expect((await ana.upload(address({ controls: "XC-99" }), "x")).body.code).toBe("unknown-control");
    expect((await ana.upload(address({ type: "Rumour" }), "x")).status).toBe(400);
    expect((await ana.upload(address({ name: " " }), "x")).body.message).toBe("Please enter a name");
    expect((await files()).length).toBe(before);
  });

  test("more than the limit is refused at once by its announced length, and at the limit when the length lies", async () => {
    const announced = await send({ "content-length": String(101 * 1024 * 1024) }, []);
    expect(announced).toMatchObject({ status: 413, code: "file-too-large" });
    const chunk = randomBytes(8 * 1024 * 1024);
    const endless = await send(
      { "transfer-encoding": "chunked" },
      Array.from({ length: 14 }, () => chunk),
    );
    expect(endless).toMatchObject({ status: 413, code: "file-too-large" });
    expect((await files()).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  test("an upload that breaks off files nothing", async () => {
    const before = (await ana.get(`/companies/${company}/evidence`)).body.total;
    await send({ "content-length": "100000" }, [randomBytes(1000)], true);
    await expect.poll(async () => (await files()).filter((name) => name.endsWith(".partial"))).toEqual([]);
    expect((await ana.get(`/companies/${company}/evidence`)).body.total).toBe(before);
  });

  test("repeating an upload with its Idempotency-Key returns the same item; other bytes are refused", async () => {
    const first = await ana.upload(address(), "same", { "idempotency-key": "key-1" });
    const stored = await files();
    const again = await ana.upload(address(), "same", { "idempotency-key": "key-1" });
    expect(again.body).toEqual(first.body);
    expect((await ana.upload(address(), "other", { "idempotency-key": "key-1" })).body.code).toBe(
      "idempotency-conflict",
    );
    expect(await files(), "what was not filed is not kept").toEqual(stored);
  });

  test("what a killed writer left half-written is removed after a day, and nothing else is", async () => {
    const stored = await files();
    const left = path.join(running.folder, "us", "v1", "left.partial");
    await writeFile(left, "half");
    // The file system dates by the machine's clock, which may be another than the test's.
    const now = running.app.services.now();
    await utimes(left, now, now);
    await running.app.runTasks();
    expect(await files()).toHaveLength(stored.length + 1);
    running.setNow(new Date(Date.now() + 25 * 3_600_000));
    await running.app.runTasks();
    running.setNow(undefined);
    expect(await files()).toEqual(stored);
  });

  test("a damaged file is never released, and says so", async () => {
    const filed = await ana.upload(address({ name: "Damaged" }), randomBytes(5_000));
    const { rows } = await running.database.admin.query("SELECT blob_key FROM app.evidence WHERE id = $1", [
      filed.body.id,
    ]);
    const file = path.join(running.folder, "us", rows[0].blob_key);
    const bytes = await readFile(file);
    bytes[2_000] = bytes[2_000]! ^ 1;
    await writeFile(file, bytes);
    const refused = await ana.get(`/companies/${company}/evidence/${filed.body.id}/file`);
    expect([refused.status, refused.body.code]).toEqual([409, "evidence-damaged"]);
  });

  test("search takes what is typed for text: no pattern, no quote breaks it", async () => {
    await ana.upload(address({ name: "100% of 'staff' \\ trained_now" }), "x1");
    const names = async (search: string) =>
      (
        (await ana.get(`/companies/${company}/evidence?${new URLSearchParams({ search })}`)).body.items as {
          name: string;
        }[]
      ).map((item) => item.name);
    expect(await names("100% of 'staff'")).toEqual(["100% of 'staff' \\ trained_now"]);
    expect(await names("%")).toEqual(["100% of 'staff' \\ trained_now"]);
    expect(await names("trained_NOW")).toHaveLength(1);
    expect(await names("' OR 1=1 --")).toEqual([]);
    expect((await names("security policies")).length, "by the title of a control").toBeGreaterThan(0);
  });

  test("pages follow each other without a gap or a repetition", async () => {
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: { body: { items: { exhibit: string }[]; next: string | null; total: number } } = await ana.get(
        `/companies/${company}/evidence?limit=3${after ? `&after=${after}` : ""}`,
      );
      seen.push(...page.body.items.map((item) => item.exhibit));
      after = page.body.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted().reverse());
  });

  /** A request by hand, with headers and framing that fetch would not send. */
  function send(
    headers: Record<string, string>,
    chunks: readonly Buffer[],
    breakOff = false,
  ): Promise<{ status: number; code: string } | undefined> {
    return new Promise((resolve) => {
      const outgoing = request(
        `${running.url}/api/v1${address()}`,
        {
          method: "POST",
          headers: { origin: running.url, cookie: ana.cookie, "content-type": "application/octet-stream", ...headers },
        },
        (answer) => {
          let text = "";
          answer
            .setEncoding("utf8")
            .on("data", (part: string) => (text += part))
            .on("end", () => resolve({ status: answer.statusCode!, code: JSON.parse(text).code }));
        },
      );
      outgoing.on("error", () => resolve(undefined));
      void (async () => {
        for (const chunk of chunks) {
          if (outgoing.destroyed) return;
          await new Promise<void>((written) => void outgoing.write(chunk, () => written()));
        }
        if (breakOff) setTimeout(() => outgoing.destroy(), 50);
        else outgoing.end();
      })();
    });
  }
});
