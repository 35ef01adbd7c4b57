import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished } from "vitest";

/**
 * Has LibreOffice write these files anew in another form, without a window and with a profile of its own. `readAs`: the filter that reads
 * them, where their names do not say it.
 */
export async function converted(
  form: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  readAs?: string,
): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-office-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, bytes] of files) await writeFile(path.join(folder, name), bytes);
  const names = [...files.keys()].map((name) => path.join(folder, name));
  const out = path.join(folder, "out");
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const reading = readAs === undefined ? [] : [`--infilter=${readAs}`];
  const asked = [profile, "--headless", ...reading, "--convert-to", form, "--outdir", out, ...names];
  // What it starts ends with it.
  const office = spawn("soffice", asked, { stdio: "ignore", detached: true, timeout: 300_000 });
  onTestFinished(() => {
    if (office.exitCode === null && office.signalCode === null) process.kill(-office.pid!, "SIGKILL");
  });
  expect(await new Promise((resolve) => office.once("exit", resolve))).toBe(0);
  const extension = form.split(":")[0]!;
  const read = [...files.keys()].map(async (name) => {
    const made = path.join(out, `${name.slice(0, name.lastIndexOf("."))}.${extension}`);
    return [name, await readFile(made)] as const;
  });
  return new Map(await Promise.all(read));
}
