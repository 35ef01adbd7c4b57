interface Ahead {
  readonly text: string;
  readonly entered: boolean;
}

/** Where it belongs: into the palette, or into the dialog that a command opens on another page. */
type Where = "palette" | "dialog";

const nothing: Ahead = { text: "", entered: false };
/** A dialog that has not come by then does not come, and keys are again what they are elsewhere. */
const WAITS_MS = 10_000;

let ahead: (Ahead & { readonly where: Where; readonly until: number }) | undefined;

/** What is typed between the key that opens a field and the field itself: it belongs there, and starts nothing else. */
export const typedAhead = {
  begin: (where: Where = "palette", kept = nothing, now = performance.now()) =>
    void (ahead = { ...kept, where, until: now + WAITS_MS }),
  /** Keeps a key; false where nothing is being opened. */
  keep(key: string, now = performance.now()): boolean {
    if (ahead && now > ahead.until) ahead = undefined;
    if (!ahead || ahead.entered || (key.length > 1 && key !== "Enter")) return false;
    ahead = key === "Enter" ? { ...ahead, entered: true } : { ...ahead, text: ahead.text + key };
    return true;
  },
  isFor: (where: Where) => ahead?.where === where,
  take(): Ahead {
    const { text, entered } = ahead ?? nothing;
    ahead = undefined;
    return { text, entered };
  },
};
