import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ABOVE, addressOfAsking } from "#domain/registers/asked-for.ts";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";
import { askedOf } from "./asked-words.ts";
import { aboveIn } from "./above-in.ts";
import type { Register } from "./registers.ts";

/** What records of a register ask for, each a link to those: those above its bound, and those of the tasks. */
export function AskedFor({ of: { key, picture, asks } }: { of: Register }) {
  const input = { companyId: useWorkspace().company.id };
  const tasks = useQuery(api.tasks.list.queryOptions({ input }));
  const grid = useQuery({
    ...api.registers.grid.queryOptions({ input: { ...input, register: key } }),
    enabled: picture !== null,
  });
  const above = grid.data ? aboveIn(grid.data) : 0;
  const over = asks.find((own) => own.key === ABOVE);
  const all = [
    ...(over && above > 0
      ? [{ words: `${above.toLocaleString("en-US")} ${over.words}`, to: addressOfAsking(key, ABOVE) }]
      : []),
    ...askedOf(tasks.data ?? [], key),
  ];
  return all.map(({ words, to }) => (
    <Link key={words} className="own-line fine link" to={to}>
      {words}
    </Link>
  ));
}
