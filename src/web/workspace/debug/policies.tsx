import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";

/** The policies that are in force now, as the database tells them; nothing of this is written by hand. */
export function Policies() {
  const policies = useQuery(api.debug.policies.queryOptions({ input: {}, staleTime: 0 }));
  return (
    <Screen data={policies} loading={<SkeletonLines lines={9} />} empty={null}>
      {(all) => (
        <>
          <p className="quiet">
            {all.length} policies, read from the database just now. A request needs one permissive policy and every
            restrictive policy of a table.
          </p>
          {[...Map.groupBy(all, ({ table }) => table)].map(([table, ofTable]) => (
            <section key={table} className="debug-table" aria-label={table}>
              <h3 className="mono">{table}</h3>
              <ul className="lines">
                {ofTable.map(({ name, message, using, check }) => (
                  <li key={name}>
                    <p>{message}</p>
                    <p className="debug-expression">
                      {name}
                      {using !== null && ` USING ${using}`}
                      {check !== null && ` WITH CHECK ${check}`}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Screen>
  );
}
