import { useEffect, useRef, useState } from "react";
import { openFailures } from "#contract/open-failures.ts";
import { toast } from "#web/design/toast-list.ts";
import { AppError } from "#web/app-error.ts";
import { turnstileKey } from "./turnstile-key.ts";

type State = "idle" | "verifying" | "verified" | "failed" | "expired";

/** What solves challenges is loaded when somebody is about to need it. */
const loadSolver = () => import("./prove.ts");

/** Whether a person is there, for one form: from the first press to the proof that is sent along. */
export function useHumanCheck() {
  const [state, setState] = useState<State>("idle");
  const [problem, setProblem] = useState<string>();
  /** How many proofs were used up or refused so far. */
  const [round, setRound] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const proof = useRef<Promise<string | undefined>>(undefined);
  const work = useRef<AbortController>(undefined);
  const end = useRef<ReturnType<typeof setTimeout>>(undefined);

  function forget() {
    work.current?.abort();
    clearTimeout(end.current);
    proof.current = undefined;
  }
  // A page that is left stops working.
  useEffect(
    () => () => {
      work.current?.abort();
      clearTimeout(end.current);
    },
    [],
  );

  function fail(next: "failed" | "expired", message: string) {
    forget();
    setState(next);
    setProblem(message);
    toast.error(message);
  }

  async function attempt(signal: AbortSignal): Promise<string | undefined> {
    try {
      const { prove } = await loadSolver();
      const { payload, lastsMs } = await prove(signal);
      setState("verified");
      end.current = setTimeout(() => fail("expired", openFailures["verification-expired"].message), lastsMs);
      return payload;
    } catch (error) {
      if (!signal.aborted) fail("failed", (error instanceof AppError ? error : failed).message);
      return undefined;
    }
  }

  function start() {
    if (state === "verifying" || state === "verified") return;
    const controller = new AbortController();
    work.current = controller;
    setState("verifying");
    setProblem(undefined);
    proof.current = attempt(controller.signal);
  }

  const focus = () => (box.current ?? place.current)?.focus();

  return {
    state,
    problem,
    round,
    /** Where our checkbox is, or another's widget in its place. */
    box,
    place,
    start,
    /** Takes the proof that another's widget made. */
    accept(payload: string) {
      forget();
      proof.current = Promise.resolve(payload);
      setState("verified");
      setProblem(undefined);
    },
    /** Another's widget gave up, or what it made is no longer good. */
    fall(next: "failed" | "expired") {
      fail(next, openFailures[`verification-${next}`].message);
    },
    /** Loads what will be needed. */
    prepare: () => void (turnstileKey() ? undefined : loadSolver().catch(() => {})),
    /** Says what is missing, without taking the focus from a field that is wrong, too. */
    remind() {
      if (!proof.current) setProblem((said) => said ?? openFailures["verification-required"].message);
    },
    /** The proof, waited for when work is under way; undefined when there is none, and then it is focused. */
    async proof(): Promise<string | undefined> {
      const payload = await proof.current;
      if (payload === undefined) focus();
      return payload;
    },
    /** Takes the server's refusal of a proof; false when it is about something else. */
    refused(error: unknown): boolean {
      if (!(error instanceof AppError) || !error.code.startsWith("verification-")) return false;
      fail(error.code === "verification-expired" ? "expired" : "failed", error.message);
      setRound((before) => before + 1);
      focus();
      return true;
    },
    /** After a proof was used: the next form needs another. */
    reset() {
      forget();
      setRound((before) => before + 1);
      setState("idle");
      setProblem(undefined);
    },
  };
}

export type HumanCheckState = ReturnType<typeof useHumanCheck>;

const failed = { message: openFailures["verification-failed"].message };
