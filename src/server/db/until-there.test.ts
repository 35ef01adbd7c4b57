import { expect, test } from "vitest";
import { DatabaseAway, untilThere } from "./until-there.ts";

const away = () => Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });

test("O6: a database that comes a moment later is waited for, with a sentence each time", async () => {
  const said: string[] = [];
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw away();
    return "there";
  };
  expect(await untilThere(work, { pauseMs: 1, say: (line) => said.push(line) })).toBe("there");
  expect(said).toEqual(Array(2).fill("the database does not answer (ECONNREFUSED): waiting for it"));
});

test("O6: one that never comes ends the start with a sentence, and what is no absence at once", async () => {
  const patience = { patienceMs: 20, pauseMs: 5, say: () => {} };
  const ended: unknown = await untilThere(() => Promise.reject(away()), patience).catch((error: unknown) => error);
  expect(ended).toBeInstanceOf(DatabaseAway);
  expect((ended as Error).message).toMatch(/^The database in DATABASE_URL does not answer: ECONNREFUSED\./);
  let tries = 0;
  const broken = () => ((tries += 1), Promise.reject(new Error("a fault of ours")));
  await expect(untilThere(broken, patience)).rejects.toThrow("a fault of ours");
  expect(tries).toBe(1);
});
