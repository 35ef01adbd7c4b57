import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { once } from "node:events";
import path from "node:path";
import { chromium } from "@playwright/test";
import { writeBundle } from "#server/bundle/write-bundle.ts";
import { withoutPrivilege } from "#server/db/without-privilege.ts";
import { asCaller } from "#server/db/as-caller.ts";
import { storeArtifact } from "#server/blobs/artifacts.ts";
import { getCompanyKey } from "#server/blobs/company-keys.ts";
import { fileEvidence } from "#server/evidence/filing.ts";
import { findChrome } from "../scripts/chrome.ts";
import { askExport } from "./asked-export.ts";
import { openInstance, sampleItem } from "./instance.ts";
import type { Instance } from "./instance.ts";

// A bundle of 2 GB: streamed with flat memory, verified offline by verify.mjs and by verify.html opened from disk, and
// one changed byte named by both. `node bench/large-bundle.ts [GB]`; takes minutes, so that no test runs it.

const MB = 1 << 20;
const gigabytes = Number(process.argv[2] ?? 2);
const root = path.resolve(import.meta.dirname, "..");

/** Half of it is one file, which no verifier may hold whole; the rest is files of 32 MB. */
const sizes = [(gigabytes * 1024 * MB) / 2, ...Array.from({ length: gigabytes * 16 }, () => 32 * MB)];

async function* bytesOf(size: number): AsyncGenerator<Buffer> {
  const block = randomBytes(MB);
  for (let at = 0; at < size; at += MB) {
    block.writeUInt32LE(at / MB);
    yield Buffer.from(block.subarray(0, Math.min(MB, size - at)));
  }
}

const instance = await openInstance();
try {
  const bundle = path.join(instance.folder, "bundle.zip");
  await fill(instance, await instance.found("Large"), bundle);
  await verifyWithProgram(bundle);
  await verifyInBrowser(bundle);
  const exhibit = await flipByte(bundle, sizes[0]! / 2);
  console.log(`one byte changed inside of ${exhibit}`);
  await verifyWithProgram(bundle);
  await verifyInBrowser(bundle);
} finally {
  await instance.close();
}

async function fill(own: Instance, companyId: string, file: string): Promise<void> {
  const { app, databases, userId } = own;
  const { services } = app;
  const within = withoutPrivilege((work) => asCaller(databases.user, { userId, companyId }, work));
  const { storage_location_id: location } = await within((tx) =>
    tx.selectFrom("app.companies").select("storage_location_id").where("id", "=", companyId).executeTakeFirstOrThrow(),
  );
  for (const [index, size] of sizes.entries()) {
    const body = { bytes: bytesOf(size), declaredBytes: size };
    const limit = { bytes: size, refusal: "file-too-large" } as const;
    const artifact = await storeArtifact(services.blobs(location), companyId, new Date(), body, limit);
    await within(async (tx) =>
      fileEvidence(tx, await getCompanyKey(tx, services.keys, companyId), [
        { ...sampleItem(index), ...artifact, artifactKey: artifact.key },
      ]),
    );
  }
  const out = createWriteStream(file);
  const write = async (chunk: Uint8Array) => {
    if (!out.write(chunk)) await once(out, "drain");
  };
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  const began = performance.now();
  const { plan, seal } = await askExport(own, within, companyId);
  const { bytes } = await writeBundle(services, plan, within, write, async () => {}, seal);
  out.end();
  await once(out, "finish");
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  const memory = `RSS ${megabytes(before)} MB before, ${megabytes(peak)} MB at most`;
  console.log(`bundle of ${megabytes(bytes)} MB written in ${seconds.toFixed(1)} s, ${memory}`);
}

async function verifyWithProgram(bundle: string): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(root, "build/verify.mjs"), bundle]);
  let text = "";
  let peak = 0;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const watch = setInterval(() => (peak = Math.max(peak, residentOf(child.pid!))), 50);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(watch);
  report("verify.mjs", began, `exit code ${code}, RSS ${megabytes(peak)} MB at most`, text);
}

async function verifyInBrowser(bundle: string): Promise<void> {
  const browser = await chromium.launch(await findChrome());
  try {
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    await page.goto(`file://${path.join(root, "build/verify.html")}`);
    const began = performance.now();
    await page.locator("#zip").setInputFiles(bundle);
    let heap = 0;
    while (!(await page.locator("#result").isVisible())) {
      const memory = page.evaluate(() => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory);
      heap = Math.max(heap, (await memory).usedJSHeapSize);
      await page.waitForTimeout(250);
    }
    report("verify.html", began, `heap ${megabytes(heap)} MB at most`, await page.locator("#result").innerText());
  } finally {
    await browser.close();
  }
}

function report(who: string, began: number, memory: string, text: string): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const lines = text.split("\n").filter((line) => /^(VERIFIED|CONSISTENT|REFUSED)\b|EX-\d+ \(/.test(line.trim()));
  console.log([`${who}: ${seconds} s, ${memory}`, ...lines.map((line) => `  ${line.trim()}`)].join("\n"));
}

/** The kernel's own figure, in bytes; 0 where it keeps none or the process is gone. */
function residentOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Changes a byte of the first artifact, so many bytes behind its header. */
async function flipByte(bundle: string, offset: number): Promise<string> {
  const handle = await open(bundle, "r+");
  try {
    const name = Buffer.from("artifacts/EX-000001-");
    const window = Buffer.alloc(4 * MB);
    let at = -1;
    for (let from = 0; at < 0; from += window.length - name.length) {
      await handle.read(window, 0, window.length, from);
      const found = window.indexOf(Buffer.concat([Buffer.from([20, 0]), name]));
      if (found >= 0) at = from + found;
    }
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, at + offset);
    byte[0]! ^= 1;
    await handle.write(byte, 0, 1, at + offset);
  } finally {
    await handle.close();
  }
  return "EX-000001";
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MB);
}
