// Measures the development loop: from an edit of a page to the screen, and from an edit of the server to its answer. Starts
// `npm run dev` on data of its own, edits three files, and puts them back.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { freePort } from "#tests/support/server-process.ts";
import { findChrome } from "./chrome.ts";
import { root } from "./program.ts";

const TIMES = 5;

/** Replaces `from` by `to` in a file, runs `work`, and puts the file back. Throws when `from` is not there. */
async function edited<T>(file: string, from: string, to: string, work: () => Promise<T>): Promise<T> {
  const path = join(root, file);
  const before = readFileSync(path, "utf8");
  if (!before.includes(from)) throw new Error(`${file} does not hold ${from}`);
  try {
    writeFileSync(path, before.replace(from, to));
    return await work();
  } finally {
    writeFileSync(path, before);
  }
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

const report = (what: string, numbers: readonly number[]) =>
  console.log(`${what.padEnd(44)} ${Math.round(median(numbers))} ms (${numbers.map((n) => Math.round(n)).join(", ")})`);

const folder = mkdtempSync(join(tmpdir(), "exhibit-dev-"));
const [port, inspectPort] = [await freePort(), await freePort()];
const url = `http://localhost:${port}`;
const began = performance.now();
const dev = spawn(
  process.execPath,
  ["--disable-warning=ExperimentalWarning", "scripts/dev.ts", "--inspect-port", String(inspectPort)],
  {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, HOST: "localhost" },
    stdio: ["ignore", "pipe", "inherit"],
  },
);
let said = "";
dev.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    if (tries > 12_000) throw new Error(`nothing happened for two minutes:\n${said}`);
    await wait(10);
  }
}

/** `heading` as it stands in the file, with a `$` where its text is. */
async function pageEdits(page: Page, file: string, heading: string, title: string): Promise<number[]> {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const text = `${title} ${time}`;
    await edited(file, heading.replace("$", title), heading.replace("$", text), async () => {
      const start = performance.now();
      await page.getByText(text, { exact: true }).first().waitFor();
      took.push(performance.now() - start);
    });
    await page.getByText(text, { exact: true }).first().waitFor({ state: "detached" });
  }
  return took;
}

try {
  await until(() => said.includes("Exhibit is ready at"));
  report("npm run dev until it is ready", [performance.now() - began]);
  const browser = await chromium.launch(await findChrome());
  try {
    const page = await browser.newPage({ baseURL: url });
    const problems: string[] = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto("/pricing");
    await page.waitForFunction(() => document.querySelector("[role=radio], input[type=radio]") !== null);
    // The first visit finds the packages that the dev server prepares, and may load the page again.
    await wait(5_000);
    report(
      "an edit of a public page, until it shows",
      await pageEdits(page, "src/web/marketing/pricing/pricing-page.tsx", ">$<", "Pricing"),
    );
    await page.goto("/login");
    await wait(5_000);
    await page.getByRole("button", { name: "Use demo account" }).click();
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>("input[type=email]")?.value.includes("@"),
    );
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor({ timeout: 120_000 });
    await wait(3_000);
    report(
      "an edit of a screen, until it shows",
      await pageEdits(page, "src/web/workspace/home/home-screen.tsx", 'title="$"', "Dashboard"),
    );
    for (const problem of problems) console.log(`  console: ${problem}`);
  } finally {
    await browser.close();
  }
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const answers = async (status: string) => {
      const body = (await (await fetch(`${url}/healthz`)).json().catch(() => ({}))) as { status?: string };
      return body.status === status;
    };
    // Nobody edits again at once; meanwhile the next process gets ready.
    await wait(4_000);
    await edited("src/server/app/site.ts", 'status: "ok"', `status: "ok ${time}"`, async () => {
      const start = performance.now();
      await until(() => answers(`ok ${time}`));
      took.push(performance.now() - start);
    });
    await until(() => answers("ok"));
  }
  report("an edit of the server, until it answers so", took);
  const targets = (await (await fetch(`http://127.0.0.1:${inspectPort}/json`)).json()) as { title: string }[];
  console.log(`debugger: ${targets.map(({ title }) => title).join(", ")}`);
} finally {
  dev.kill("SIGTERM");
  await new Promise((resolve) => dev.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}
