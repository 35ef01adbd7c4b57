import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Mails to one address in a day: from one company, and from all together. */
const PER_ADDRESS = 5;
const PER_ADDRESS_OF_ALL = 25;

/**
 * No mailbox is flooded through us: one that had its mails today is skipped. What one company sends takes little from what another may, so
 * that nobody keeps somebody from a link of their own company. Each kind of mail has an allowance of its own: whoever sends links often
 * keeps nobody from the notice of a legal hold.
 */
export async function mayMail(
  tx: Tx,
  companyId: string,
  email: string,
  kind: "staff-mail" | "hold-mail" = "staff-mail",
): Promise<boolean> {
  const turn = async (key: string, limit: number) =>
    (await callFunction(tx, "app.take_turn", [key, limit, DAY_SECONDS, 1])) === 0;
  return (
    (await turn(`${kind}|${companyId}|${email}`, PER_ADDRESS)) && (await turn(`${kind}|${email}`, PER_ADDRESS_OF_ALL))
  );
}
