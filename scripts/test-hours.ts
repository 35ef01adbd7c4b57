import { availableParallelism } from "node:os";
import { spawn } from "node:child_process";
import { environmentAt, findFakeTime } from "./fake-time.ts";
import type { Moment } from "./fake-time.ts";
import { runNode, runTool } from "./program.ts";

/**
 * When and where the tests have to pass as they do now: around midnight and noon, on days that come rarely, an hour before
 * the clocks change, and where it is another day than in UTC.
 */
export const moments: readonly Moment[] = [
  { name: "midnight", at: "2027-03-17T00:05:00Z", zone: "UTC" },
  { name: "morning", at: "2027-03-17T06:00:00Z", zone: "UTC" },
  { name: "noon", at: "2027-03-17T12:30:00Z", zone: "UTC" },
  { name: "evening", at: "2027-03-17T23:55:00Z", zone: "UTC" },
  { name: "leap-day", at: "2028-02-29T12:00:00Z", zone: "UTC" },
  { name: "year-end", at: "2027-12-31T23:58:00Z", zone: "UTC" },
  { name: "kiritimati", at: "2027-03-17T11:00:00Z", zone: "Pacific/Kiritimati" },
  { name: "los-angeles", at: "2027-03-14T09:00:00Z", zone: "America/Los_Angeles" },
];

/** The stages of `npm test` whose every process can be told another time: no browser is among them. */
const stages = ["unit", "embedded", "local"];
const BUSY = "busy";

/**
 * Runs stages at moments, one after the other, and says which failed. What is asked for are names of moments, of stages,
 * `busy` for a machine that has as much to do again, or files; without any, everything at every moment, and once more at
 * noon beside other work. Answers an exit code.
 */
export async function testHours(asked: readonly string[]): Promise<number> {
  const library = findFakeTime();
  if (!library) {
    console.log("libfaketime is not installed: on Debian, `apt-get install faketime`.");
    return 1;
  }
  const chosen = moments.filter(({ name }) => asked.includes(name));
  const files = asked.filter((item) => ![...moments.map(({ name }) => name), ...stages, BUSY].includes(item));
  const parts = asked.some((item) => stages.includes(item)) ? stages.filter((stage) => asked.includes(stage)) : stages;
  const rounds = (chosen.length > 0 ? chosen : moments).map((moment) => ({ moment, busy: asked.includes(BUSY) }));
  if (asked.length === 0) rounds.push({ moment: moments.find(({ name }) => name === "noon")!, busy: true });
  // What is built is built in the present: some tests serve it.
  const { code: unbuilt } = await runNode("scripts/build.ts");
  if (unbuilt !== 0) return unbuilt;
  const failed: string[] = [];
  for (const { moment, busy } of rounds) {
    const name = busy ? `${moment.name}, busy` : moment.name;
    const options = { env: environmentAt(library, moment, new Date()), aloud: name };
    const rest = busy ? keepBusy() : () => {};
    const { code } =
      files.length > 0
        ? await runTool("vitest", "vitest", ["run", "--project", "unit", "--project", "db", ...files], options)
        : await runNode("scripts/test.ts", parts, options);
    rest();
    if (code !== 0) failed.push(name);
  }
  console.log(failed.length > 0 ? `FAILED at: ${failed.join("; ")}` : `Passed at each of ${rounds.length} moments.`);
  return failed.length > 0 ? 1 : 0;
}

/** Gives every core something else to do; answers what ends it. */
function keepBusy(): () => void {
  const others = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }),
  );
  return () => others.forEach((other) => void other.kill("SIGKILL"));
}
