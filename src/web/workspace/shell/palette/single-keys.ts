/** Keys that do something by themselves: what the palette's command of this id does. */
export const singleKeys = [
  { key: "n", command: "add-evidence" },
  { key: "a", command: "assign" },
  { key: "f", command: "open-failing" },
  { key: "r", command: "review" },
  { key: "t", command: "test" },
  { key: "v", command: "verify" },
  { key: "m", command: "mute" },
  { key: "i", command: "invite-member" },
  { key: "e", command: "export-report" },
  { key: "c", command: "create-project" },
] as const;

const kept = "single-keys";

/** Whether keys by themselves do something. Who speaks to the computer, or hits keys by accident, turns them off (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(kept) !== "off";
  } catch {
    return true;
  }
}

/** Turns them on or off, in this browser. */
export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(kept);
    else localStorage.setItem(kept, "off");
  } catch {
    // Storage may be closed to us; then they stay as they are.
  }
}
