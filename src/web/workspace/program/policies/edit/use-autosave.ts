import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, client } from "#web/api.ts";
import { AppError } from "#web/app-error.ts";
import { timeNow } from "#web/clock.ts";
import { timeOfDay } from "#web/design/dates.ts";
import { useWorkspace } from "../../../company-context.tsx";

const PAUSE_MS = 2_000;
const SAVED = "All changes are saved";

/** What somebody else saved while the person was writing. */
export interface Conflict {
  readonly revision: number;
  readonly text: string;
}

/** Saves a draft when the person pauses, as of the revision they saw, and when they leave. */
export function useAutosave(version: { readonly id: string; readonly revision: number; readonly text: string }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [status, setStatus] = useState(SAVED);
  const [savedText, setSavedText] = useState(version.text);
  const [conflict, setConflict] = useState<Conflict>();
  const held = useRef({ revision: version.revision, saved: version.text, text: version.text, isSaving: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function save(): Promise<boolean> {
    const own = held.current;
    clearTimeout(timer.current);
    if (own.isSaving) return own.text === own.saved;
    if (own.text === own.saved) {
      // Such as after an undo.
      setStatus(SAVED);
      return true;
    }
    own.isSaving = true;
    const { text, revision } = own;
    setStatus("Saving...");
    try {
      const answer = await client.policies.save({ companyId: company.id, versionId: version.id, revision, text });
      own.revision = answer.revision;
      own.saved = text;
      setSavedText(text);
      setStatus(`Saved ${timeOfDay(timeNow().toISOString())}`);
      void queries.invalidateQueries({ queryKey: api.policies.key() });
    } catch (error) {
      if (error instanceof AppError && error.code === "policy-changed") setConflict(error.data as Conflict);
      setStatus(
        error instanceof AppError ? `Not saved. ${error.message}` : "Not saved. We try again with your next change.",
      );
      return false;
    } finally {
      own.isSaving = false;
    }
    return own.text === own.saved || (await save());
  }
  const latest = useRef(save);
  useEffect(() => void (latest.current = save));

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (held.current.text !== held.current.saved) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => {
      removeEventListener("beforeunload", warn);
      void latest.current();
    };
  }, []);

  return {
    status,
    /** What the server has. */
    savedText,
    conflict,
    save,
    change(text: string) {
      held.current.text = text;
      setStatus("Not saved yet");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current(), PAUSE_MS);
    },
    /** Goes on with the person's own text over the other one, which stays in no version. */
    async keepOwn() {
      if (!conflict) return;
      held.current.revision = conflict.revision;
      setConflict(undefined);
      await save();
    },
    /** Gives the person's own text up. */
    takeOther() {
      held.current.text = held.current.saved;
      setConflict(undefined);
    },
  };
}
