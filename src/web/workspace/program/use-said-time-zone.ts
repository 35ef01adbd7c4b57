import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "#web/api.ts";
import { ownTimeZone } from "../own-time-zone.ts";
import { useWorkspace } from "../company-context.tsx";

/** Says once which time zone the person is in, so that the weekly mail of their tasks comes in their morning. Nobody waits for it. */
export function useSaidTimeZone(): void {
  const { company } = useWorkspace();
  const input = { companyId: company.id };
  const queries = useQueryClient();
  const { data } = useQuery(api.tasks.digest.queryOptions({ input }));
  const { mutate } = useMutation(
    api.tasks.setDigest.mutationOptions({
      onSuccess: (answer) => queries.setQueryData(api.tasks.digest.queryKey({ input }), answer),
    }),
  );
  const isUnsaid = data !== undefined && data.timeZone === null;
  useEffect(() => {
    if (isUnsaid) mutate({ companyId: company.id, timeZone: ownTimeZone() });
  }, [isUnsaid, company.id, mutate]);
}
