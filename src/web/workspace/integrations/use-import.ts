import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import { contract } from "#web/contract.ts";
import { client } from "#web/api.ts";
import { follow } from "#web/follow.ts";
import type { Progress } from "#web/follow.ts";
import { Refusal } from "#web/refusal.ts";
import { newUploadKey, upload } from "#web/upload.ts";

export type ImportRun = z.output<typeof contract.imports.get.output>;

export type ImportState =
  | { readonly at: "choosing" }
  | { readonly at: "sending"; readonly sent: number }
  | { readonly at: "judging"; readonly progress: Progress }
  | { readonly at: "done"; readonly run: ImportRun }
  | { readonly at: "failed"; readonly why: string };

/** One import from the chosen file to its result. */
export function useImport(companyId: string) {
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState>({ at: "choosing" });

  /** `settle` says first by which mapping a CSV file is read. */
  async function start(file: File, settle?: () => Promise<string>) {
    setState({ at: "sending", sent: 0 });
    try {
      const onProgress = (sent: number) => setState({ at: "sending", sent });
      const mappingId = await settle?.();
      const input = { companyId, fileName: file.name, ...(mappingId && { mappingId }) };
      const begun = await upload(contract.imports.create, input, file, { key: newUploadKey(), onProgress });
      setState({ at: "judging", progress: begun.progress });
      const one = { companyId, importId: begun.id };
      await follow(contract.imports.progress, one, (progress) => setState({ at: "judging", progress }));
      setState({ at: "done", run: await client.imports.get(one) });
    } catch (error) {
      setState({ at: "failed", why: error instanceof Refusal ? error.message : "The report could not be imported." });
    } finally {
      // A report touches evidence, controls, projects and figures alike.
      void queries.invalidateQueries();
    }
  }

  return { state, start, again: () => setState({ at: "choosing" }) };
}
