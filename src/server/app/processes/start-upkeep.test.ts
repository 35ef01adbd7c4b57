import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startUpkeep } from "./start-upkeep.ts";

test("upkeep that hangs is cut off when its time is over, and said to have failed", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-upkeep-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [file, begun] = [path.join(folder, "hangs.mjs"), path.join(folder, "begun")];
  await writeFile(
    file,
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(begun)}, String(process.pid)); setInterval(() => {}, 1000);`,
  );
  // A slow machine may need longer than the first time to begin at all.
  for (const longestMs of [500, 5_000, 50_000]) {
    const said: { code?: number; msg: string }[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void said.push(JSON.parse(line)) });
    const upkeep = startUpkeep(log, "0001", { file, firstMs: 0, longestMs });
    onTestFinished(() => upkeep.stop());
    await eventually("the end of what hangs", async () => said.length > 0 || undefined);
    expect(said[0]).toMatchObject({ code: 143, msg: "upkeep failed and will be tried again" });
    if (existsSync(begun)) break;
  }
  const pid = Number(await readFile(begun, "utf8"));
  expect(() => process.kill(pid, 0), "the process is gone").toThrow(/ESRCH/);
});
