import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { patiently } from "./patiently.ts";

test("a database that takes a connection and says nothing is asked again, by a client and by a pool", async () => {
  const silent = createServer((socket) => void socket.on("error", () => {}));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const config = { host: "127.0.0.1", port, user: "nobody", connectionTimeoutMillis: 50 };
  const pool = new pg.Pool(config);
  pool.on("error", () => {});
  onTestFinished(() => pool.end());
  const asks: (() => Promise<unknown>)[] = [() => new pg.Client(config).connect(), () => pool.query("SELECT 1")];
  for (const ask of asks) {
    let times = 0;
    const answer = await patiently(async () => {
      times += 1;
      return times < 2 ? await ask() : "answered";
    });
    expect(answer).toBe("answered");
    await expect(patiently(ask, 0)).rejects.toThrow(/timeout/);
  }
});

test("too many connections are waited for, and what is refused or away is not", async () => {
  let times = 0;
  const failing = (code: string) => async () => {
    times += 1;
    if (times === 1) throw Object.assign(new Error(code), { code });
    return times;
  };
  expect(await patiently(failing("53300"))).toBe(2);
  times = 0;
  await expect(patiently(failing("28P01"))).rejects.toThrow("28P01");
  times = 0;
  await expect(patiently(failing("ECONNREFUSED"))).rejects.toThrow("ECONNREFUSED");
});
