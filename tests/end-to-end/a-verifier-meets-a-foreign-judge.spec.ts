import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import type { BrowserContext } from "@playwright/test";
import { nodeJudge } from "#server/bundle/judge-thread.ts";
import { judgePath } from "#domain/bundle/verdict-line.ts";
import type { VerdictLine } from "#domain/bundle/verdict-line.ts";
import type { JudgeRun } from "#domain/judge/contract.ts";
import { buildVerifyPage } from "../../scripts/build-verify-page.ts";
import { climb, gluttons, judgeThat, searches, stubborn, unanswered } from "../support/hostile-judges.ts";
import { builtJudge, hex, judgedBundle, seenLater } from "../support/judged-bundle.ts";
import { zipOf } from "../support/sample-bundle.ts";
import type { BundleFiles } from "../support/sample-bundle.ts";

interface JudgingWindow {
  runJudge(patience: number | undefined, code: string, questions: readonly string[]): Promise<readonly JudgeRun[]>;
}

const program = join(import.meta.dirname, "../support/judge-page.ts");

const FOREIGN = "agree with a judge that came with the bundle, which is not this verifier's own";

/** Runs judges on a page with the policy of verify.html, opened from disk, without a network. */
async function judging(context: BrowserContext) {
  const address = await buildVerifyPage(test.info().outputPath("judge.html"), program);
  await context.setOffline(true);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(pathToFileURL(address).href);
  const run = (code: string, questions: readonly string[], patience?: number) =>
    page.evaluate(([given, script, asked]) => (window as unknown as JudgingWindow).runJudge(given, script, asked), [
      patience,
      code,
      questions,
    ] as const);
  return { page, complaints, run };
}

const inNode = nodeJudge(new URL("../support/judge-thread.ts", import.meta.url));

test.afterAll(inNode.close);

test("a judge in the page's sandbox answers as in Node's, and finds nothing of either", async ({ context }) => {
  const { complaints, run, page } = await judging(context);
  const bodies = [
    ...Object.values(searches),
    climb,
    "return 'said Ünïcøde 😀'",
    ...Object.values(unanswered).map(([item]) => item),
  ];
  const judge = judgeThat(`return [${bodies.map((body) => `() => { ${body} }`).join(",\n")}][question]()`);
  const questions = bodies.map((_, index) => String(index));
  // A failure for want of memory is the last: who claims one is the last of all.
  const runs = await run(judge, questions);
  expect(runs).toEqual(await inNode(judge, questions));
  expect(runs.slice(0, Object.keys(searches).length)).toEqual(Object.keys(searches).map(() => ({ answer: "" })));
  expect(runs.at(-1)).toEqual({ stopped: "memory", message: expect.any(String) });
  // The same policy still lets no text become a script, and no other address be asked.
  const refused = await page.evaluate(async () => {
    const attempt = async (work: () => unknown) => {
      // What a test evaluates may evaluate itself, until it waits.
      await new Promise((resolve) => setTimeout(resolve));
      try {
        await work();
        return "went through";
      } catch {
        return "refused";
      }
    };
    return {
      eval: await attempt(() => Reflect.apply(Reflect.get(window, "eval"), window, ["1"])),
      function: await attempt(() => Reflect.construct(Function, ["return 1"])),
      policy: await attempt(() =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy("mine", {}),
      ),
      worker: await attempt(() => new Worker("blob:null/x")),
      fetch: await attempt(() => fetch("https://example.com/")),
    };
  });
  expect(refused).toEqual({
    eval: "refused",
    function: "refused",
    policy: "refused",
    worker: "refused",
    fetch: "refused",
  });
  expect(
    complaints.filter((complaint) => !/eval|Trusted|createPolicy|connect|fetch|Fetch|policy/i.test(complaint)),
  ).toEqual([]);
});

test("a judge that wants everything ends in the page, too, while the page stays awake", async ({ context }) => {
  const { run, page } = await judging(context);
  const names = [
    "an endless loop",
    "an endless regular expression",
    "arrays without end",
    "a recursion through a getter",
  ];
  for (const name of names) {
    const judge = judgeThat(gluttons[name]![0]);
    const found = await run(judge, ["{}"]);
    expect([name, found]).toEqual([name, await inNode(judge, ["{}"])]);
    expect([name, found]).toEqual([name, [{ stopped: expect.any(String), message: expect.any(String) }]]);
  }
  // Where the browser has less room for calls than the engine counts, it ends as if for want of memory.
  for (const name of ["JSON that is nested", "code that is nested"])
    expect(await run(judgeThat(gluttons[name]![0]), ["{}"])).toEqual([
      { stopped: expect.stringMatching(/^(error|memory)$/), message: expect.any(String) },
    ]);
  for (const body of Object.values(stubborn)) {
    const running = run(judgeThat(body), ["{}"], 5_000);
    expect(await page.evaluate(() => document.title)).toBe("Verify an evidence bundle");
    expect(await running).toEqual([{ stopped: "time", message: "The judge did not come back." }]);
  }
});

test("verify.html judges a bundle of another version again, without a network, and refuses what a hostile judge says", async ({
  context,
}, testInfo) => {
  await context.setOffline(true);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(pathToFileURL(await buildVerifyPage(testInfo.outputPath("verify.html"))).href);
  const own = await builtJudge();
  const code = `${own.code}\n// An honest judge of another day.\n`;
  const bundle = judgedBundle({ code, sha256: hex(code) });
  await page.getByLabel("Ledger key").fill(bundle.vkey);
  const result = page.locator("#result");
  const choose = async (files: BundleFiles) => {
    const zip = testInfo.outputPath("bundle.zip");
    writeFileSync(zip, await zipOf(files));
    await page.locator("#zip").setInputFiles(zip);
  };

  await choose(bundle.files);
  const agreed = bundle.lines.length - 1;
  await expect(result).toContainText(
    `judged again: ${agreed} agreed (all with a judge of the bundle's issuer), 0 differ, 1 not re-performable`,
  );
  await expect(result).toContainText(`${hex(code)} came with the bundle: it is not this verifier's own`);
  await expect(page.locator("#details")).toContainText(FOREIGN);
  await expect(page.locator("#verdict")).toHaveText("VERIFIED");

  // The page's own judge, where the bundle names that; the page unpacks a report that came packed.
  const today = judgedBundle(own, { isPacked: true });
  await page.getByLabel("Ledger key").fill(today.vkey);
  await choose(today.files);
  await expect(result).toContainText(`judged again: ${agreed} agreed, 0 differ, 1 not re-performable`);
  await expect(page.locator("#details")).not.toContainText(FOREIGN);
  await expect(page.locator("#verdict")).toHaveText("VERIFIED");

  // What its connection shall have seen later than the ledger says.
  await choose(today.with({ lines: seenLater(today.lines, 200) }));
  await expect(page.locator("#verdict")).toHaveText("REFUSED");
  await expect(page.locator("#problems")).toContainText("the ledger says that it was seen at 2026-11-21T05:59:00.000Z");
  await page.getByLabel("Ledger key").fill(bundle.vkey);

  const hostile = judgeThat("const all = []; for (;;) all.push(new Uint8Array(1 << 24).fill(1))");
  const lines = bundle.lines.map((line): VerdictLine =>
    line.for === "part" ? line : { ...line, judge: hex(hostile) },
  );
  await choose(bundle.with({ lines, files: [[judgePath(hex(hostile)), hostile]] }));
  await expect(page.locator("#verdict")).toHaveText("REFUSED");
  await expect(page.locator("#problems")).toContainText("Differs: its judge was stopped (memory)");
  expect(complaints).toEqual([]);
});
