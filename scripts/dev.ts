// `npm run dev`: the product from its source. Pages reload as they are edited, the server starts again in about a second,
// and the database stays. It does what src/server/app/main.ts does, without backups and without turning keys over.
import { rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { machineClock } from "#server/clock.ts";
import { environmentWithout, loadConfig } from "#server/app/config.ts";
import { lockDataDir } from "#server/data-dir-lock.ts";
import { placeOf } from "#server/db/connections.ts";
import { startEmbeddedPostgres } from "#server/db/embedded-postgres.ts";
import { createLogger } from "#server/app/logging.ts";
import { heldBy, withheld } from "#server/app/processes/grant.ts";
import type { Grant } from "#server/app/processes/grant.ts";
import { keepRunning } from "#server/app/processes/keep-running.ts";
import { prepare } from "#server/vault/prepare.ts";
import { freePort } from "#tests/support/server-process.ts";
import { startDevPages } from "./dev-pages.ts";
import { startDevServer } from "./dev-server.ts";
import { importGraph, reachableFrom } from "./import-graph.ts";
import { root, runNode } from "./program.ts";
import { projectPaths, readSource } from "./source-files.ts";

const { values: flags } = parseArgs({
  options: { fresh: { type: "boolean", default: false }, "inspect-port": { type: "string", default: "9229" } },
});

// The data of `npm start` is somebody's; this is nobody's.
process.env["DATA_DIR"] ||= join(root, ".runtime", "dev");
const config = loadConfig();
const closers: (() => unknown)[] = [];
let stopping = false;

async function stop(code: number): Promise<never> {
  if (!stopping) {
    stopping = true;
    for (const closer of closers.splice(0).reverse()) await closer();
  }
  process.exit(code);
}
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(0));

/** What a change of a file, by its path in the project, asks for. Pages reload by themselves. */
function effectOf(path: string): "restart" | "migrate" | undefined {
  if (path.startsWith("db/migrations/") && path.endsWith(".sql")) return "migrate";
  if (/\.test\.tsx?$/.test(path)) return undefined;
  return /^src\/(server|domain|catalog|contract|connectors)\//.test(path) ? "restart" : undefined;
}

const SIGNS = "src/server/app/processes/sign.ts";

/** What the process that signs is made of, by path. */
function signingSources(): ReadonlySet<string> {
  const sources = projectPaths().filter((path) => effectOf(path) === "restart");
  return reachableFrom(SIGNS, importGraph(sources.map(readSource)));
}

async function main(): Promise<void> {
  const lock = lockDataDir(config.dataDir);
  closers.push(() => lock.release());
  if (flags.fresh)
    for (const name of ["pg", "blobs", "demo", "anchors", "outbox"]) {
      rmSync(join(config.dataDir, name), { recursive: true, force: true });
    }
  const building = runNode("scripts/build.ts", ["verifier", "verify-page"]);
  const postgres =
    config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir, { log: console.log }) : undefined;
  if (postgres) closers.push(() => postgres.stop());
  const adminUrl = config.databaseUrl ?? postgres!.url;
  const held = await prepare(adminUrl, config.secrets, machineClock);
  const built = await building;
  if (built.code !== 0) throw new Error(built.output);

  const port = await freePort();
  const inspectPort = Number(flags["inspect-port"]);
  const server = startDevServer({
    file: join(root, "src/server/app/processes/serve.ts"),
    env: {
      ...environmentWithout(withheld[config.role]),
      PORT: String(port),
      HOST: "127.0.0.1",
      APP_URL: config.appUrl,
      DATA_DIR: config.dataDir,
    },
    grant: {
      databaseUrl: placeOf(adminUrl),
      ...(config.demo && { demoAdminUrl: adminUrl }),
      held: heldBy(config.role, held),
    },
    inspectPort,
    onStart: (took) =>
      console.log(
        took === "ended"
          ? "The server ended. It starts again after the next edit."
          : `Server ready in ${Math.round(took)} ms`,
      ),
  });
  closers.push(() => server.stop());
  const own = { APP_URL: config.appUrl, DATA_DIR: config.dataDir };
  const startSigner = () => {
    const started = keepRunning<Grant>(
      join(root, SIGNS),
      { ...environmentWithout(withheld.signer), ...own },
      { name: "the signer", log: createLogger({ role: "signer" }) },
    );
    started.give({ databaseUrl: placeOf(adminUrl), held: heldBy("signer", held) });
    return started;
  };
  let signer = startSigner();
  closers.push(() => signer.stop());
  const pages = await startDevPages({
    host: config.host,
    port: config.port,
    appUrl: config.appUrl,
    facts: {
      turnstile: config.turnstile?.siteKey,
      "single-sign-on": config.singleSignOn?.name,
      demo: config.demo ? "on" : undefined,
    },
    server: { port, ready: () => server.ready() },
  });
  closers.push(() => pages.close());
  pages.watcher.add(join(root, "db/migrations"));

  let waiting: NodeJS.Timeout | undefined;
  let signs: ReadonlySet<string> = new Set([SIGNS]);
  let signerChanged = false;
  const restart = async () => {
    server.restart();
    if (!signerChanged || stopping) return;
    signerChanged = false;
    await signer.stop();
    if (!stopping) signer = startSigner();
  };
  pages.watcher.on("all", (_event, file) => {
    const path = relative(root, file).split(sep).join("/");
    const effect = effectOf(path);
    if (effect === "migrate")
      console.log(
        "A migration changed. Stop and start again to apply it; `npm run dev -- --fresh` begins with an empty database.",
      );
    if (effect !== "restart") return;
    signerChanged ||= signs.has(path);
    clearTimeout(waiting);
    // An editor writes a file in steps, and a branch changes many at once.
    waiting = setTimeout(() => void restart(), TOGETHER_MS);
  });
  await server.ready().catch(() => {});
  signs = signingSources();
  console.log(`Exhibit is ready at ${config.appUrl}
  mails    ${config.appUrl}/dev/mailbox
  demo     ${config.appUrl}/login, Use demo account
  debugger 127.0.0.1:${inspectPort}
  data     ${config.dataDir}`);
}

const TOGETHER_MS = 40;

main().catch(async (error: Error) => {
  process.stderr.write(`${error.message}\n`);
  await stop(1);
});
