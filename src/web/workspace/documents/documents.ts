import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import type { Finding } from "#web/design/glyph.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";

export type ExpectedDocument = z.output<typeof contract.documents.list.output>[number];
export type DocumentFiling = ExpectedDocument["filings"][number];

/** Each state with its shape and its word. */
export const stateWords: Readonly<Record<ExpectedDocument["state"], { finding: Finding; word: string }>> = {
  missing: { finding: "needs evidence", word: "Missing" },
  waiting: { finding: "needs evidence", word: "Waiting for review" },
  returned: { finding: "failing", word: "Returned" },
  "on file": { finding: "passing", word: "On file" },
  expired: { finding: "unknown", word: "Expired" },
  "not applicable": { finding: "not applicable", word: "Not applicable" },
};

const none: readonly ExpectedDocument[] = [];

/** The expected documents of all controls; none until they are there. */
export function useDocuments(): readonly ExpectedDocument[] {
  const { company } = useWorkspace();
  return useQuery(api.documents.list.queryOptions({ input: { companyId: company.id } })).data ?? none;
}

/** The filings that a person looks at: the one that the state is about, those that wait, and what was returned since. */
export function shownFilings({ filings, filingId }: ExpectedDocument): readonly DocumentFiling[] {
  const about = filings.findIndex(({ id }) => id === filingId);
  return filings.filter(({ review }, at) => at === about || review === null || (!review.accepted && at < about));
}

/** Asks again for all that shows documents. */
export function useRefreshDocuments(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      [api.documents.key(), api.controls.key()].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
}

/** A change that a button makes at once: it says that it is done, and offers to undo it. */
export function useDocumentChange() {
  const refresh = useRefreshDocuments();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ change }: DocumentChange) => {
      await change();
      await refresh();
    },
    onSuccess: (_, { done, undo }) => {
      if (!undo) toast.success(done);
      else toast.success(done, { action: { label: "Undo", onPress: () => mutate({ change: undo, done: "Undone" }) } });
    },
    onError: (error) => showError(error, "The change could not be saved"),
  });
  return { make: mutate, busy: isPending };
}

interface DocumentChange {
  readonly change: () => Promise<unknown>;
  /** What is said afterwards. */
  readonly done: string;
  readonly undo?: () => Promise<unknown>;
}
