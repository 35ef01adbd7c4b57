import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { damageFiles, storedFiles } from "#tests/support/damaged-files.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import { openZip } from "#domain/bundle/zip-reader.ts";
import { verifyCommand } from "./verify-command.ts";

test("O3: a bundle names the files that are missing or damaged, and goes on", async () => {
  const at = await mendedCompany();
  try {
    for (let index = 0; index < 6; index += 1) await at.file(`Item ${index}`);
    await at.running.app.runTasks();
    const files = await storedFiles(at);
    const damaged = await damageFiles(files.slice(0, 4), files[5]!);
    const { owner } = at.people;
    const made = (await owner.post(at.path("/exports"), { format: "bundle" })).body.id;
    const { response } = await owner.get(at.path(`/exports/${made}/bundle`));
    const zip = Buffer.from(await response.arrayBuffer());
    const { files: entries } = await openZip(async (into, from) => zip.copy(into, 0, from), zip.length);
    const read = async (name: string) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of entries.find(({ path: entry }) => entry === name)!.read()) chunks.push(chunk.slice());
      return JSON.parse(Buffer.concat(chunks).toString());
    };
    const listed: { exhibit: string; id: string; artifact: string | null }[] = await read("evidence.json");
    const without = listed.filter(({ artifact }) => artifact === null);
    expect(without.map(({ id }) => id).toSorted()).toEqual([...damaged.keys()].toSorted());
    const named: { exhibit: string }[] = await read("damaged.json");
    expect(named.map(({ exhibit }) => exhibit)).toEqual(without.map(({ exhibit }) => exhibit));
    expect(entries.filter(({ path: name }) => name.startsWith("artifacts/"))).toHaveLength(2);

    const file = path.join(at.running.folder, "bundle.zip");
    writeFileSync(file, zip);
    const lines: string[] = [];
    const { key } = (await owner.get(at.path("/ledger"))).body;
    const code = await verifyCommand([file, "--key", key], { out: (line) => void lines.push(line) });
    expect(lines.join("\n")).toContain("6 proved against the root, 2 with their file");
    expect(code).toBe(0);
  } finally {
    await at.running.close();
  }
});
