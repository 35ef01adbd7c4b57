import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type * as z from "zod";
import type { contract } from "#web/contract.ts";
import { addressOf } from "#web/address.ts";
import { api, client } from "#web/api.ts";
import { toast } from "#web/design/toast-list.ts";
import { save } from "#web/download.ts";
import { follow } from "#web/follow.ts";
import type { Progress } from "#web/follow.ts";
import { AppError, showError } from "#web/app-error.ts";
import { timeLeft } from "./export-time.ts";

export type ExportRun = z.output<typeof contract.exports.list.output>[number];
export type ExportRequest = Omit<z.input<typeof contract.exports.create.input>, "companyId">;

/** An export whose download is under way, or is about to begin. */
export interface RunningExport {
  readonly companyId: string;
  /** Undefined until the server knows of it. */
  readonly run: ExportRun | undefined;
  readonly progress: Progress;
  /** When the present step began, by the page's clock, in milliseconds. */
  readonly stepSince: number;
  readonly now: number;
}

// It belongs to the tab and not to a screen: people go on working while it downloads.
let running: RunningExport | undefined;
let watchers = 0;
let slip: ReturnType<typeof toast.work> | undefined;
const listeners = new Set<() => void>();

function set(next: RunningExport | undefined) {
  running = next;
  showSlip();
  for (const listener of listeners) listener();
}

/** Where nothing shows the export, a slip at the edge of the screen does. */
function showSlip() {
  if (!running || watchers > 0) {
    slip?.end();
    slip = undefined;
    return;
  }
  slip ??= toast.work("Preparing the report");
  const { step, done, total } = running.progress;
  const left = timeLeft(running);
  slip.step(total > 0 ? `${step}, ${countOf(running.progress)}${left ? `, ${left}` : ""}` : step, done, total);
}

/** How many of how many, such as "1,204 of 3,380". */
export function countOf({ done, total }: Progress): string {
  return `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While this is shown it shows the export, and no slip is needed. */
export function useWatchedExport(): RunningExport | undefined {
  useEffect(() => {
    watchers += 1;
    showSlip();
    return () => {
      watchers -= 1;
      showSlip();
    };
  }, []);
  return useRunningExport();
}

/** What this tab exports now. */
export function useRunningExport(): RunningExport | undefined {
  return useSyncExternalStore(
    subscribe,
    () => running,
    () => undefined,
  );
}

const begun: Progress = { state: "waiting", step: "", done: 0, total: 0 };

/** Starts and cancels the exports of a company. A second one waits until the first has ended. */
export function useExports(companyId: string) {
  const queries = useQueryClient();
  const listChanged = () => {
    void queries.invalidateQueries({ queryKey: api.exports.key() });
    void queries.invalidateQueries({ queryKey: api.onboarding.setup.key() });
  };

  /** Answers with how it ended, or undefined when it did not begin or failed, which the person has then been told. */
  async function start(request: ExportRequest): Promise<Progress["state"] | undefined> {
    if (running) return undefined;
    const now = performance.now();
    set({ companyId, run: undefined, progress: begun, stepSince: now, now });
    try {
      // The dialog opens without them: schemas take a while to be made.
      const { exports } = await import("#contract/exports.ts");
      const run = await client.exports.create({ companyId, ...request });
      const path = { companyId, exportId: run.id };
      listChanged();
      // It is made while it is sent, so the download begins first and its progress follows.
      save(addressOf(exports.bundle, path), run.fileName);
      const ended = await follow(exports.progress, path, (progress) => {
        const at = performance.now();
        const stepSince = running?.progress.step === progress.step ? running.stepSince : at;
        set({ companyId, run, progress, stepSince, now: at });
      });
      set(undefined);
      if (ended.state === "cancelled") toast.info("Export canceled");
      else toast.success("Evidence exported successfully");
      void queries.invalidateQueries({ queryKey: api.onboarding.setup.key() });
      return ended.state;
    } catch (error) {
      set(undefined);
      showError(error, "The report could not be exported");
      return undefined;
    } finally {
      listChanged();
    }
  }

  async function cancel(): Promise<void> {
    const run = running?.run;
    if (!run) return;
    try {
      await client.exports.cancel({ companyId, exportId: run.id });
    } catch (error) {
      // It may have ended in the same moment, which its own toast tells.
      if (!(error instanceof AppError && error.code === "export-ended"))
        showError(error, "The export could not be canceled");
    } finally {
      listChanged();
    }
  }

  return { start, cancel };
}
