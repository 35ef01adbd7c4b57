import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/program.ts";

// What one installs, as one would: packed, unpacked and started where there is nothing else. Needs root, for a network of its own.
const release = join(root, "build/release");
const place = mkdtempSync(join(tmpdir(), "exhibit-release-"));
const MOST_BYTES = 350_000_000;
const USER = 12345;

const pack = () => execFileSync(process.execPath, ["scripts/pack.ts", "image"], { cwd: root, encoding: "utf8" });
const named = (end: string) =>
  join(
    release,
    readdirSync(release).find((name) => name.endsWith(end))!,
  );
const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
const json = (file: string) => JSON.parse(readFileSync(file, "utf8"));

beforeAll(() => void pack());
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

test("the same commit gives the same tarball and image, under 350 MB unpacked", () => {
  const before = sha256(named(".tar.gz"));
  const image = readFileSync(join(named(".image"), "index.json"), "utf8");
  const [, unpacked] = /(\d+) MB unpacked/.exec(pack())!;
  expect(sha256(named(".tar.gz"))).toBe(before);
  expect(readFileSync(join(named(".image"), "index.json"), "utf8")).toBe(image);
  expect(Number(unpacked) * 1e6).toBeLessThan(MOST_BYTES);
});

test("beside it stand its checksums, its bill of materials and what it was made from", () => {
  const checked = execFileSync("sha256sum", ["--check", named("64.sha256")], { cwd: release, encoding: "utf8" });
  expect(checked.match(/: OK$/gm)).toHaveLength(3);
  const { subject, predicate } = json(named(".provenance.json"));
  const digests = new Map<string, string>(
    subject.map((made: any) => [made.name.replace(/^.*?64/, ""), made.digest.sha256]),
  );
  expect(digests.get(".tar.gz")).toBe(sha256(named(".tar.gz")));
  expect(`sha256:${digests.get(".image")}`).toBe(json(join(named(".image"), "index.json")).manifests[0].digest);
  const head = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  expect(predicate.buildDefinition.resolvedDependencies[0]).toEqual({ name: "source", digest: { gitCommit: head } });
});

test("it holds no tests, no packages of development and no compiler", () => {
  const list = execFileSync("tar", ["-tzf", named(".tar.gz")], { encoding: "utf8", maxBuffer: 1e8 });
  expect(list).not.toMatch(/\.(?:test|spec)\.tsx?$/m);
  expect(list).not.toMatch(/node_modules\/(?:vite|vitest|typescript|oxlint|@playwright)\//);
});

test.runIf(process.getuid?.() === 0)(
  "the image starts without a network, on a read-only root, as a user id that has no name, and again on its database",
  async () => {
    const [tree, data] = [join(place, "root"), join(place, "data")];
    mkdirSync(tree);
    mkdirSync(data);
    chownSync(data, USER, USER);
    const image = named(".image");
    const blobOf = (digest: string) => join(image, "blobs", digest.replace(":", "/"));
    const manifest = json(blobOf(json(join(image, "index.json")).manifests[0].digest));
    for (const { digest } of manifest.layers) execFileSync("tar", ["-xzf", blobOf(digest), "-C", tree]);
    const { config } = json(blobOf(manifest.config.digest));
    writeFileSync(join(place, "start.sh"), startScript(tree, data, config.Entrypoint));
    const secret = randomBytes(32).toString("base64");
    const first = await startIn(secret, config.Env);
    const second = await startIn(secret, config.Env);
    console.info(
      `ready on a new database after ${first} ms, on an existing one after ${second} ms, load ${loadavg()[0]}`,
    );
    // What other programs do on the machine is not the image's.
    expect(loadavg()[0]! < 1 ? second : 0).toBeLessThan(3_000);
  },
);

function startScript(tree: string, data: string, entrypoint: readonly string[]): string {
  return [
    "set -e",
    `mount --bind ${tree} ${tree}`,
    `mount -o remount,ro,bind ${tree}`,
    `mount --bind ${data} ${tree}/data`,
    `mount -t proc proc ${tree}/proc`,
    `mount -t tmpfs -o mode=1777 tmpfs ${tree}/tmp`,
    `mount --bind /dev ${tree}/dev`,
    `exec chroot --userspec=${USER}:${USER} ${tree} ${entrypoint.join(" ")}`,
  ].join("\n");
}

/** Starts it and ends it as soon as it says that it is ready: after how many milliseconds it did. */
async function startIn(secret: string, declared: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(
    "unshare",
    ["--net", "--mount", "--pid", "--fork", "--kill-child", "sh", join(place, "start.sh")],
    {
      env: {
        ...Object.fromEntries(declared.map((line) => line.split(/=(.*)/s).slice(0, 2))),
        PATH: process.env.PATH,
        HOME: "/",
        SECRET_KEY: secret,
        APP_URL: "https://exhibit.example",
        SUPPORT_EMAIL: "help@exhibit.example",
      },
    },
  );
  let said = "";
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const ready = new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes("is ready at")) resolve(Math.round(performance.now() - began));
      });
    void ended.then(() => reject(new Error(`it ended before it was ready: ${said}`)));
  });
  try {
    return await ready;
  } finally {
    // The first process of its own namespace, which ends in order; the one around it passes no signal on.
    const inside = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ");
    for (const pid of inside) if (pid !== "") process.kill(Number(pid), "SIGTERM");
    await ended;
  }
}
