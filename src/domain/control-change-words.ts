import type { ControlStatus } from "./control-status.ts";

/**
 * What happened to a control whose status changed, as it follows its title: `began to fail`. Nothing is known of a
 * control before it is judged first, and then it needed evidence.
 */
export function sayChange(was: ControlStatus | null, status: ControlStatus): string {
  if (status === "failing") return "began to fail";
  if (status === "not applicable") return "was declared not applicable";
  if (status === "needs evidence") return was === "not applicable" ? "applies again" : "needs evidence again";
  return was === "failing" ? "passes again" : "began to pass";
}
