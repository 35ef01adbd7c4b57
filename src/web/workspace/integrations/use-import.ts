import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type * as z from "zod";
import { failures } from "#contract/failures.ts";
import { contract } from "#web/contract.ts";
import { client } from "#web/api.ts";
import { follow } from "#web/follow.ts";
import type { Progress } from "#web/follow.ts";
import { AppError } from "#web/app-error.ts";
import { newUploadKey, upload } from "#web/upload.ts";

export type ImportRun = z.output<typeof contract.imports.get.output>;

export type ImportState =
  | { readonly at: "choosing" }
  | { readonly at: "sending"; readonly sent: number }
  /** All of it is there: it waits for its turn and is read. Until it is filed it can be cancelled. */
  | { readonly at: "reading" }
  | { readonly at: "judging"; readonly progress: Progress }
  | { readonly at: "done"; readonly run: ImportRun }
  /** Kept as a file, beyond the bounds of one import. */
  | { readonly at: "unread"; readonly run: Pick<ImportRun, "evidenceId" | "exhibit">; readonly why: string }
  | { readonly at: "failed"; readonly why: string };

/** One import from the chosen file to its result. */
export function useImport(companyId: string) {
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState>({ at: "choosing" });
  const leaving = useRef<AbortController>(undefined);

  /** `target` is what the report is about, where it does not say so; `settle` says first by which mapping a CSV is read. */
  async function start(file: File, target: string, settle?: () => Promise<string>) {
    setState({ at: "sending", sent: 0 });
    const { signal } = (leaving.current = new AbortController());
    try {
      const onProgress = (sent: number, total: number) =>
        setState(sent < total ? { at: "sending", sent } : { at: "reading" });
      const mappingId = await settle?.();
      const input = { companyId, fileName: file.name, ...(target && { target }), ...(mappingId && { mappingId }) };
      const begun = await upload(contract.imports.create, input, file, { key: newUploadKey(), onProgress, signal });
      const { failure } = begun.progress;
      if (begun.judged === null && failure) return setState({ at: "unread", run: begun, why: failure.message });
      setState({ at: "judging", progress: begun.progress });
      const path = { companyId, importId: begun.id };
      await follow(contract.imports.progress, path, (progress) => setState({ at: "judging", progress }));
      setState({ at: "done", run: await client.imports.get(path) });
    } catch (error) {
      if (signal.aborted) setState({ at: "failed", why: failures["import-cancelled"].message });
      else
        setState({
          at: "failed",
          why: error instanceof AppError ? error.message : "The report could not be imported.",
        });
    } finally {
      // A report touches evidence, controls, projects and figures alike.
      void queries.invalidateQueries();
    }
  }

  /** Ends the import wherever it is, on the server, too: its reader sees that nobody waits for it. */
  const cancel = () => leaving.current?.abort();
  return { state, start, cancel, again: () => setState({ at: "choosing" }) };
}
