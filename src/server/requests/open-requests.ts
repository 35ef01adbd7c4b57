import pg from "pg";
import { callFunction } from "../db/functions.ts";
import type { RowOf, ArgumentsOf, AnswerOf, FunctionName } from "../db/functions.ts";
import { urlOfRole } from "../db/connections.ts";
import type { Keys } from "../keys/keys.ts";

interface Instance {
  readonly adminUrl: string;
  readonly keys: Keys;
  readonly now: () => Date;
}

type OpenRequest = RowOf<"app.open_requests">;
type Out = (line: string) => void;

/** Prints what waits for an answer, oldest first, in a table. */
export async function listRequests(instance: Instance, out: Out): Promise<void> {
  const open = await asWorker(instance, "app.open_requests", []);
  if (open.length === 0) return out("Nothing waits for an answer.");
  const rows = open.map((item) => [
    item.id.slice(0, 8),
    item.kind,
    when(item.created_at),
    item.answer_due_at === null
      ? "-"
      : `${when(item.answer_due_at)}${item.answer_due_at < instance.now() ? " LATE" : ""}`,
    `${visible(item.name)} <${item.email}>`,
    visible(item.about),
  ]);
  const table = [["ID", "KIND", "CAME", "ANSWER DUE", "FROM", "ABOUT"], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    out(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
}

/** Marks the one open request whose id begins so; answers whether there was exactly one. */
export async function markAnswered(instance: Instance, id: string, out: Out): Promise<boolean> {
  const open = await findOpen(instance, id, out);
  if (!open) return false;
  await asWorker(instance, "app.answer_request", [open.id, instance.now()]);
  out(`Marked as answered: ${open.kind} from ${visible(open.name)} <${open.email}>.`);
  return true;
}

/** Prints all of the one open request whose id begins so; answers whether there was exactly one. */
export async function showRequest(instance: Instance, id: string, out: Out): Promise<boolean> {
  const open = await findOpen(instance, id, out);
  const [whole] = open ? await asWorker(instance, "app.read_request", [open.id]) : [];
  if (!open || !whole) return false;
  const words = whole.words.split("\n").map(visible);
  out(`From     ${visible(open.name)} <${open.email}>`);
  out(`Came     ${when(open.created_at)}`);
  if (open.answer_due_at) out(`Due      ${when(open.answer_due_at)}`);
  out(`About    ${visible(open.about)}`);
  if (open.kind === "message") out(["", ...words].join("\n"));
  else if (whole.words !== "") out(`Before   ${words.join("; ")}`);
  return true;
}

/** Deletes everything that was sent under a mail address, as its owner may ask; answers how much it was. */
export async function forgetRequests(instance: Instance, email: string): Promise<number> {
  return await asWorker(instance, "app.forget_requests", [email]);
}

/** The one open request whose id begins so; says why when there is none, or more than one. */
async function findOpen(instance: Instance, id: string, out: Out): Promise<OpenRequest | undefined> {
  const found = (await asWorker(instance, "app.open_requests", [])).filter((item) =>
    item.id.startsWith(id.toLowerCase()),
  );
  if (found.length === 1) return found[0];
  out(
    found.length > 1
      ? `${found.length} open requests begin with ${id}. Type more of the id.`
      : `Nothing open has the id ${id}.`,
  );
  return undefined;
}

/** Through the same narrow doors as the worker, not with the administrator's rights. */
async function asWorker<F extends FunctionName>(
  { adminUrl, keys }: Instance,
  name: F,
  args: ArgumentsOf<F>,
): Promise<AnswerOf<F>> {
  const client = new pg.Client({ connectionString: urlOfRole(adminUrl, "app_worker", keys) });
  await client.connect();
  try {
    return await callFunction(client, name, args);
  } finally {
    await client.end();
  }
}

/** What a stranger typed, without what would turn a terminal's line around. */
const visible = (text: string) => text.replace(/\p{C}/gu, "");
const when = (date: Date) => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
