import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { findFakeTime } from "../../scripts/fake-time.ts";
import { programsOfOurTime } from "./fake-time.ts";
import { testPostgres } from "./test-postgres.ts";

/** How long a process goes on with the time it read last, in seconds. */
const KEPT_SECONDS = 1;

/** A clock that processes of a test share and that the test turns: the product's, its database's, and nothing else's on the machine. */
export interface MovedClock {
  /** What a process has to be started with to live by it. */
  readonly env: Readonly<Record<string, string>>;
  /** PostgreSQL's programs, living by it. */
  programs(): string;
  now(): Date;
  /** Sets it, and waits until everybody who lives by it has seen that. It goes on from there. */
  turnTo(at: Date): Promise<void>;
  close(): void;
}

/** Whether this machine has what a clock is moved with. */
export const canMoveClocks = findFakeTime() !== undefined;

/** A clock that shows `at` now. */
export function movedClock(at: Date): MovedClock {
  const folder = mkdtempSync(path.join(tmpdir(), "exhibit-clock-"));
  // Whoever runs the database may be somebody else.
  chmodSync(folder, 0o755);
  const file = path.join(folder, "clock");
  let ahead = 0;
  const write = (to: Date) => {
    ahead = Math.round((to.getTime() - Date.now()) / 1_000);
    writeFileSync(file, `${ahead < 0 ? "" : "+"}${ahead}s`, { mode: 0o644 });
  };
  write(at);
  const env = {
    LD_PRELOAD: findFakeTime()!,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: String(KEPT_SECONDS),
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
  };
  return {
    env,
    programs: () => programsOfOurTime(testPostgres, env)!,
    now: () => new Date(Date.now() + ahead * 1_000),
    turnTo: async (to) => {
      write(to);
      await setTimeout((KEPT_SECONDS + 1) * 1_000);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
