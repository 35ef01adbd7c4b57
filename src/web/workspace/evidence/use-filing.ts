import { useState } from "react";
import { contract, maxEvidenceBytes } from "#web/contract.ts";
import { failures } from "#contract/failures.ts";
import { Refusal } from "#web/refusal.ts";
import { newUploadKey, upload } from "#web/upload.ts";
import type { EvidenceItem } from "./evidence.ts";

export interface ChosenFile {
  readonly file: File;
  readonly name: string;
  /** One key for all tries of this file, so that trying again never files it twice. */
  readonly key: string;
  readonly sent: number;
  readonly state: "waiting" | "sending" | "failed";
  readonly problem?: string;
}

interface Filed {
  readonly filed: readonly EvidenceItem[];
  readonly failed: number;
}

/** The files of one dialog on their way into the ledger, one after the other so that their numbers keep their order. */
export function useFiling(companyId: string) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [nameAhead, setNameAhead] = useState("");
  const [busy, setBusy] = useState(false);

  const change = (key: string, facts: Partial<ChosenFile>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...facts } : one)));

  function add(chosen: readonly File[]) {
    const first = files.length === 0 && chosen.length === 1 ? nameAhead.trim() : "";
    setFiles((before) => [...before, ...chosen.map((file) => prepare(file, first))]);
  }

  function rename(index: number, name: string) {
    const key = files[index]?.key;
    if (key) change(key, { name });
    else setNameAhead(name);
  }

  async function fileAll(facts: { type: EvidenceItem["type"]; controls: string }): Promise<Filed> {
    setBusy(true);
    const filed: EvidenceItem[] = [];
    for (const { key, file, name } of files) {
      change(key, { state: "sending", sent: 0 });
      try {
        if (file.size > maxEvidenceBytes) throw new Refusal({ ...tooLarge, message: failures["file-too-large"].says });
        const input = { companyId, name: name.trim(), fileName: file.name, ...facts };
        const onProgress = (sent: number) => change(key, { sent });
        filed.push(await upload(contract.evidence.file, input, file, { key, onProgress }));
        setFiles((before) => before.filter((one) => one.key !== key));
      } catch (error) {
        change(key, { state: "failed", problem: error instanceof Refusal ? error.message : failures.unexpected.says });
      }
    }
    setBusy(false);
    return { filed, failed: files.length - filed.length };
  }

  const remove = (key: string) => setFiles((before) => before.filter((one) => one.key !== key));
  return { files, nameAhead, busy, add, rename, remove, fileAll };
}

export type Filing = ReturnType<typeof useFiling>;

const tooLarge = { code: "file-too-large", status: 413 };

function prepare(file: File, name: string): ChosenFile {
  const bare = file.name.replace(/\.[^.]+$/, "");
  return { file, name: name || bare || file.name, key: newUploadKey(), sent: 0, state: "waiting" };
}
