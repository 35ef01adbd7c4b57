import * as z from "zod";
import type { Step, Subject } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { item } from "../observe.ts";

const row = z.looseObject({ id: z.string().min(1) });
const answered = z.object({ rows: z.array(row) });
type Row = z.infer<typeof row>;

/** More rows than these are not shown. */
const MOST = 1_000;

/** One list of the installation: `name` is its path, `label` what people call an entry. */
function step(name: string, title: string, kind: string, type: string, label: (row: Row) => string): Step {
  return {
    id: name,
    title,
    kinds: [kind],
    scopes: [],
    async *collect({ http }) {
      const answer = await http.send({ endpoint: "own", path: `/${name}` });
      const read = answered.safeParse(answer.json());
      if (!read.success) throw new RequestFailed("malformed", `no list at /${name}`, answer.status);
      for (const { id, ...data } of read.data.rows.slice(0, MOST)) {
        const subject: Subject = { type, id, label: label({ id, ...data }) };
        yield item(kind, subject, data, answer);
      }
      if (read.data.rows.length > MOST) throw new RequestFailed("truncated", `more than ${MOST} at /${name}`);
    },
  };
}

const textAt = (name: string) => (row: Row) => {
  const value = row[name];
  return typeof value === "string" && value !== "" ? value : row.id;
};

/** Everything that is read of the installation. */
export const steps: readonly Step[] = [
  step("backups", "Backups and restore tests", "installation.backup", "backup", textAt("writtenAt")),
  step("files", "Stored files", "installation.files", "installation", () => "Stored files"),
  step("upgrades", "Upgrades", "installation.upgrade", "upgrade", ({ id }) => id),
  step("administrators", "Platform admins", "installation.administrator", "user", textAt("email")),
  step("acts", "Actions of platform admins", "installation.act", "action", textAt("act")),
];
