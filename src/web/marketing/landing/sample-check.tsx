import { createContext, useContext, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { ArtifactVerdict } from "#web/verification/verify-artifact.ts";
import { byteChanges, changed } from "./byte-changes.ts";
import { sampleExhibit } from "./sample-exhibit.gen.ts";

interface SampleState {
  /** The file as it is now. */
  readonly artifact: string;
  /** The place of the byte that was changed, if one was. */
  readonly changedAt: number | undefined;
  readonly verdict: ArtifactVerdict | undefined;
  readonly busy: boolean;
  readonly verify: () => void;
  /** Changes one byte, another one each time, and verifies. */
  readonly change: () => void;
  readonly undo: () => void;
}

const Sample = createContext<SampleState | undefined>(undefined);

/** The sample exhibit's file and what checking it came to, for every place of the page that shows it. */
export function SampleCheck({ children }: { children: ReactNode }) {
  const [round, setRound] = useState(0);
  const [altered, setAltered] = useState(false);
  const [verdict, setVerdict] = useState<ArtifactVerdict>();
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);

  const { at, to } = byteChanges[round % byteChanges.length]!;
  const original = sampleExhibit.artifact;

  async function check(artifact: string) {
    const run = ++latest.current;
    setBusy(true);
    try {
      const found = await verify(artifact);
      if (run === latest.current) setVerdict(found);
    } finally {
      if (run === latest.current) setBusy(false);
    }
  }

  const artifact = altered ? changed(original, at, to) : original;
  const state: SampleState = {
    artifact,
    changedAt: altered ? at : undefined,
    verdict,
    busy,
    verify: () => void check(artifact),
    change: () => {
      setAltered(true);
      void check(changed(original, at, to));
    },
    undo: () => {
      setAltered(false);
      setRound(round + 1);
      void check(original);
    },
  };
  // Once by itself: the exhibit shows that it verifies, and then lets one try to break it.
  useEffect(() => {
    if (latest.current === 0) void check(original);
    // oxlint-disable-next-line react/exhaustive-deps -- Once, when the page comes to life.
  }, []);
  return <Sample value={state}>{children}</Sample>;
}

/** Its code is fetched on the first press: nobody needs cryptography to read the page. */
async function verify(artifact: string): Promise<ArtifactVerdict> {
  const code = await import("./verify-sample.ts").catch(() => undefined);
  if (!code) return { checked: false, why: "The check could not be loaded. Reload the page to try again." };
  return await code.verifySample(artifact);
}

/** The sample's state. Throws outside of {@link SampleCheck}. */
export function useSample(): SampleState {
  const state = useContext(Sample);
  if (!state) throw new Error("No sample available.");
  return state;
}
