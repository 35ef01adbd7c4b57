import { useQueries, useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";
import { linkTypeOf, registerOf } from "./registers.ts";
import type { FieldValue, Link, RegisterField } from "./registers.ts";
import type { NameOf } from "./values.ts";

interface Named {
  readonly field: RegisterField | undefined;
  readonly values: readonly (FieldValue | null | undefined)[];
}

/** Names of everything that some values lead to, those of a history included; what is known from the record is not asked for. */
export function useLinkNames(named: readonly Named[], known: readonly Link[] = []): NameOf {
  const { company } = useWorkspace();
  const companyId = company.id;
  const targets = (type: Link["type"]) => [
    ...new Set(
      named
        .filter(({ field }) => field && linkTypeOf(field) === type)
        .flatMap(({ values }) => values.flat())
        .filter((value): value is string => typeof value === "string"),
    ),
  ];
  const labels = new Map(known.map(({ target, label }) => [target, label]));
  const strangers = named.flatMap(({ field, values }) => {
    const register = field && registerOf(field);
    if (register === undefined) return [];
    return values.flat().flatMap((id) => (typeof id === "string" && !labels.has(id) ? [`${register} ${id}`] : []));
  });
  const records = useQueries({
    queries: [...new Set(strangers)].map((stranger) => {
      const [register = "", recordId = ""] = stranger.split(" ");
      return {
        ...api.registers.get.queryOptions({ input: { companyId, register, recordId } }),
        staleTime: 60_000,
        retry: false,
      };
    }),
  });
  const systems = useQuery({
    ...api.systems.list.queryOptions({ input: { companyId } }),
    enabled: targets("system").some((id) => !labels.has(id)),
  });
  for (const { data } of records) if (data) labels.set(data.id, data.title);
  for (const { id, name } of systems.data?.systems ?? []) labels.set(id, name);
  return (target) => labels.get(target) ?? (/^[0-9a-f-]{36}$/.test(target) ? "Somebody or something removed" : target);
}
