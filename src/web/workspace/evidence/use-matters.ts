import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { useCan, useWorkspace } from "../company-context.tsx";

/** A matter whose access list the person is on. */
export type OwnMatter = z.output<typeof contract.matters.mine.output>[number];

const none: readonly OwnMatter[] = [];

/** The open matters under whose privilege the person may file; none, and nothing of privilege is shown. */
export function useMatters(): readonly OwnMatter[] {
  const { company } = useWorkspace();
  const mayAsk = useCan("matters.read");
  const mine = useQuery({ ...api.matters.mine.queryOptions({ input: { companyId: company.id } }), enabled: mayAsk });
  return mine.data ?? none;
}
