import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { lockDataDir } from "./data-dir-lock.ts";

const program = `
  import { lockDataDir } from "#server/data-dir-lock.ts";
  try {
    lockDataDir(process.argv[1]);
    console.log("locked");
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.name + ": " + error.message);
  }
`;

/** Starts a process that takes the lock and keeps it; answers with what it said about it. */
async function contender(dataDir: string): Promise<{ child: ChildProcess; said: string }> {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program, dataDir];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  return { child, said: chunk.toString().trim() };
}

test("a second process is refused in a sentence that names the first", async () => {
  const dataDir = temporaryFolder();
  const first = await contender(dataDir);
  expect(first.said).toBe("locked");
  const second = await contender(dataDir);
  expect(second.said).toBe(
    `DataDirInUse: DATA_DIR ${dataDir} is in use by another Exhibit process (pid ${first.child.pid}). ` +
      "Stop it, or choose another DATA_DIR.",
  );
});

test("kill -9 leaves no lock behind", async () => {
  const dataDir = temporaryFolder();
  const first = await contender(dataDir);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  expect((await contender(dataDir)).said).toBe("locked");
});

test("a released lock is free, and the same process is refused while it is held", () => {
  const dataDir = temporaryFolder();
  const lock = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(`(pid ${process.pid})`);
  lock.release();
  lockDataDir(dataDir).release();
});
