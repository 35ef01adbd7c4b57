interface Ahead {
  readonly text: string;
  readonly entered: boolean;
}

const nothing: Ahead = { text: "", entered: false };
let ahead: Ahead | undefined;

/** What is typed between the key that opens the palette and its field: it belongs into the field, and starts nothing else. */
export const typedAhead = {
  begin: () => void (ahead = nothing),
  /** Keeps a key; false where nothing is being opened. */
  keep(key: string): boolean {
    if (!ahead || ahead.entered || (key.length > 1 && key !== "Enter")) return false;
    ahead = key === "Enter" ? { ...ahead, entered: true } : { ...ahead, text: ahead.text + key };
    return true;
  },
  take(): Ahead {
    const kept = ahead ?? nothing;
    ahead = undefined;
    return kept;
  },
};
