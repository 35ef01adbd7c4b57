import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./program.ts";

/** A Chromium on this machine, as Playwright's `launchOptions` want it. */
export interface Chrome {
  readonly executablePath: string;
  readonly args: string[];
  /** The whole environment it is started with. */
  readonly env: Record<string, string | undefined>;
}

/** Runs as root and in containers, and asks nobody outside for anything. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The browser for the end-to-end tests: CHROME_PATH, else the system's Chromium, else the one in npm's @sparticuz/chromium
 * (Linux on x64), unpacked on first use with the libraries it needs, which takes some seconds.
 */
export async function findChrome(): Promise<Chrome> {
  const own = process.env.CHROME_PATH;
  if (own && !existsSync(own)) throw new Error(`CHROME_PATH is ${own}, where there is no browser.`);
  const installed = [own, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const executablePath = installed.find((path) => path && existsSync(path));
  return executablePath ? { executablePath, args, env: process.env } : bundled();
}

async function bundled(): Promise<Chrome> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("No browser was found. Install Chromium, or set CHROME_PATH to one.");
  }
  const packaged = join(root, "node_modules/@sparticuz/chromium");
  const { version } = JSON.parse(readFileSync(join(packaged, "package.json"), "utf8")) as { version: string };
  const folder = join(root, ".runtime", `chromium-${version}`);
  if (!existsSync(folder)) await unpack(join(packaged, "bin"), folder);
  return {
    executablePath: join(folder, "chromium"),
    args,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [join(folder, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":"),
      FONTCONFIG_PATH: join(folder, "fonts"),
    },
  };
}

/** The package unpacks into the temporary folder of its process, so it gets one whose temporary folder is a draft. */
const unpacker = `
  import { inflate } from "@sparticuz/chromium";
  const packed = ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];
  await Promise.all(packed.map((name) => inflate(process.argv[1] + "/" + name)));
`;

async function unpack(packed: string, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const evaluate = ["--input-type=module", "--eval", unpacker, packed];
  const { code, output } = await run(process.execPath, evaluate, { env: { TMPDIR: draft } });
  if (code !== 0) throw new Error(`Unpacking Chromium failed:\n${output.trim()}`);
  writeFileSync(join(draft, "fonts/fonts.conf"), fontSettings(folder));
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process was first; its copy is as good.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** The packaged settings look for fonts in places of their own; a page without any font has no visible text. */
function fontSettings(folder: string): string {
  const dirs = [join(folder, "fonts/fonts"), "/usr/share/fonts"].map((path) => `<dir>${path}</dir>`).join("");
  return `<fontconfig>${dirs}<cachedir>${join(folder, "fonts/cache")}</cachedir></fontconfig>\n`;
}

if (import.meta.main) console.log((await findChrome()).executablePath);
