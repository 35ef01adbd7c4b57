import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import lighthouse from "lighthouse";
import { findChrome } from "../../scripts/chrome.ts";
import { ServerProcess } from "../support/server-process.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
/** On a machine that is too busy the browser draws nothing in time: that says nothing of the page, and is tried again. */
const TRIES = 5;

/** In percent. */
export type Scores = Readonly<Record<(typeof categories)[number], number>>;

/** What Lighthouse says of a page, and what the page lacks of all but the speed. */
interface Measured {
  readonly scores: Scores;
  readonly lacks: readonly string[];
}

export type LighthouseLook = Awaited<ReturnType<typeof openLighthouseLook>>;

/** A real server and a real browser, on a phone with a slow line as Lighthouse simulates it. */
export async function openLighthouseLook() {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-lighthouse-"));
  const server = await ServerProcess.on(path.join(folder, "data"));
  await server.start();
  const { executablePath, args, env } = await findChrome();
  const profile = path.join(folder, "profile");
  const browser = spawn(
    executablePath,
    [...args, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { env: env as NodeJS.ProcessEnv, stdio: "ignore" },
  );
  const announced = path.join(profile, "DevToolsActivePort");
  let port = 0;
  for (let tries = 0; tries < 200 && !port; tries += 1) {
    port = Number((await readFile(announced, "utf8").catch(() => "")).split("\n", 1)[0]);
    if (!port) await setTimeout(100);
  }

  return {
    url: server.url,

    async measure(address: string): Promise<Measured> {
      const why: string[] = [];
      while (why.length < TRIES) {
        const result = await lighthouse(server.url + address, { port, output: "json", logLevel: "silent" });
        const { categories: found, audits, runtimeError } = result!.lhr;
        const unmeasured = runtimeError?.message ?? audits["cumulative-layout-shift"]!.errorMessage;
        if (unmeasured !== undefined) {
          why.push(unmeasured);
          continue;
        }
        const percent = (name: string) => Math.round((found[name]!.score ?? 0) * 100);
        return {
          scores: {
            performance: percent("performance"),
            accessibility: percent("accessibility"),
            "best-practices": percent("best-practices"),
            seo: percent("seo"),
          },
          lacks: categories
            .filter((name) => name !== "performance")
            .flatMap((name) =>
              found[name]!.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 1).map(
                ({ id }) => `${name}: ${audits[id]!.title}`,
              ),
            ),
        };
      }
      throw new Error(`${address} could not be measured: ${why.join(", ")}`);
    },

    async close() {
      browser.kill("SIGKILL");
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
