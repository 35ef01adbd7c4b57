import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { releasedJudges } from "#domain/bundle/released-judges.gen.ts";
import { embeddedJudge } from "#domain/judge/own-judge.ts";
import { wordReport } from "#domain/bundle/print-report.ts";
import { parseVkey } from "#domain/ledger/signed-note.ts";
import { bytesOf, sourceOf } from "./file-sources.ts";
import type { Picked } from "./file-sources.ts";
import { nobleCryptography } from "./noble-cryptography.ts";
import { gunzip } from "./inflate.ts";
import { browserJudge } from "./judge-worker.ts";
import { hideResult, sayProblem, showProgress, showWords } from "./result.ts";

// The program of verify.html: it runs from a file on disk, without a network, and sends nothing anywhere.

const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const drop = document.getElementById("drop")!;
/** The page's one script, which a worker is made of. */
const script = document.scripts[0]!.text;
let busy = false;

async function verify(picked: Picked, name: string): Promise<void> {
  if (busy) return;
  busy = true;
  hideResult();
  document.body.dataset["state"] = "working";
  const sandbox = browserJudge(script);
  try {
    const key = input("key").value.trim();
    if (key !== "" && !parseVkey(nobleCryptography.sha256, key))
      return sayProblem(
        "What stands in the field is not a verification key, or not a whole one: it has the form name+id+key.",
      );
    const since = await earlierCheckpoint();
    const total = bytesOf(picked);
    const begun = performance.now();
    let done = 0;
    const onRead = (bytes: number) => {
      done += bytes;
      showProgress(name, done, total, (performance.now() - begun) / 1000);
    };
    showProgress(name, 0, total, 0);
    const judges = { own: embeddedJudge(), released: releasedJudges, run: sandbox, gunzip };
    const options = { key: key === "" ? undefined : key, since, judges };
    const report = await verifyBundle(await sourceOf(picked, onRead), nobleCryptography, options);
    showWords(name, wordReport(report));
  } catch (error) {
    sayProblem(`This cannot be read: ${error instanceof Error ? error.message : "the browser gave no reason"}`);
  } finally {
    sandbox.close();
    busy = false;
    delete document.body.dataset["state"];
  }
}

/** The text in the field, or what is in the chosen file; undefined where neither is given. */
async function earlierCheckpoint(): Promise<string | undefined> {
  const pasted = input("since-text").value;
  return pasted.trim() === "" ? await input("since").files?.[0]?.text() : pasted;
}

function verifyZip(zip: File | undefined): void {
  if (zip) void verify({ zip }, zip.name);
}

input("zip").addEventListener("change", ({ target }) => {
  const chosen = target as HTMLInputElement;
  verifyZip(chosen.files?.[0]);
  // The same file may be chosen again after it was changed.
  chosen.value = "";
});

input("folder").addEventListener("change", ({ target }) => {
  const chosen = target as HTMLInputElement;
  const folder = [...(chosen.files ?? [])];
  const name = folder[0]?.webkitRelativePath.split("/")[0] ?? "The folder";
  if (folder.length > 0) void verify({ folder }, name);
  chosen.value = "";
});

// A file that misses the marked place would otherwise be opened instead of this page.
addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
addEventListener("dragleave", () => drop.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const dropped = event.dataTransfer;
  if (dropped?.items[0]?.webkitGetAsEntry()?.isDirectory)
    return sayProblem("This is a folder. Choose it with the button Choose a folder.");
  verifyZip(dropped?.files[0]);
});
