import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";
import { aboveIn } from "./above-in.ts";
import { countedRecords } from "./registers.ts";
import type { Register } from "./registers.ts";

type Grid = z.output<typeof contract.registers.grid.output>;

/** The records of a register by two scales, as a small table: how many stand where, and what is above the bound. */
export function GridPicture({ register }: { register: Register }) {
  const { company } = useWorkspace();
  const { data } = useQuery(
    api.registers.grid.queryOptions({ input: { companyId: company.id, register: register.key } }),
  );
  if (!data) return <div className="grid-picture" aria-hidden="true" />;
  return <Picture register={register} grid={data} />;
}

function Picture({
  register,
  grid: { label, up, across, cells, most, words, unplaced },
}: {
  register: Register;
  grid: Grid;
}) {
  const countAt = (row: number, column: number) =>
    cells.find((cell) => cell.up === row && cell.across === column)?.count ?? 0;
  const above = aboveIn({ cells, most });
  const rows = up.steps.map((step, at) => ({ step, at: at + 1 })).toReversed();
  return (
    <div className="grid-picture">
      <table className="risk-grid">
        <caption>
          {label}, {up.label.toLowerCase()} by {across.label.toLowerCase()}
        </caption>
        <tbody>
          {rows.map(({ step, at: row }) => (
            <tr key={row}>
              <th scope="row">
                {row} <span>{step}</span>
              </th>
              {across.steps.map((name, index) => {
                const column = index + 1;
                const count = countAt(row, column);
                const isAbove = most !== null && row * column > most;
                return (
                  <td key={name} data-band={bandOf(row * column)} data-above={isAbove || undefined}>
                    {count > 0 ? (
                      <>
                        {count.toLocaleString("en-US")}
                        <span className="visually-hidden">
                          {" "}
                          at score {row * column}
                          {isAbove && ", above your appetite"}
                        </span>
                      </>
                    ) : (
                      <span className="visually-hidden">None</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <span>{across.label}</span>
            </th>
            {across.steps.map((name, index) => (
              <th key={name} scope="col">
                {index + 1} <span>{name}</span>
              </th>
            ))}
          </tr>
        </tfoot>
      </table>
      <div className="grid-words">
        <p>{words}</p>
        {most !== null && (
          <p className={above > 0 ? "strong" : "quiet"}>
            {above === 0 ? "None is above it." : `${countedRecords(register, above)} above it.`}
          </p>
        )}
        {unplaced > 0 && <p className="quiet">{countedRecords(register, unplaced)} not rated yet.</p>}
      </div>
    </div>
  );
}

/** How dark a place is, from 1 to 4. */
const bandOf = (score: number): number => (score <= 4 ? 1 : score <= 9 ? 2 : score <= 16 ? 3 : 4);
